/** Shows one certificate as printed, with its verification code. `?id=` names the record, `?in=` the language. */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { FormEntry } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { LANGUAGES, type Language, languageTag, textDirection } from '../../../core/text/languages.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { preferences } from '../../data/preferences.ts';
import { useForms, useRecord } from '../../data/queries.ts';
import { StatusBadge } from '../../screens/record/StatusBadge.tsx';
import { recordTitle } from '../../screens/record/title.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { CertificateSheet } from './CertificateSheet.tsx';

export default function CertificateScreen() {
  const [params] = useSearchParams();
  const forms = useForms();
  const entry = forms.data?.find((one) => one.form === 'certificate');
  const id = params.get('id');
  if (forms.error) return <Failed error={forms.error} onRetry={() => void forms.refetch()} />;
  if (!entry) return <Loading />;
  // Without an id, go to the list, where the user chooses a certificate.
  return id ? <Certificate key={id} entry={entry} id={id} /> : <Navigate to={entry.paths.list} replace />;
}

function Certificate({ entry, id }: { entry: FormEntry; id: string }) {
  const { t } = useTranslation('certificates');
  const [params, setParams] = useSearchParams();
  const asked = LANGUAGES.find((one) => one === params.get('in'));
  const language: Language = asked ?? preferences().language;
  const found = useRecord(entry.api, id);
  const form = useCompiledForm(found.data ? entry.form : undefined, found.data?.record.form_version);
  const words = useQuery({
    queryKey: ['words of the sheet', language],
    queryFn: async () => {
      await i18next.loadNamespaces('certificates');
      await i18next.loadLanguages(language);
      return language;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const crumbs = useFormCrumbs(entry);
  const error = found.error ?? form.error ?? words.error;
  if (error)
    return (
      <Failed
        error={error}
        form={entry.form}
        crumbs={[...crumbs, { label: '…' }]}
        onRetry={() => void Promise.all([found.refetch(), words.refetch()])}
      />
    );
  const path = found.data?.answer.qr_code;
  if (!found.data || !form.data || words.data === undefined || typeof path !== 'string') return <Loading />;
  const { record, refs } = found.data;
  return (
    <Screen
      name="certificate"
      form={entry.form}
      title={recordTitle(record)}
      width="wide"
      badge={<StatusBadge state={record.current_state} />}
      crumbs={[...crumbs, { label: record.code ?? '', to: recordPath(entry, id), code: true }, { label: t('show') }]}
    >
      <div className="am-flow am-bottom am-after" data-no-print>
        <fieldset className="am-flow am-words">
          <legend className="am-below-1 am-dimmed am-strong">{t('language')}</legend>
          {LANGUAGES.map((one) => (
            <Button
              key={one}
              size="sm"
              lang={languageTag(one)}
              dir={textDirection(one)}
              variant={one === language ? 'filled' : 'default'}
              aria-pressed={one === language}
              data-sheet-language={one}
              onClick={() => setParams({ id, in: one }, { replace: true })}
            >
              {LANGUAGE_NAMES[one]}
            </Button>
          ))}
        </fieldset>
        <Button component="a" href={path} target="_blank" variant="outline" leftSection={<Icon name="external-link" />}>
          {t('openProof')}
        </Button>
        <Button leftSection={<Icon name="printer" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      {record.current_state.id === 'revoked' && (
        <Alert color="red" variant="light" icon={<Icon name="circle-x" />} mb="md" data-no-print>
          {t('revokedHint')}
        </Alert>
      )}
      <CertificateSheet
        record={record}
        refs={refs}
        form={form.data}
        url={new URL(path, window.location.origin).href}
        language={language}
        t={i18next.getFixedT(language, 'certificates')}
      />
    </Screen>
  );
}
