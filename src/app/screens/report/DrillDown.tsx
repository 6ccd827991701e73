/** The records behind a number, page by page, each with a link. The URL says which number, so that Back closes it. */

import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { ReportResult, ReportView } from '../../../core/generated/api.ts';
import { dotSeparated } from '../../../core/records/name.ts';
import { preferences } from '../../data/preferences.ts';
import { useForms } from '../../data/queries.ts';
import { drillDownParams, drillDownQuery, type readDrillDown } from '../../data/reports/reports.ts';
import { source } from '../../data/source.ts';
import { date, instant, number, recordName, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { PageControls } from '../list/Pages.tsx';
import { RatingBars } from '../record/RatingBars.tsx';
import { StatusBadge } from '../record/StatusBadge.tsx';
import { formatMeasureNumber } from './ReportNumber.tsx';

interface Props {
  report: string;
  view: ReportView;
  result: ReportResult;
  filters: URLSearchParams;
  opened: NonNullable<ReturnType<typeof readDrillDown>>;
}

export function DrillDown({ report, view, result, filters, opened }: Props) {
  const { t } = useTranslation('reports');
  const [params, setParams] = useSearchParams();
  const { calendar, language } = preferences();
  const forms = useForms().data ?? [];
  const question = drillDownQuery(filters, opened);
  const found = useQuery({
    queryKey: ['reports', report, 'behind', question.toString(), calendar, language],
    queryFn: () => source.reportBehind(report, question),
    placeholderData: keepPreviousData,
  });
  const client = useQueryClient();
  const shownResult = { queryKey: ['reports', report, 'result'] };
  const { data } = found;
  return (
    <Dialog
      title={nameOf(view, result, opened.key)}
      size="xl"
      place={useIsNarrowScreen() ? 'screen' : 'top'}
      onClose={() => setParams(drillDownParams(params, null), { preventScrollReset: true })}
    >
      {found.error ? (
        <>
          <FailureNote error={found.error} />
          <ActionButton icon="refresh" variant="default" onClick={() => void found.refetch()}>
            {t('again')}
          </ActionButton>
        </>
      ) : !data ? (
        <Skeleton height={300} />
      ) : (
        <div data-behind={data.meta.total} aria-busy={found.isFetching}>
          <p role="status">{t('behind', { total: number(data.meta.total) })}</p>
          {isOutdated(result, opened.key, data.number) && (
            <p className="am-warning am-gap-3 am-row-gap-2 am-cluster" role="status" data-changed>
              {t('changed', {
                time: instant(result.at),
                now: data.number === null ? '—' : formatMeasureNumber(data.number, measureOf(view, opened.key)),
              })}
              <ActionButton icon="refresh" variant="default" onClick={() => void client.invalidateQueries(shownResult)}>
                {t('recount')}
              </ActionButton>
            </p>
          )}
          <ul className="am-above-2 am-below-2 am-rows">
            {data.data.map((row) => (
              <li key={`${row.form} ${row.id}`} data-record={row.id}>
                <Link to={row.path} className="am-target am-strong">
                  <RecordName of={recordName(row.name) || row.code} />
                </Link>
                <span className="am-gap-3 am-row-gap-1 am-flow am-meta">
                  {row.code && row.code !== row.name && <bdi dir="ltr">{row.code}</bdi>}
                  <span>{text(forms.find(({ form }) => form === row.form)?.title)}</span>
                  {row.place && <bdi>{row.place}</bdi>}
                  {row.day && <span>{date(row.day)}</span>}
                  {row.value !== null && <span>{t('adds', { shown: number(row.value) })}</span>}
                  <StatusBadge state={row.state} />
                  <RatingBars ratings={row.ratings} />
                </span>
              </li>
            ))}
          </ul>
          <PageControls
            meta={{ ...data.meta, capped: false }}
            onPage={(page) => setParams(drillDownParams(params, opened.key, page), { replace: true })}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Returns true if the number that was opened is no longer the one that is shown. It may not be among the rows shown. */
function isOutdated(result: ReportResult, key: Props['opened']['key'], now: number | null): boolean {
  const block = result.blocks.find(({ id }) => id === key.block);
  const at = block?.columns.findIndex(({ measure, across }) => measure === key.measure && across === key.across) ?? -1;
  const own = key.row === undefined ? (block?.total ?? block?.rows[0]) : block?.rows.find((row) => row.key === key.row);
  return at >= 0 && own !== undefined && own.cells[at] !== now;
}

function measureOf({ blocks }: ReportView, { block, measure }: Props['opened']['key']) {
  return blocks.find(({ id }) => id === block)?.measures.find(({ id }) => id === measure);
}

/** Returns the words of a number: its block, row and column. */
function nameOf(view: ReportView, result: ReportResult, { block: id, measure, row, across }: Props['opened']['key']) {
  const block = view.blocks.find((one) => one.id === id);
  const counted = result.blocks.find((one) => one.id === id);
  const column = counted?.columns.find((one) => one.measure === measure && one.across === across);
  const group = row === undefined ? undefined : counted?.rows.find(({ key }) => key === row);
  return dotSeparated([block?.title && text(block.title), group?.name, column?.name]);
}
