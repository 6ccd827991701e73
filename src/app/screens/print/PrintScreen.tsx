/** A record, or a form to fill in by hand, as it is printed: in one language or in all three side by side. */
import { Button } from '@mantine/core';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { answerLevelsAt } from '../../../core/form/answersInWords.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { LANGUAGES, textDirection } from '../../../core/text/languages.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { preferences } from '../../data/preferences.ts';
import { useCommon, useRecord } from '../../data/queries.ts';
import { recordName, text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { ReadAnswersProvider } from '../../widgets/WithAnswers.tsx';
import { BlankPaper } from './BlankPaper.tsx';
import { PICTURES_KEY } from './PaperPictures.tsx';
import classes from './Print.module.css';
import { type PaperLanguage, PaperLanguages, paperLanguages } from './paper.tsx';
import { RecordPaper } from './RecordPaper.tsx';

/** Without an id it is the blank form. */
export default function PrintScreen({ entry, id }: { entry: FormEntry; id?: string }) {
  const { t } = useTranslation('print');
  const [params, setParams] = useSearchParams();
  const record = useRecord(id === undefined ? undefined : entry.api, id);
  const form = useCompiledForm(
    id === undefined || record.data ? entry.form : undefined,
    record.data?.record.form_version,
  );
  const common = useCommon();
  const words = useQuery({
    queryKey: ['words of the paper'],
    queryFn: () => i18next.loadLanguages([...LANGUAGES]).then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const loading = useIsFetching({ queryKey: PICTURES_KEY });
  const crumbs = useFormCrumbs(entry);
  const error = record.error ?? form.error ?? words.error;
  if (error) return <Failed error={error} form={entry.form} crumbs={crumbs} onRetry={() => void record.refetch()} />;
  if ((id !== undefined && !record.data) || !form.data || !common.data || !words.data) return <Loading />;
  const chosen: PaperLanguage =
    ([...LANGUAGES, 'all'] as const).find((one) => one === params.get('in')) ?? preferences().language;
  const code = record.data?.record.code;
  const title = id === undefined ? text(form.data.definition.title) : recordName(code ?? record.data?.record.name);
  const paper = { entry, form: form.data, common: common.data };
  const read = {
    definition: form.data.definition,
    levels: record.data
      ? answerLevelsAt(form.data, record.data.record.data)
      : [{ nodes: [...form.data.fields.values()] }],
    refs: record.data?.refs ?? {},
  };
  return (
    <Screen
      name="print"
      form={entry.form}
      title={title}
      quietTitle
      crumbs={[
        ...crumbs,
        ...(id === undefined ? [] : [{ label: title, to: recordPath(entry, id), code: true }]),
        { label: t('do') },
      ]}
    >
      <div className="am-flow am-bottom am-after" data-no-print>
        <SelectWithAny
          label={t('language')}
          value={chosen}
          options={[
            ...LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
            { value: 'all', label: t('inEach') },
          ]}
          onChange={(language) => setParams({ in: language }, { replace: true })}
        />
        <Button
          leftSection={<Icon name="printer" />}
          loading={loading > 0}
          onClick={() => window.print()}
          data-action="print"
        >
          {t('do')}
        </Button>
      </div>
      <PaperLanguages value={paperLanguages(chosen)}>
        <article
          className={classes.paper}
          dir={textDirection(chosen === 'all' ? preferences().language : chosen)}
          data-paper={chosen}
        >
          <ReadAnswersProvider value={read}>
            {record.data ? <RecordPaper {...paper} shown={record.data} /> : <BlankPaper {...paper} />}
          </ReadAnswersProvider>
        </article>
      </PaperLanguages>
    </Screen>
  );
}
