/** Review of the records that a list's filters find, one after another: everything on one page, verify or return by one tap. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { captureVersion } from '../../../core/paths/screens.ts';
import { NAME_SEPARATOR } from '../../../core/records/name.ts';
import { formatDate } from '../../../core/text/dates.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { preferences } from '../../data/preferences.ts';
import { queries, useCommon, useRecord } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { InTaskBar } from '../../shell/TaskBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import NotFoundScreen from '../error/NotFoundScreen.tsx';
import { correctionTransition } from '../record/actions.ts';
import { StatusBadge } from '../record/StatusBadge.tsx';
import { recordTitle } from '../record/title.ts';
import { ReviewDone } from './AllDone.tsx';
import { ReviewAnswers } from './Answers.tsx';
import { DecisionBar, QueuePosition } from './DecisionBar.tsx';
import classes from './Review.module.css';
import { ReviewFlags } from './ReviewFlags.tsx';
import { type DecisionComments, useReviewDecisions } from './useDecisions.ts';
import { type ReviewQueue, useReviewQueue } from './useQueue.ts';

export default function ReviewScreen({ entry }: { entry: FormEntry }) {
  const workflow = getOwn(useCommon().data?.workflows, entry.workflow);
  if (!workflow) return <Loading />;
  return workflow.transitions.some(({ bulk }) => bulk) ? (
    <Review entry={entry} workflow={workflow} />
  ) : (
    <NotFoundScreen />
  );
}

function Review({ entry, workflow }: { entry: FormEntry; workflow: Workflow }) {
  const { t } = useTranslation();
  const crumbs = [...useFormCrumbs(entry), { label: t('review.title') }];
  const verify = workflow.transitions.find(({ bulk }) => bulk);
  const queue = useReviewQueue(entry, workflow, verify);
  const { ids, at, goTo } = queue;
  useArrows(queue);
  usePrefetch(entry, ids?.[at + 1]);
  const decisions = useReviewDecisions(entry, workflow, {
    onDecided: () => goTo(at + 1),
    onUndone: (id) => goTo(ids?.indexOf(id) ?? 0),
  });
  if (queue.error && !ids)
    return <Failed error={queue.error} form={entry.form} crumbs={crumbs} onRetry={queue.retry} />;
  if (!ids || !verify) return <Loading />;
  const id = ids[at];
  if (id !== undefined)
    return <Reviewed key={id} {...{ entry, id, workflow, verify, crumbs, decisions }} queue={{ ...queue, ids }} />;
  return (
    <Screen name="review" form={entry.form} title={t('review.title')} crumbs={crumbs}>
      <ReviewDone entry={entry} />
      {ids.length > 0 && <DecisionBar queue={{ ...queue, ids }} decisions={decisions} />}
    </Screen>
  );
}

interface ReviewedProps {
  entry: FormEntry;
  id: string;
  workflow: Workflow;
  verify: Workflow['transitions'][number];
  crumbs: { label: string }[];
  decisions: ReturnType<typeof useReviewDecisions>;
  queue: ReviewQueue & { ids: readonly string[] };
}

function Reviewed({ entry, id, workflow, verify, crumbs, decisions, queue }: ReviewedProps) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen();
  const found = useRecord(entry.api, id);
  const form = useCompiledForm(entry.form, found.data?.record.form_version ?? captureVersion(entry));
  const compared = useQuery(queries.compared(entry.api, id));
  const [remarks, setRemarks] = useState<DecisionComments>({ comment: '', pins: {} });
  // Every record begins at its top. The path stays the same, so the frame does not scroll.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const error = found.error ?? form.error;
  if (error && !(found.data && form.data))
    return <Failed error={error} form={entry.form} crumbs={crumbs} onRetry={() => void found.refetch()} />;
  if (!found.data || !form.data) return <Loading />;
  const { record, refs } = found.data;
  const subject = record.parent?.name || recordTitle(record);
  const about = [monthOf(form.data, record), isPhone ? record.created_by?.name : ''];
  const title = [isPhone ? '' : subject, ...about].filter(Boolean).join(NAME_SEPARATOR);
  const pin = (field: string, comment: string | undefined) => {
    const { [field]: _removed, ...others } = remarks.pins;
    setRemarks({ ...remarks, pins: comment === undefined ? others : { ...others, [field]: comment } });
  };
  const back = correctionTransition(workflow, record);
  return (
    <Screen
      name="review"
      form={entry.form}
      title={title}
      crumbs={crumbs}
      badge={<StatusBadge state={record.current_state} />}
      task={{ subject, backTo: entry.paths.list }}
    >
      {isPhone ? (
        <InTaskBar>
          <QueuePosition queue={queue} />
        </InTaskBar>
      ) : (
        <p className="am-hint">
          <DotSeparated
            parts={[
              <span key="record">
                {text(entry.title)} {record.code && <bdi dir="ltr">{record.code}</bdi>}
              </span>,
              <bdi key="by">{record.created_by?.name}</bdi>,
            ]}
          />
        </p>
      )}
      <ReviewFlags entry={entry} form={form.data} compared={compared.data} />
      <OnlineWidgets>
        <ReviewAnswers
          {...{ entry, record, refs, compared: compared.data, pins: remarks.pins, onPin: pin }}
          form={form.data}
        />
      </OnlineWidgets>
      <details className={`am-surface ${classes.section} am-below-3 am-pad-y-2 am-pad-x-4 ${classes.comment}`}>
        <summary className="am-inline am-action">
          <Icon name="message" /> {t('step.comment')}
        </summary>
        <textarea
          className="am-input"
          aria-label={t('step.comment')}
          rows={2}
          value={remarks.comment}
          onChange={(event) => setRemarks({ ...remarks, comment: event.currentTarget.value })}
        />
      </details>
      <DecisionBar {...{ queue, decisions, record, remarks, verify, back }} />
    </Screen>
  );
}

/** Returns the month of the visit, for forms with a date whose records lie below another one. */
function monthOf({ definition }: CompiledForm, { data, parent }: RecordView): string {
  const day = parent && definition.date ? getOwn(data, definition.date) : undefined;
  return typeof day === 'string' ? formatDate(day, { ...preferences(), style: 'month' }) : '';
}

/** Loads the next record while this one is read. */
function usePrefetch({ api }: FormEntry, id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    void client.prefetchQuery(queries.record(api, id));
    void client.prefetchQuery(queries.compared(api, id));
  }, [client, api, id]);
}

/** Goes to the next and previous record by j and k, unless somebody types. */
function useArrows(queue: ReviewQueue): void {
  const held = useRef(queue);
  held.current = queue;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { at, ids, goTo } = held.current;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !ids) return;
      if (event.key === 'j') goTo(Math.min(at + 1, ids.length));
      if (event.key === 'k') goTo(Math.max(at - 1, 0));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
