/** Screen of one record: the tabs from the form definition, the allowed actions, and all that belongs to the record. */

import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { ratingBars } from '../../../core/form/ratingBars.ts';
import type { Common, FormEntry, RatingBars as RatingBarsOf, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { captureVersion, PROBLEM_PARAM, recordPath } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useAttachments, useCommon, useForms, useRecord } from '../../data/queries.ts';
import type { RecordWithResponse } from '../../data/types.ts';
import { codeOf, instant, recordName, text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { RatingBars } from '../record/RatingBars.tsx';
import { StatusBadge } from '../record/StatusBadge.tsx';
import { TransitionDialogs } from '../record/TransitionDialogs.tsx';
import { recordCrumb, recordTitle } from '../record/title.ts';
import { useHiddenQuestions } from '../record/useHiddenQuestions.ts';
import { useRecentlyOpened } from '../record/useRecentlyOpened.ts';
import { useTransitions } from '../record/useTransitions.ts';
import { ActionBar } from './ActionBar.tsx';
import { Attachments, countMissingFiles } from './Attachments.tsx';
import { AverageRatings } from './AverageRatings.tsx';
import { ChangeHistory } from './ChangeHistory.tsx';
import { ChildRecords } from './Children.tsx';
import classes from './Detail.module.css';
import { PlaceOverview, usePlaceOverview } from './Overview.tsx';
import { SiteProblemLog } from './Problems.tsx';
import { RatingTable, ratingTableFields } from './RatingTable.tsx';
import { ReturnNote } from './ReturnNote.tsx';
import { AnswerSections } from './Sections.tsx';
import { TabRow } from './TabRow.tsx';
import { type DetailTab, detailTabsOf } from './tabs.ts';
import { useChildForms } from './useChildForms.ts';

const SentNote = lazyComponent(() => import('./SentNote.tsx'));

export default function DetailScreen({ entry, id }: { entry: FormEntry; id: string }) {
  const record = useRecord(entry.api, id);
  // A record opens with the form version it was captured with. Until that is known, fetch the newest, the likeliest one.
  const form = useCompiledForm(entry.form, record.data?.record.form_version ?? captureVersion(entry));
  const common = useCommon();
  const crumbs = useFormCrumbs(entry);
  useRecentlyOpened(entry.form, id, record);
  const error = record.error ?? form.error;
  if (error && !(record.data && form.data)) {
    return (
      <Failed
        error={error}
        form={entry.form}
        crumbs={[...crumbs, { label: '…' }]}
        onRetry={() => {
          if (record.error) void record.refetch();
          if (form.error) void form.refetch();
        }}
      />
    );
  }
  if (!record.data || !form.data || !common.data) return <Loading />;
  return <Detail entry={entry} answer={record.data} form={form.data} common={common.data} />;
}

interface Props {
  entry: FormEntry;
  answer: RecordWithResponse;
  form: CompiledForm;
  common: Common;
}

function Detail({ entry, answer, form, common }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const isSent = useLocation().state?.isSent === true;
  const { record } = answer;
  const transitions = useTransitions(entry, { onRemoved: () => navigate(entry.paths.list) });
  const workflow = getOwn(common.workflows, form.definition.workflow);
  const attachments = useAttachments(entry.api, record.id);
  const unseen = useUnseenForms();
  const files = attachments.data && attachments.data.length + countMissingFiles(attachments.data, form, record);
  const tabs = detailTabsOf(form, t, { forms: answer.formsCount, attachments: files }).filter(
    ({ type }) => !unseen.has(getOwn(form.definition.api.formTypes, type ?? '')?.form),
  );
  const shown = tabs.find((tab) => tab.id === params.get('tab')) ?? problemTab(tabs, params) ?? (tabs[0] as DetailTab);

  const showTab = (tab: string) => setParams(tab === tabs[0]?.id ? {} : { tab }, { replace: true });
  const hasOverview = form.definition.detail?.overview !== undefined && !record.deleted_at;
  // The answers begin on the first screen of a phone.
  const isPhone = useIsNarrowScreen();
  const isLast = isPhone || hasOverview;
  // What comes above the tabs moves them down.
  const isOverviewThere = !usePlaceOverview(entry, record.id, hasOverview).isLoading;

  const title = recordTitle(record);
  const crumbs = [...useFormCrumbs(entry), recordCrumb(record)];
  const below = useChildForms(entry, form, record);
  const hidden = useHiddenQuestions(entry, form, record);
  const rated = ratingTableFields(form).filter(({ name }) => !hidden.has(name));
  const table = rated.length > 0 && <RatingTable {...{ entry, form, record }} nodes={rated} refs={answer.refs} />;
  const isBeside =
    !isPhone && table && rated.some(({ section }) => shown.sections?.includes(section) ?? shown.show === 'sections');
  const actions = <ActionBar {...{ entry, record, workflow, form, transitions, below }} />;
  // At the end of the title's line; on a phone most of them are in the bar at the lower edge.
  const isOnTop = below.length === 0 && !record.deleted_at;
  return (
    <Screen
      name="detail"
      form={entry.form}
      title={title}
      isCode={title === record.code}
      crumbs={crumbs}
      badge={
        <>
          <Standing record={record} ratings={rated.length === 0 ? ratingBars(form, record.data) : undefined} />
          {isOnTop && actions}
        </>
      }
    >
      {!isLast && <RecordFacts record={record} />}
      {record.deleted_at && <DeletedNote record={record} />}
      {isSent && <SentNote entry={entry} record={record} />}
      {!isOnTop && actions}
      {!record.deleted_at && <ReturnNote entry={entry} record={record} form={form} workflow={workflow} />}
      {isPhone && table}
      {hasOverview && <PlaceOverview entry={entry} record={record} tabs={tabs} onTab={showTab} />}
      <TabRow tabs={tabs} shown={shown.id} isReady={isOverviewThere} onShow={showTab} />
      {tabs.length > 1 && <p className={`am-hint ${classes.onPaper}`}>{t('print.oneTab', { tab: shown.title })}</p>}
      <div
        role="tabpanel"
        id={`tab-${shown.id}`}
        aria-labelledby={`tab-of-${shown.id}`}
        className={classes.panel}
        data-show={shown.show}
        data-beside={isBeside || undefined}
      >
        <OnlineWidgets>
          {isBeside && table}
          <TabBody tab={shown} entry={entry} answer={answer} form={form} common={common} without={rated} />
        </OnlineWidgets>
      </div>
      {isLast && <RecordFacts record={record} isLast />}
      <TransitionDialogs transitions={transitions} />
    </Screen>
  );
}

/** Beside the title: the state, the ratings that no table shows, and the code. */
function Standing({ record, ratings }: { record: RecordView; ratings: RatingBarsOf | undefined }) {
  const { t } = useTranslation();
  const code = codeOf(record);
  return (
    <>
      <StatusBadge state={record.current_state} />
      <RatingBars ratings={ratings} />
      {code && code !== recordTitle(record) && (
        <bdi dir="ltr" className="am-hint am-code" {...(!record.code && { title: t('detail.mark') })}>
          {code}
        </bdi>
      )}
    </>
  );
}

/** Returns the tab of problems if the address names one of them. */
function problemTab(tabs: readonly DetailTab[], params: URLSearchParams): DetailTab | undefined {
  return params.has(PROBLEM_PARAM) ? tabs.find(({ show }) => show === 'problems') : undefined;
}

/** Returns the forms of which the user may never see a record. Their lists are not offered. */
function useUnseenForms(): ReadonlySet<string | undefined> {
  const forms = useForms().data ?? [];
  return new Set(forms.filter(({ may }) => !may.view).map(({ form }) => form));
}

/** Shows the record's parent, who created it and who changed it last: below the title, or last on the screen. */
function RecordFacts({ record, isLast }: { record: RecordView; isLast?: boolean }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const parentEntry = record.parent && forms.find((one) => one.form === record.parent?.form);
  return (
    <p className={`am-hint ${isLast ? 'am-above-4' : 'am-below-2'} am-flow am-gap-4 am-row-gap-0`}>
      {record.parent && (
        <span>
          {parentEntry ? text(parentEntry.title) : t('columns.parent')}:{' '}
          {parentEntry ? (
            <Link to={recordPath(parentEntry, record.parent.id)}>
              <RecordName of={recordName(record.parent.name || record.parent.code)} />
            </Link>
          ) : (
            <RecordName of={recordName(record.parent.name)} />
          )}
        </span>
      )}
      {record.created_by && (
        <span>
          {t('detail.createdBy', { name: isolateName(record.created_by.name), at: instant(record.created_at) })}
        </span>
      )}
      {!record.deleted_at && record.updated_at !== record.created_at && record.updated_by && (
        <span>
          {t('detail.updatedBy', {
            name: isolateName(record.updated_by.id === '' ? t('history.system') : record.updated_by.name),
            at: instant(record.updated_at),
          })}
        </span>
      )}
    </p>
  );
}

function DeletedNote({ record }: { record: RecordView }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="trash" />}
      mb="md"
      data-deleted
      title={t('detail.deletedBy', {
        name: isolateName(record.updated_by?.name ?? ''),
        at: instant(record.deleted_at),
      })}
    >
      {t('detail.deletedHint')}
    </Alert>
  );
}

function TabBody({ tab, entry, answer, form, common, without }: Props & { tab: DetailTab; without: FieldNode[] }) {
  switch (tab.show) {
    case 'children':
      return (
        <ChildRecords key={tab.id} entry={entry} record={answer.record} type={tab.type} form={form} common={common} />
      );
    case 'problems':
      return <SiteProblemLog entry={entry} answer={answer} form={form} />;
    case 'rates':
      return <AverageRatings entry={entry} record={answer.record} common={common} />;
    case 'attachments':
      return <Attachments entry={entry} record={answer.record} form={form} />;
    case 'history':
      return <ChangeHistory entry={entry} record={answer.record} form={form} common={common} />;
    default:
      return (
        <div>
          <AnswerSections
            {...{ entry, form, without }}
            sections={tab.sections}
            record={answer.record}
            refs={answer.refs}
          />
        </div>
      );
  }
}
