/** Shows the number of results, the rows and the page links, or why there are no rows. */
import { useTranslation } from 'react-i18next';
import type { Workflow } from '../../../core/definitions/types.ts';
import type { ListState } from '../../data/listState.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { number, text } from '../../data/words.ts';
import { usePhone } from '../../shell/usePhone.ts';
import { bulkStates } from '../record/actions.ts';
import { AllDone } from '../review/AllDone.tsx';
import { Empty } from './Empty.tsx';
import classes from './List.module.css';
import { ListCards } from './ListCards.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { ListTrouble } from './ListTrouble.tsx';
import { Pages } from './Pages.tsx';
import { useRecordList } from './RecordListContext.ts';
import { SortSelect } from './SortSelect.tsx';
import type { Records } from './useRecords.ts';

// Loaded when rendered, because phones show cards instead.
const ListTable = onDemand(() => import('./ListTable.tsx'));

interface Props {
  records: Records;
  create: { to: string; label: string } | undefined;
}

export function ListResults({ records: { state, query, isOpening, setPageSize }, create }: Props) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const { entry, columns, rows, meta, sort, workflow } = useRecordList();
  const plural = text(entry.plural);
  if (query.isError) return <ListTrouble error={query.error} label={plural} onRetry={() => void query.refetch()} />;
  return (
    <>
      {meta && (
        <div className={classes.above}>
          <p className={`am-hint ${classes.total}`} role="status">
            {t(meta.capped ? 'list.totalCapped' : 'list.total', { total: number(meta.total) })}
          </p>
          {isPhone && rows.length > 1 && (
            <SortSelect columns={columns} sort={sort} onSort={(sort) => state.set({ sort })} />
          )}
        </div>
      )}
      {isOpening ? (
        <ListSkeleton columns={columns.length} rows={8} cards={isPhone} />
      ) : rows.length === 0 && asksOnlyForWaiting(state, workflow) ? (
        <AllDone entry={entry} />
      ) : rows.length === 0 ? (
        <Empty
          narrowed={state.filters.length > 0 || state.text !== ''}
          plural={plural}
          deleted={state.deleted}
          create={create}
          onClear={() => state.set({ filters: [], text: '' })}
        />
      ) : (
        <div aria-busy={query.isFetching} className={classes.results}>
          {isPhone ? <ListCards /> : <ListTable waiting={<ListSkeleton columns={columns.length} rows={8} />} />}
          {meta && <Pages meta={meta} onPage={(page) => state.set({ page })} onSize={setPageSize} />}
        </div>
      )}
    </>
  );
}

/** Returns true if the list shows what waits for a decision, and nothing else narrows it. */
function asksOnlyForWaiting({ filters, text }: ListState, workflow: Workflow | undefined): boolean {
  const waiting = bulkStates(workflow);
  return (
    text === '' &&
    filters.length > 0 &&
    filters.every(
      ({ field, value }) => field === 'status' && [value].flat().every((state) => waiting.includes(String(state))),
    )
  );
}
