/** Counts and shows the blocks of a report. Counting that takes longer than a second can be stopped. */

import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { ReportEntry, ReportFilter, ReportResult, ReportView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { preferences } from '../../data/preferences.ts';
import { type ChosenFilters, chosenFilterParams, readDrillDown, useChosenRecords } from '../../data/reports/reports.ts';
import { source } from '../../data/source.ts';
import { date, instant, number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { ReportBlockView } from './Block.tsx';
import { DrillDown } from './DrillDown.tsx';
import classes from './Report.module.css';

interface Props {
  entry: ReportEntry;
  view: ReportView;
  chosen: ChosenFilters;
}

export function ReportBlocks({ entry: { report }, view, chosen }: Props) {
  const { t } = useTranslation(['reports', 'app']);
  const client = useQueryClient();
  const [params] = useSearchParams();
  const filters = chosenFilterParams(chosen);
  const { calendar, language } = preferences();
  const queryKey = ['reports', report, 'result', filters.toString(), calendar, language];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => source.reportResult(report, filters, { signal }),
    staleTime: 60_000,
    refetchOnReconnect: true,
  });
  const opened = readDrillDown(params);
  if (found.data) {
    return (
      <>
        <Facts view={view} result={found.data} chosen={chosen} />
        <div className="am-gap-3 am-stack" aria-busy={found.isFetching}>
          {view.blocks.map((block) => (
            <ReportBlockView
              key={block.id}
              report={report}
              block={block}
              result={found.data.blocks.find(({ id }) => id === block.id)}
              at={found.data.at}
              filters={filters}
            />
          ))}
        </div>
        <p className="am-hint am-above-3" data-counted>
          {t('counted', { time: instant(found.data.at), records: number(found.data.records) })}
        </p>
        {opened && <DrillDown report={report} view={view} result={found.data} filters={filters} opened={opened} />}
      </>
    );
  }
  if (found.error)
    return (
      <>
        <FailureNote error={found.error} />
        <ActionButton icon="refresh" onClick={() => void found.refetch()}>
          {t('app:retry')}
        </ActionButton>
      </>
    );
  if (found.fetchStatus === 'idle') {
    return (
      <p role="status" className="am-gap-3 am-tall am-cluster">
        {t('stopped')}
        <ActionButton icon="refresh" onClick={() => void found.refetch()}>
          {t('show')}
        </ActionButton>
      </p>
    );
  }
  return <Counting onStop={() => void client.cancelQueries({ queryKey, exact: true })} />;
}

function Counting({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation('reports');
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div data-counting>
      <p className="am-gap-3 am-tall am-cluster">
        <span role="status">{t('counting')}</span>
        {seconds > 0 && (
          <>
            <span>{t('countingFor', { seconds: number(seconds) })}</span>
            <ActionButton icon="x" variant="default" action="stop" onClick={onStop}>
              {t('stop')}
            </ActionButton>
          </>
        )}
      </p>
      {[1, 2, 3].map((one) => (
        <Skeleton key={one} height={160} radius="lg" mb="md" />
      ))}
    </div>
  );
}

/** By which filters it was counted, and whether something is still missing. */
function Facts({ view, result, chosen }: { view: ReportView; result: ReportResult; chosen: ChosenFilters }) {
  const { t } = useTranslation('reports');
  const given = view.filters.filter(({ id }) => getOwn(chosen, id));
  const isPending = result.blocks.some(({ pending }) => pending);
  if (given.length === 0 && !isPending) return null;
  return (
    <div className={`${classes.facts} am-stack am-row-gap-1 am-after`}>
      {given.length > 0 && (
        <dl className="am-flow am-gap-4 am-row-gap-1">
          {given.map((filter) => (
            <div key={filter.id} className="am-beside am-gap-2">
              <dt>{text(filter.title)}</dt>
              <dd className="am-strong">
                <ChosenNames filter={filter} values={getOwn(chosen, filter.id) ?? []} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isPending && (
        <p className="am-warning" role="status">
          {t('pending')}
        </p>
      )}
    </div>
  );
}

function ChosenNames({ filter, values }: { filter: ReportFilter; values: string[] }) {
  const { t } = useTranslation('reports');
  const records = useChosenRecords(filter, values);
  const choices: readonly { id: string; name: string }[] = records.data ?? filter.choices;
  const nameOf = (value: string) =>
    filter.kind === 'date' ? date(value) : (choices.find(({ id }) => id === value)?.name ?? t('oneChosen'));
  return records.isLoading ? '…' : <DotSeparated parts={values.map(nameOf)} />;
}
