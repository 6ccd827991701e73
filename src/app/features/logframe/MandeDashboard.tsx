/** The department's dashboard: logframes, due milestones, waiting records, and submissions of the last week. */

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Filter, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { filteredListPath } from '../../../core/paths/listState.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { queryKeys, useForms, useHome } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { date, number, text } from '../../data/words.ts';
import { FormCountsPanel } from '../../screens/dashboard/FormLines.tsx';
import { HomePanel, HomePanelLink, HomePanelRows } from '../../screens/dashboard/Panel.tsx';
import { recordTitle } from '../../screens/record/title.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import { todayInKabul } from '../../widgets/environment.tsx';
import { useLogframes } from './data.ts';
import { LateBadge, RollUpLine } from './ProgressStatus.tsx';
import { milestonesOf, rollUp } from './progress.ts';
import { allNodes, buildLogframeTree } from './tree.ts';

/** Milestones due within this many days are shown. */
const AHEAD = 30;
const SHOWN = 8;
const EVERYTHING: Filter[] = [];

export default function MandeDashboard() {
  const { t } = useTranslation('mande');
  const { entry, query } = useLogframes(EVERYTHING);
  const title = t('home.title');
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const records = query.data?.data;
  return (
    <Screen
      name="dashboard"
      title={title}
      crumbs={[{ label: title }]}
      buttons={
        <>
          <BarLink to="/mande-dashboard/logframe-user-tagging" icon="user">
            {t('taggedScreen.title')}
          </BarLink>
          {entry?.may.create && entry.paths.create?.[0] && (
            <BarLink to={entry.paths.create[0]} icon="plus">
              {text(entry.new)}
            </BarLink>
          )}
        </>
      }
    >
      <div className="am-sides am-stack am-gap-4 am-start">
        <div className="am-stack am-gap-4 am-shrinks">
          <HomePanel icon="list-details" title={text(entry?.plural) || t('levels.goals')} count={records?.length ?? 0}>
            {!records || !entry ? (
              <Skeleton height={160} width="auto" m="md" />
            ) : (
              <HomePanelRows none={t('home.noLogframes')}>
                {records.map((record) => (
                  <li key={record.id}>
                    <HomePanelLink to={recordPath(entry, record.id)}>
                      <b>
                        <RecordName of={recordTitle(record)} />
                      </b>
                      <RollUpLine figures={rollUp(buildLogframeTree(record.data).roots, todayInKabul())} />
                    </HomePanelLink>
                  </li>
                ))}
              </HomePanelRows>
            )}
          </HomePanel>
          {entry && <Waiting programme={entry.programme} />}
        </div>
        <div className="am-stack am-gap-4 am-shrinks">
          {records && entry && <Due records={records} entry={entry} />}
          <Logs />
        </div>
      </div>
    </Screen>
  );
}

/** Milestones without a value that are past or near, the oldest first. */
function Due({ records, entry }: { records: RecordView[]; entry: FormEntry }) {
  const { t } = useTranslation('mande');
  const day = todayInKabul();
  const until = new Date(Date.parse(day) + AHEAD * 86_400_000).toISOString().slice(0, 10);
  const due = records
    .flatMap((record) =>
      allNodes(buildLogframeTree(record.data)).flatMap(({ table, row }) =>
        table !== 'indicators'
          ? []
          : milestonesOf(row)
              .filter((one) => one.reached === undefined && one.date <= until)
              .map((milestone) => ({ record, row, milestone })),
      ),
    )
    .sort((a, b) => a.milestone.date.localeCompare(b.milestone.date));
  return (
    <HomePanel icon="clock" title={t('home.due')} count={due.length}>
      <HomePanelRows none={t('home.nothingDue')}>
        {due.slice(0, SHOWN).map(({ record, row, milestone }) => (
          <li key={`${record.id} ${String(row.id)} ${milestone.date}`}>
            <HomePanelLink
              to={recordPath(entry, record.id)}
              side={
                <>
                  <small>{date(milestone.date, 'short')}</small>
                  {milestone.date < day && <LateBadge />}
                </>
              }
            >
              <b>
                <bdi>{String(row.title ?? t('untitled'))}</bdi>
              </b>
              <small>
                <RecordName of={recordTitle(record)} />
              </small>
            </HomePanelLink>
          </li>
        ))}
      </HomePanelRows>
    </HomePanel>
  );
}

/** Shows how many records of this department's forms wait, one line for each form. */
function Waiting({ programme }: { programme: string }) {
  const { t } = useTranslation('mande');
  const found = useHome();
  if (found.isPending) return <Skeleton height={80} width="auto" m="md" />;
  return <FormCountsPanel lines={found.data?.lines ?? []} title={t('home.waiting')} programme={programme} />;
}

/** Shows the number of submissions in each log during the last week. */
function Logs() {
  const { t } = useTranslation('mande');
  const logs = (useForms().data ?? []).filter((one) => one.kind === 'log' && one.may.view);
  const since = new Date(Date.parse(todayInKabul()) - 7 * 86_400_000).toISOString().slice(0, 10);
  const filters: Filter[] = [{ field: 'submitted_at', op: 'gte', value: since }];
  const totals = useQuery({
    queryKey: queryKeys.list(
      'logs',
      logs.map(({ form }) => form),
      since,
    ),
    queryFn: () => Promise.all(logs.map((one) => source.list(one.api, { filters, per_page: 5 }))),
    enabled: logs.length > 0,
  });
  if (logs.length === 0) return null;
  return (
    <HomePanel icon="history" title={t('home.logs')}>
      <ul className="am-lined">
        {logs.map((log, at) => (
          <li key={log.form}>
            <HomePanelLink
              to={filteredListPath(log, filters)}
              side={<b>{totals.data?.[at] ? number(totals.data[at].meta.total) : totals.isError ? '–' : '…'}</b>}
            >
              {text(log.plural)}
            </HomePanelLink>
          </li>
        ))}
      </ul>
    </HomePanel>
  );
}
