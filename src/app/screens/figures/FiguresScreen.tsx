/** Shows the figures that a form's definition asks for. The URL holds the filters. */
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FigureView, Filter, FormEntry } from '../../../core/generated/api.ts';
import { filteredListPath } from '../../../core/paths/listState.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import { preferences } from '../../data/preferences.ts';
import { queryKeys } from '../../data/queries.ts';
import { type DataSource, source } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { EmptyList } from '../list/EmptyList.tsx';
import { ListFailure } from '../list/ListFailure.tsx';
import { useListState } from '../list/useListState.ts';
import { namedColumns } from '../record/columns.ts';
import { useColumnLabels } from '../record/useColumnLabels.ts';
import { ChartCard, NumberCard } from './FigureCard.tsx';
import { FigureDownload } from './FigureDownload.tsx';

const FilterPanel = lazyComponent(() => import('../list/filters/FilterPanel.tsx'), { words: WIDGET_NAMESPACES });
const FilterDrawer = lazyComponent(() => import('../list/filters/FilterDrawer.tsx'), { words: WIDGET_NAMESPACES });
const FilterMarks = lazyComponent(() => import('../list/filters/FilterMarks.tsx'));

export default function FiguresScreen({ entry }: { entry: FormEntry }) {
  const form = useCompiledForm(entry.form);
  if (form.error) return <Failed error={form.error} form={entry.form} onRetry={() => void form.refetch()} />;
  return form.data ? <Figures entry={entry} form={form.data} /> : <Loading />;
}

function Figures({ entry, form }: { entry: FormEntry; form: CompiledForm }) {
  const { t } = useTranslation(['app', 'figures']);
  const state = useListState(entry);
  const labels = useColumnLabels(form);
  const definition = form.definition.figures;
  const columns = useMemo(() => namedColumns(form, definition?.filters ?? [], labels), [form, definition, labels]);
  const [open, setOpen] = useState(false);
  const isPhone = useIsNarrowScreen();
  const query = { filters: state.filters, calendar: preferences().calendar };
  const found = useFigures(entry, query);
  const to = useCallback((filters: Filter[]) => filteredListPath(entry, filters), [entry]);
  const title = text(definition?.title);
  const plural = text(entry.plural);
  const filterProps = {
    form,
    filters: state.filters,
    onChange: state.filter,
    columns,
  };
  return (
    <Screen
      name="figures"
      form={entry.form}
      title={title}
      width="wide"
      crumbs={[...useFormCrumbs(entry), { label: title }]}
      buttons={
        <>
          <FigureDownload entry={entry} which="figures" query={query} />
          <BarLink to={to(state.filters)} icon="list-details">
            {plural}
          </BarLink>
        </>
      }
    >
      {columns.length > 0 && (
        <div className="am-flow am-after">
          <ActionButton
            icon="filter"
            variant={open ? 'light' : 'default'}
            aria-expanded={open}
            aria-controls="filters"
            onClick={() => setOpen(!open)}
          >
            {t('filter.title')}
            {state.filters.length > 0 && ` (${number(new Set(state.filters.map(({ field }) => field)).size)})`}
          </ActionButton>
        </div>
      )}
      {open && !isPhone && <FilterPanel {...filterProps} />}
      {open && isPhone && <FilterDrawer {...filterProps} total={totalOf(found.data)} onClose={() => setOpen(false)} />}
      {state.filters.length > 0 && <FilterMarks {...filterProps} />}
      {found.error ? (
        <ListFailure error={found.error} label={title} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <div className="am-packed">
          {[1, 2, 3, 4].map((one) => (
            <Skeleton key={one} height={260} radius="lg" />
          ))}
        </div>
      ) : totalOf(found.data) === 0 ? (
        <EmptyList
          narrowed={state.filters.length > 0}
          plural={plural}
          create={undefined}
          onClear={() => state.set({ filters: [] })}
        />
      ) : (
        <Cards items={definition?.items ?? []} figures={found.data} to={to} busy={found.isFetching} />
      )}
    </Screen>
  );
}

function useFigures(entry: FormEntry, query: Parameters<DataSource['figures']>[1]) {
  return useQuery({
    queryKey: queryKeys.list(entry.api.base, 'figures', query),
    queryFn: () => source.figures(entry.api, query),
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
  });
}

interface CardsProps {
  items: readonly NonNullable<CompiledForm['definition']['figures']>['items'][number][];
  figures: readonly FigureView[];
  /** Returns the path of the list that a part of a figure counts. */
  to: (filters: Filter[]) => string;
  busy: boolean;
}

/** Shows numbers first, then charts. */
function Cards({ items, figures, to, busy }: CardsProps) {
  const cards = items.flatMap((item) => {
    const figure = figures.find(({ id }) => id === item.id);
    return figure ? [{ item, figure, to }] : [];
  });
  const isNumber = ({ item }: (typeof cards)[number]) => item.show === 'count' || item.show === 'average';
  return (
    <div aria-busy={busy}>
      <div className="am-cards am-stack am-gap-3 am-below-3">
        {cards.filter(isNumber).map((one) => (
          <NumberCard key={one.item.id} {...one} />
        ))}
      </div>
      <div className="am-packed">
        {cards
          .filter((one) => !isNumber(one))
          .map((one) => (
            <ChartCard key={one.item.id} {...one} />
          ))}
      </div>
    </div>
  );
}

/** Returns the largest total. If it is 0, there is nothing to show. */
function totalOf(data: FigureView[] | undefined): number | undefined {
  return data && Math.max(0, ...data.map(({ total }) => total));
}
