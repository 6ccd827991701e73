/** Reports that somebody still writes, and all that are there: begin one, go on with one, change one, see who changed it. */

import { Badge, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { ReportDraftEntry } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { foldText, searchWords } from '../../../core/text/letters.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { departmentOfReports } from '../../data/reports/reports.ts';
import { instant, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import AskDialog from '../../shell/AskDialog.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { departmentName } from '../../shell/navigation/menu.ts';
import { Screen } from '../../shell/Screen.tsx';
import { SearchField } from '../../shell/SearchBox.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { originText } from '../common-parts/api.ts';
import { builderApi, builderKeys, reportDraftPath, reportNameOfPart, reportParts } from './api.ts';
import { newReport } from './draft.ts';

export default function ReportDraftsScreen() {
  const { t } = useTranslation('reportBuilder');
  const { t: admin } = useTranslation('admin');
  const session = useSession();
  const isAllowed = session.data?.may.definitions === true;
  const parts = useQuery({
    queryKey: ['report drafts', 'parts'],
    queryFn: reportParts,
    enabled: isAllowed,
    staleTime: 0,
  });
  const drafts = useQuery({
    queryKey: builderKeys.drafts,
    queryFn: builderApi.drafts,
    enabled: isAllowed,
    staleTime: 0,
  });
  const departments = useCommon().data?.navigation.departments ?? [];
  const [searched, setSearched] = useState('');
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? parts.error ?? drafts.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([parts.refetch(), drafts.refetch()])} />;
  const title = t('list.title');
  const placeOf = (programme: string) => {
    const department = departmentOfReports(departments, programme);
    return department ? departmentName(department) : programme;
  };
  const shown = (parts.data ?? [])
    .map((part) => ({ part, name: text(part.title), place: placeOf(part.report.programme) }))
    .filter(({ part, name, place }) => {
      const hay = foldText([name, place, reportNameOfPart(part), ...Object.values(part.title ?? {})].join(' '));
      return searchWords(searched).every((word) => hay.includes(word));
    })
    .sort((a, b) => a.place.localeCompare(b.place) || a.name.localeCompare(b.name));
  return (
    <Screen name="report-builder-list" title={title} crumbs={[{ label: title }]} buttons={<NewReport />}>
      <p className="am-after am-dimmed">{t('list.lead')}</p>
      {drafts.data && drafts.data.length > 0 && (
        <section className="am-after" aria-labelledby="report-drafts">
          <h2 className="am-after" id="report-drafts">
            {t('list.drafts')}
          </h2>
          <ul className="am-surface am-above-3 am-after am-entries">
            {drafts.data.map((draft) => (
              <DraftRow key={draft.id} draft={draft} />
            ))}
          </ul>
        </section>
      )}
      <h2 className="am-after">{t('list.all')}</h2>
      <SearchField label={t('list.search')} words={searched} onType={setSearched} />
      {!parts.data && <Skeleton height={240} radius="lg" mt="md" />}
      {parts.data && shown.length === 0 && <p className="am-after am-dimmed">{t('list.noMatch')}</p>}
      {shown.length > 0 && (
        <ul className="am-surface am-above-3 am-after am-entries">
          {shown.map(({ part, name, place }) => (
            <li key={part.part} data-report={reportNameOfPart(part)}>
              <Link to={`/admin/reports/${reportNameOfPart(part)}`} className="am-words am-pad-y-2">
                {name}
              </Link>
              {part.report.withdrawn && (
                <Badge color="gray" variant="light" data-withdrawn>
                  {t('list.withdrawn')}
                </Badge>
              )}
              {part.published && <span className="am-hint">{originText(part, admin)}</span>}
              <span className="am-hint">{place}</span>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

function NewReport() {
  const { t } = useTranslation('reportBuilder');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const forms = useForms().data;
  const programme =
    params.get('programme') ?? forms?.find(({ kind }) => kind === 'sheet')?.programme ?? forms?.[0]?.programme;
  const start = useMutation({
    mutationFn: () => builderApi.start({ content: newReport(programme ?? '') }),
    onSuccess: ({ data }) => navigate(reportDraftPath(data.id)),
  });
  return (
    <>
      <ActionButton
        icon="plus"
        size="sm"
        action="new-report"
        loading={start.isPending}
        disabled={!programme}
        onClick={() => start.mutate()}
      >
        {t('list.new')}
      </ActionButton>
      {start.error && <FailureNote error={start.error} />}
    </>
  );
}

function DraftRow({ draft }: { draft: ReportDraftEntry }) {
  const { t } = useTranslation('reportBuilder');
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const name = text(draft.title) || t('list.unnamed');
  const remove = useMutation({
    mutationFn: () => builderApi.remove(draft.id),
    onSuccess: async ({ message }) => {
      toast('success', message);
      setAsked(false);
      await client.invalidateQueries({ queryKey: builderKeys.drafts });
    },
  });
  return (
    <li data-draft={draft.report ?? ''}>
      <Link to={reportDraftPath(draft.id)} className="am-words am-pad-y-2">
        <bdi>{name}</bdi>
      </Link>
      <span className="am-hint">
        <DotSeparated
          parts={[
            t(draft.is_new ? 'list.isNew' : 'list.isChange'),
            t('list.changedBy', { name: isolateName(draft.changed_by.name ?? '–'), at: instant(draft.changed_at) }),
          ]}
        />
      </span>
      <ActionButton
        icon="trash"
        variant="subtle"
        color="gray"
        size="sm"
        action="delete-draft"
        onClick={() => setAsked(true)}
      >
        {t('list.delete')}
      </ActionButton>
      {isAsked && (
        <AskDialog
          title={t('list.delete')}
          question={t('list.askDelete', { name: isolateName(name) })}
          action={t('list.delete')}
          isDangerous
          busy={remove.isPending}
          error={remove.error}
          onDo={remove.mutate}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}
