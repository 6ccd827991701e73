/** Shows the versions of one form, newest first: published when and by whom, the note, its records, what changed; what is withdrawn or retired. */

import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { DefinitionDraftEntry, FormVersion } from '../../../core/generated/api.ts';
import { versionStartDays } from '../../../core/records/registry.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { useForms, useSession } from '../../data/queries.ts';
import { instant, number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { downloadWithProgress } from '../../screens/record/save.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { DifferenceList } from './Differences.tsx';
import { changedBy, draftsApi, versionsQuery } from './drafts.ts';
import { QuestionTable } from './Questions.tsx';
import { RetirementPanel } from './RetirementPanel.tsx';
import { VersionStartPanel } from './VersionStart.tsx';
import { WithdrawalPanel } from './Withdrawal.tsx';

export default function VersionsScreen() {
  const { form = '' } = useParams();
  const { t, i18n } = useTranslation('admin');
  const session = useSession();
  const forms = useForms();
  const isAllowed = session.data?.may.definitions;
  const versions = useQuery({ ...versionsQuery(form, i18n.language), enabled: isAllowed === true });
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? versions.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), versions.refetch()])} />;
  const kept = versions.data?.data.filter(({ withdrawn }) => !withdrawn) ?? [];
  const offered = kept.filter(({ start }) => !start || start.from <= deviceClock.today());
  const turns = versionStartDays(kept.map(({ version, start }) => ({ version, from: start?.from ?? '' })).reverse());
  const newest = versions.data?.data[0]?.version ?? 0;
  const entry = forms.data?.find((one) => one.form === form);
  const title = text(entry?.plural) || form;
  return (
    <Screen
      name="form-versions"
      title={title}
      crumbs={[{ label: t('versions.title'), to: '/admin/forms' }, { label: title }]}
      buttons={versions.data && <CopyButton form={form} newest={newest} />}
    >
      {!versions.data && <Skeleton height={240} radius="lg" />}
      {versions.data && entry && <RetirementPanel entry={entry} retired={versions.data.retired} />}
      {versions.data && <QuestionTable form={form} />}
      {versions.data?.data.map((one) => (
        <section key={one.version} className="am-card am-after am-stack am-brief" data-version={one.version}>
          <h2>{t('versions.version', { version: number(one.version) })}</h2>
          <p className="am-wraps">{text(one.note)}</p>
          {one.waiver !== null && (
            <p className="am-hint" data-waiver>
              {t('versions.waived', { reason: isolateName(one.waiver) })}
            </p>
          )}
          <p className="am-hint">
            <DotSeparated
              parts={[
                <Published key="published" one={one} />,
                t('versions.records', { count: one.records, number: number(one.records) }),
              ]}
            />
          </p>
          <div className="am-above-3 am-flow">
            <XlsformButton form={form} version={one.version} />
            {one.start && !one.withdrawn && (
              <VersionStartPanel
                form={form}
                version={one.version}
                start={one.start}
                isInTurn={turns.some(({ version }) => version === one.version)}
                isNewest={one.version === newest}
              />
            )}
            <WithdrawalPanel
              form={form}
              one={one}
              mayWithdraw={offered.some((other) => other !== one)}
              isNewest={one.version === newest}
            />
          </div>
          {one.withdrawn && one.version === newest && offered[0] && (
            <div data-cure>
              <p>{t('versions.wordsStay', { version: number(newest) })}</p>
              <CopyButton form={form} newest={newest} from={offered[0].version} />
            </div>
          )}
          {one.differences.length > 0 && <DifferenceList found={one.differences} />}
        </section>
      ))}
    </Screen>
  );
}

/** Downloads a version as a workbook for ODK and Kobo. */
function XlsformButton({ form, version }: { form: string; version: number }) {
  const { t } = useTranslation('admin');
  const failure = useFailureText();
  const save = () => downloadWithProgress(() => draftsApi.xlsform(form, version), `${form}.xlsx`, failure);
  return (
    <Button variant="default" size="sm" onClick={() => void save()} data-action="xlsform">
      {t('versions.xlsform')}
    </Button>
  );
}

interface CopyProps {
  form: string;
  newest: number;
  /** An earlier version that the next one is to be like. */
  from?: number;
}

/** Begins the next version, unless somebody has begun it: only one of two drafts could be published. */
function CopyButton({ form, newest, from }: CopyProps) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const [there, setThere] = useState<DefinitionDraftEntry>();
  const copy = useMutation({
    mutationFn: async () => {
      const drafts = await draftsApi.list();
      const begun = drafts.find((one) => one.form === form && one.form_version !== null && one.form_version > newest);
      return begun ? { begun } : { copied: (await draftsApi.copy(form, from)).data };
    },
    onSuccess: ({ begun, copied }) => (begun ? setThere(begun) : navigate(`/admin/form-drafts/${copied.id}`)),
    onError: (error) => toast('error', failureText(error)),
  });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        loading={copy.isPending}
        onClick={() => copy.mutate()}
        data-action={from === undefined ? 'copy' : 'copy-earlier'}
      >
        {from === undefined
          ? t('definitionDrafts.copy')
          : t('versions.undoWords', { next: number(newest + 1), version: number(from) })}
      </Button>
      {there && (
        <AskDialog
          title={t('definitionDrafts.copy')}
          question={`${t('definitionDrafts.there', { version: number(there.form_version ?? newest) })} ${changedBy(there, t)}`}
          action={t('definitionDrafts.open')}
          isDangerous={false}
          onDo={() => navigate(`/admin/form-drafts/${there.id}`)}
          onClose={() => setThere(undefined)}
        />
      )}
    </>
  );
}

function Published({ one }: { one: FormVersion }) {
  const { t } = useTranslation('admin');
  const at = one.published_at ? instant(one.published_at) : '–';
  return one.published_by ? (
    <span>{t('versions.publishedBy', { name: isolateName(one.published_by.name), at })}</span>
  ) : (
    <span>{t('versions.shipped', { at })}</span>
  );
}
