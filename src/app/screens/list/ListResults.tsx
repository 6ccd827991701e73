/** Shows the number of results, the rows and the page links, or why there are no rows. */
import { useTranslation } from 'react-i18next';
import type { Workflow } from '../../../core/definitions/types.ts';
import type { ListState } from '../../../core/paths/listState.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import type { ListMeta } from '../../data/types.ts';
import { number, text } from '../../data/words.ts';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { bulkStates } from '../record/actions.ts';
import { ReviewDone } from '../review/AllDone.tsx';
import { EmptyList } from './EmptyList.tsx';
import classes from './List.module.css';
import { ListFailure } from './ListFailure.tsx';
import { ListRows } from './ListRows.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { PageControls } from './Pages.tsx';
import { useRecordListContext } from './RecordListContext.ts';
import type { RecordListResult } from './useRecords.ts';
import { ROWS_WIDTH } from './widths.ts';

// Loaded when rendered, because phones show rows instead.
const ListTable = lazyComponent(() => import('./ListTable.tsx'));

interface Props {
  records: RecordListResult;
  create: { to: string; label: string } | undefined;
}

export function ListTotal({ meta }: { meta: ListMeta | undefined }) {
  const { t } = useTranslation();
  if (!meta) return null;
  return (
    <p className="am-dimmed" role="status">
      <span className="am-visually-hidden">
        {t(meta.capped ? 'list.totalCapped' : 'list.total', { total: number(meta.total) })}
      </span>
      <span aria-hidden>
        {number(meta.total)}
        {meta.capped && '+'}
      </span>
    </p>
  );
}

export function ListResults({ records: { state, query, isOpening, setPageSize }, create }: Props) {
  const isPhone = useIsNarrowScreen(ROWS_WIDTH);
  const { t } = useTranslation();
  const { entry, columns, rows, meta, totals, workflow } = useRecordListContext();
  const plural = text(entry.plural);
  if (query.isError) return <ListFailure error={query.error} label={plural} onRetry={() => void query.refetch()} />;
  return (
    <>
      {!isPhone && totals?.isPartial && <p className="am-hint">{t('list.totalsPartial')}</p>}
      {isOpening ? (
        <ListSkeleton columns={columns.length} rows={8} narrow={isPhone} />
      ) : rows.length === 0 && asksOnlyForWaiting(state, workflow) ? (
        <ReviewDone entry={entry} />
      ) : rows.length === 0 ? (
        <EmptyList
          narrowed={state.filters.length > 0 || state.text !== ''}
          plural={plural}
          deleted={state.deleted}
          create={create}
          onClear={() => state.set({ filters: [], text: '' })}
        />
      ) : (
        <div aria-busy={query.isFetching} className={classes.results}>
          {isPhone ? <ListRows /> : <ListTable waiting={<ListSkeleton columns={columns.length} rows={8} />} />}
          {meta && <PageControls meta={meta} onPage={(page) => state.set({ page })} onSize={setPageSize} />}
        </div>
      )}
    </>
  );
}

/**
 * Returns true if the list shows what waits for a decision, and nothing else narrows it. Where it takes four eyes, links from
 * home leave out what the person made or last changed.
 */
function asksOnlyForWaiting({ filters, text }: ListState, workflow: Workflow | undefined): boolean {
  const waiting = bulkStates(workflow);
  const states = filters.filter(({ field }) => field === 'status');
  const others = filters.filter(({ field }) => field !== 'status');
  return (
    text === '' &&
    states.length > 0 &&
    states.every(({ value }) => [value].flat().every((state) => waiting.includes(String(state)))) &&
    others.every(({ field, op }) => op === 'ne' && field === 'work_of')
  );
}
