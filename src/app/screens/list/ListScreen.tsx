/** List of one form's records. The URL holds search text, filters, order and page. Phones show rows instead of a table. */

import { Alert } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Common, FormEntry } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { formLinks } from '../../data/offers.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import { useCommon } from '../../data/queries.ts';
import { date, text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { ChartsOnline } from '../../shell/offline/NeedsServer.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { filterColumns, namedColumns } from '../record/columns.ts';
import { TransitionDialogs } from '../record/TransitionDialogs.tsx';
import { useColumnLabels } from '../record/useColumnLabels.ts';
import classes from './List.module.css';
import { ListBar, ListHeadTools } from './ListBar.tsx';
import { ListResults, ListTotal } from './ListResults.tsx';
import { ListTools } from './ListTools.tsx';
import { RecordListContext } from './RecordListContext.ts';
import { useListState } from './useListState.ts';
import { useListPage, useRecordList } from './useRecords.ts';
import { ROWS_WIDTH } from './widths.ts';

// Loaded when rendered: the user opens the filters, follows a link that has some, or selects records.
const FilterPanel = lazyComponent(() => import('./filters/FilterPanel.tsx'), { words: WIDGET_NAMESPACES });
const FilterDrawer = lazyComponent(() => import('./filters/FilterDrawer.tsx'), { words: WIDGET_NAMESPACES });
const FilterMarks = lazyComponent(() => import('./filters/FilterMarks.tsx'));
const ListTabs = lazyComponent(() => import('./ListTabs.tsx'), { words: ['views'] });
const ViewNote = lazyComponent(() => import('./views/ViewNote.tsx'), { words: ['views'] });
const SelectionBar = lazyComponent(() => import('./SelectionBar.tsx'));
const Preview = lazyComponent(() => import('./preview/Preview.tsx'), { words: WIDGET_NAMESPACES });
const MatrixPanel = lazyComponent(() => import('../figures/MatrixPanel.tsx'), { words: ['figures'] });

export default function ListScreen({ entry }: { entry: FormEntry }) {
  const form = useCompiledForm(entry.form);
  const common = useCommon();
  // Requests the page in parallel with the definition. `List` reads the same query.
  const { query } = useListPage(entry, useListState(entry));
  // The server's refusal says who may see these records.
  if (!entry.may.view && query.error) return <Failed error={query.error} form={entry.form} />;
  if (form.error) return <Failed error={form.error} form={entry.form} onRetry={() => void form.refetch()} />;
  if (!form.data || !common.data) return <Loading />;
  return <List entry={entry} form={form.data} common={common.data} />;
}

function List({ entry, form, common }: { entry: FormEntry; form: CompiledForm; common: Common }) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen(ROWS_WIDTH);
  const records = useRecordList(entry, form, common);
  const { state, query, list } = records;
  const labels = useColumnLabels(form);
  const filterable = useMemo(() => filterColumns(form, labels), [form, labels]);
  // A link may filter by columns that the filter panel does not offer.
  const further = useMemo(
    () => namedColumns(form, [...new Set(state.filters.map((one) => one.field))], labels),
    [form, labels, state.filters],
  );
  const [filtersOpen, setFiltersOpen] = useState(false);
  // Open at first on wide screens, which have room for it above the list. Phone users open it themselves.
  const [matrixOpen, setMatrixOpen] = useState(!isPhone);
  const crumbs = useFormCrumbs(entry).map(({ label, to }, at, all) =>
    at < all.length - 1 ? { label, to } : { label },
  );
  const to = state.deleted ? undefined : formLinks(entry).create;
  const create = to ? { to, label: text(entry.new) || t('list.create') } : undefined;
  const filterProps = { form, filters: state.filters, onChange: state.filter };
  const filters = filterable.length > 0 ? { isOpen: filtersOpen, onOpen: setFiltersOpen } : undefined;
  const matrix = { isOpen: matrixOpen, onOpen: setMatrixOpen };
  const tools = { records, filters, matrix, create };
  const marks = state.filters.length > 0 && (
    <FilterMarks {...filterProps} columns={[...filterable, ...list.columns, ...further]} isInBar={isPhone} />
  );
  return (
    <RecordListContext value={list}>
      <Screen
        name="list"
        form={entry.form}
        title={text(entry.plural)}
        width="wide"
        crumbs={crumbs}
        badge={
          <>
            <ListTotal meta={list.meta} />
            {isPhone && <ListHeadTools {...tools} />}
          </>
        }
        buttons={isPhone ? undefined : <ListTools {...tools} />}
      >
        {entry.retired && (
          <Alert color="gray" variant="light" icon={<Icon name="info-circle" />} mb="md" data-retired>
            {t('list.retired', { day: isolateName(date(entry.retired)) })}
          </Alert>
        )}
        {isPhone && (
          <ListBar {...tools}>
            {state.view && <ListTabs state={state} isInBar />}
            {marks}
          </ListBar>
        )}
        {!isPhone && <ListTabs state={state} waiting={<div className={classes.tabsComing} />} />}
        {filtersOpen && !isPhone && <FilterPanel {...filterProps} columns={filterable} />}
        {filtersOpen && isPhone && (
          <FilterDrawer
            {...filterProps}
            columns={filterable}
            total={query.isFetching ? undefined : list.meta?.total}
            onClose={() => setFiltersOpen(false)}
          />
        )}
        {matrixOpen && form.definition.matrix && !state.deleted && (
          <ChartsOnline>
            <MatrixPanel entry={entry} form={form} filters={state.filters} />
          </ChartsOnline>
        )}
        {!isPhone && marks}
        {state.view && <ViewNote state={state} />}
        <Results records={records} create={create} />
        {list.isMarking && <SelectionBar records={records} />}
        <TransitionDialogs transitions={list.transitions} />
      </Screen>
    </RecordListContext>
  );
}

/** The rows, and the previewed record beside them. */
function Results({ records, create }: Parameters<typeof ListResults>[0]) {
  const { preview, onPreview } = records.list;
  const isBeside = onPreview !== undefined && preview !== undefined;
  return (
    // The same elements with and without a preview, so that the focus stays in its row.
    <div className={isBeside ? `${classes.beside} am-stack am-gap-4 am-start` : undefined}>
      <div>
        <ListResults records={records} create={create} />
      </div>
      {isBeside && <Preview id={preview} onClose={() => onPreview(undefined)} waiting={<div aria-busy="true" />} />}
    </div>
  );
}
