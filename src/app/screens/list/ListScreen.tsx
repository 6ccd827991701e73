/** Records of one form: words, filters, order and page in the URL; a table on wide screens, cards on phones. */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { onDemand, WIDGET_WORDS } from '../../data/onDemand.tsx';
import { createPath, searchPath } from '../../data/paths.ts';
import { keys, useCommon, useForm, useForms, useSession } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { Common, Filter, FormEntry } from '../../data/types.ts';
import { number, text } from '../../data/words.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/useFormCrumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { SearchBox } from '../../shell/SearchBox.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { usePhone } from '../../shell/usePhone.ts';
import { Icon } from '../../theme/Icon.tsx';
import { filterColumns, listColumns, namedColumns } from '../record/columns.ts';
import { downloadWithProgress } from '../record/save.ts';
import { useColumnWords } from '../record/useColumnWords.ts';
import { useSteps } from '../record/useSteps.tsx';
import { Empty } from './Empty.tsx';
import classes from './List.module.css';
import { ListCards } from './ListCards.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { ListTrouble } from './ListTrouble.tsx';
import { Pages } from './Pages.tsx';
import { SortSelect } from './SortSelect.tsx';
import { useListState } from './useListState.ts';

// Loaded when drawn: phones draw cards, and filters wait until somebody opens them or follows a link with some.
const ListTable = onDemand(() => import('./ListTable.tsx'));
const FilterPanel = onDemand(() => import('./filters/FilterPanel.tsx'), { words: WIDGET_WORDS });
const FilterDrawer = onDemand(() => import('./filters/FilterDrawer.tsx'), { words: WIDGET_WORDS });
const FilterMarks = onDemand(() => import('./filters/FilterMarks.tsx'));
const MatrixPanel = onDemand(() => import('../figures/MatrixPanel.tsx'), { words: ['figures'] });

const REFUSED_BY_ROLE = new Set(['role_needed', 'other_programme', 'other_province']);

export default function ListScreen({ entry }: { entry: FormEntry }) {
  const form = useForm(entry.form);
  const common = useCommon();
  if (form.error) return <Failed error={form.error} form={entry.form} onRetry={() => void form.refetch()} />;
  if (!form.data || !common.data) return <Loading />;
  return <List entry={entry} form={form.data} common={common.data} />;
}

function List({ entry, form, common }: { entry: FormEntry; form: CompiledForm; common: Common }) {
  const { t } = useTranslation();
  const source = useSource();
  const state = useListState();
  const forms = useForms();
  const failure = useFailureText();
  const words = useColumnWords(form);
  const columns = useMemo(() => listColumns(form, words), [form, words]);
  const filterable = useMemo(() => filterColumns(form, words), [form, words]);
  // A link may narrow by what the panel does not offer.
  const asked = useMemo(
    () => namedColumns(form, [...new Set(state.filters.map((one) => one.field))], words),
    [form, words, state.filters],
  );
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [chosen, setChosen] = useState<Record<string, true>>({});
  const isPhone = usePhone();
  // Above the list there is room for it on wide screens; phones open it when asked.
  const [matrixOpen, setMatrixOpen] = useState(!isPhone);
  const steps = useSteps(entry, { onChanged: () => setChosen({}) });
  const workflow = common.workflows[form.definition.workflow];
  const perPage = state.perPage ?? form.definition.list.perPage ?? 20;
  const query = {
    page: state.page,
    per_page: perPage,
    filters: state.filters,
    ...(state.sort && { sort: state.sort }),
    text: state.text,
    ...(state.deleted && { deleted: true }),
  };
  const list = useQuery({
    queryKey: keys.list(entry.api.base, query),
    queryFn: ({ signal }) => source.list(entry.api, query, signal),
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
  });

  const crumbs = useFormCrumbs(entry).map(({ label, to }, at, all) =>
    at < all.length - 1 ? { label, to } : { label },
  );
  const plural = text(entry.plural);
  const rows = list.data?.data ?? [];
  // Steps for many at once, unless it is the person's role that is missing.
  const bulk = (state.deleted ? [] : (workflow?.transitions ?? [])).filter(
    (step) =>
      step.bulk &&
      rows.some((row) => row.recordScope[step.action] || !REFUSED_BY_ROLE.has(row.why_not[step.action]?.code ?? '')),
  );
  const meta = list.data?.meta;
  const marked = Object.keys(chosen);
  // Marks are about what is shown: other filters or words begin with none.
  const narrowing = `${JSON.stringify(state.filters)} ${state.text}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => setChosen({}), [narrowing]);
  // Records went, or a link is old: the last page there is.
  const beyond = meta && !list.isPlaceholderData && rows.length === 0 && meta.total > 0 ? meta.last_page : undefined;
  useEffect(() => {
    if (beyond !== undefined) state.goTo(beyond);
  }, [beyond, state]);
  const filtered = new Set(state.filters.map((one) => one.field)).size;
  const isNarrowed = state.filters.length > 0 || state.text !== '';
  // Nothing of a log is ever deleted.
  const mayRestore = useSession().data?.may.restore === true && form.definition.kind !== 'log';
  const create = !entry.may.create || state.deleted ? null : createPath(entry);

  const exportAs = (format: 'xlsx' | 'csv') =>
    downloadWithProgress(
      (onProgress) =>
        source.exportList(
          entry.api,
          {
            filters: state.filters,
            ...(state.sort && { sort: state.sort }),
            text: state.text,
            ...(state.deleted && { deleted: true }),
            format,
          },
          onProgress,
        ),
      `${entry.form}.${format}`,
      failure,
    );

  const filterProps = { form, filters: state.filters, onChange: (filters: Filter[]) => state.set({ filters }) };
  const rowsProps = {
    ...{ entry, form, common, columns, rows, meta, steps, workflow, chosen },
    onChoose: bulk.length > 0 ? setChosen : undefined,
  };

  return (
    <Screen
      name="list"
      form={entry.form}
      title={plural}
      width="wide"
      crumbs={crumbs}
      buttons={
        <>
          {(form.definition.list.buttons ?? []).flatMap((button) => {
            const target = forms.data?.find((other) => other.form === button.form);
            return target ? (
              <BarLink key={button.form} to={target.paths.list} icon={target.icon ?? 'file'}>
                {text(target.plural)}
              </BarLink>
            ) : (
              []
            );
          })}
          {entry.paths.figures && (
            <BarLink to={entry.paths.figures} icon="chart-bar">
              {text(form.definition.figures?.title)}
            </BarLink>
          )}
          <BarLink to={searchPath(entry.paths)} icon="adjustments-horizontal">
            {t('search.title')}
          </BarLink>
          {entry.import && entry.may.create && (
            <BarLink to={entry.import.path} icon="file-spreadsheet">
              {t('upload.title')}
            </BarLink>
          )}
          {entry.may.export && (
            <DropMenu
              align="end"
              width={280}
              label={t('list.export')}
              trigger={(props) => (
                <Button {...props} variant="outline" size="sm" leftSection={<Icon name="download" size={16} />}>
                  {t('list.export')}
                </Button>
              )}
            >
              {meta && (
                <p className={classes.exportNote}>
                  {t(meta.capped ? 'list.exportMany' : 'list.exportRows', { total: number(meta.total) })}
                </p>
              )}
              <DropItem icon="file-spreadsheet" onSelect={() => void exportAs('xlsx')}>
                {t('list.exportExcel')}
              </DropItem>
              <DropItem icon="file-text" onSelect={() => void exportAs('csv')}>
                {t('list.exportCsv')}
              </DropItem>
            </DropMenu>
          )}
          {create && !isPhone && (
            <BarLink to={create} icon="plus" primary>
              {text(entry.new) || t('list.create')}
            </BarLink>
          )}
        </>
      }
    >
      <div className={classes.tools}>
        <SearchBox
          label={t('list.searchIn', { name: plural })}
          placeholder={t('list.searchPlaceholder')}
          words={state.text}
          onAsk={(words) => state.set({ text: words })}
        />
        {filterable.length > 0 && (
          <Button
            variant={filtersOpen ? 'light' : 'default'}
            leftSection={<Icon name="filter" size={16} />}
            aria-expanded={filtersOpen}
            aria-controls="filters"
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            {t('filter.title')}
            {filtered > 0 && <span className={classes.badge}>{number(filtered)}</span>}
          </Button>
        )}
        {form.definition.matrix && (
          <Button
            variant={matrixOpen ? 'light' : 'default'}
            leftSection={<Icon name="table" size={16} />}
            aria-expanded={matrixOpen}
            onClick={() => setMatrixOpen(!matrixOpen)}
            data-action="matrix"
          >
            {text(form.definition.matrix.title)}
          </Button>
        )}
        {(mayRestore || state.deleted) && (
          <Button
            variant={state.deleted ? 'light' : 'default'}
            leftSection={<Icon name="trash" size={16} />}
            aria-pressed={state.deleted}
            onClick={() => state.set({ deleted: !state.deleted })}
          >
            {t('list.deleted')}
          </Button>
        )}
        {bulk.map((step) => (
          <Button
            key={step.action}
            variant="default"
            leftSection={<Icon name="checks" size={16} />}
            disabled={!meta?.total}
            onClick={() =>
              marked.length > 0
                ? steps.ask({ kind: 'many', step, ids: marked })
                : steps.ask({ kind: 'all', step, filters: state.filters, text: state.text, total: meta?.total ?? 0 })
            }
          >
            {marked.length > 0
              ? t('list.stepMarked', { step: text(step.label), shown: number(marked.length) })
              : t('list.stepAll', { step: text(step.label) })}
          </Button>
        ))}
      </div>
      {marked.length > 0 && (
        <p className={classes.marked} role="status">
          {t('list.markedCount', { shown: number(marked.length) })}{' '}
          <button type="button" onClick={() => setChosen({})}>
            {t('list.unmark')}
          </button>
        </p>
      )}
      {filtersOpen && !isPhone && <FilterPanel {...filterProps} columns={filterable} />}
      {filtersOpen && isPhone && (
        <FilterDrawer
          {...filterProps}
          columns={filterable}
          total={list.isFetching ? undefined : meta?.total}
          onClose={() => setFiltersOpen(false)}
        />
      )}
      {matrixOpen && form.definition.matrix && !state.deleted && (
        <MatrixPanel entry={entry} form={form} filters={state.filters} />
      )}
      {state.filters.length > 0 && <FilterMarks {...filterProps} columns={[...filterable, ...columns, ...asked]} />}
      {meta && !list.isError && (
        <div className={classes.above}>
          <p className={classes.total} role="status">
            {t(meta.capped ? 'list.totalCapped' : 'list.total', { total: number(meta.total) })}
          </p>
          {isPhone && rows.length > 1 && (
            <SortSelect
              columns={columns}
              sort={state.sort ?? form.definition.list.sort}
              onSort={(sort) => state.set({ sort })}
            />
          )}
        </div>
      )}
      {list.isError ? (
        <ListTrouble error={list.error} label={plural} onRetry={() => void list.refetch()} />
      ) : list.isPending || beyond !== undefined ? (
        <ListSkeleton columns={columns.length} rows={8} cards={isPhone} />
      ) : rows.length === 0 ? (
        <Empty
          narrowed={isNarrowed}
          plural={plural}
          deleted={state.deleted}
          create={create ? { to: create, label: text(entry.new) || t('list.create') } : undefined}
          onClear={() => state.set({ filters: [], text: '' })}
        />
      ) : (
        <div aria-busy={list.isFetching} className={classes.results}>
          {isPhone ? (
            <ListCards {...rowsProps} />
          ) : (
            <ListTable
              waiting={<ListSkeleton columns={columns.length} rows={8} />}
              {...rowsProps}
              sort={state.sort ?? form.definition.list.sort}
              // Taking away the order that holds anyway would change nothing: the other direction follows.
              onSort={(sort) =>
                state.set({ sort: sort ?? (state.sort ? undefined : form.definition.list.sort?.replace(/^-/, '')) })
              }
            />
          )}
          {meta && (
            <Pages
              meta={meta}
              onPage={(page) => state.set({ page })}
              onSize={(size) =>
                state.set({ perPage: size === (form.definition.list.perPage ?? 20) ? undefined : size })
              }
            />
          )}
        </div>
      )}
      {steps.dialog}
      {create && isPhone && (
        <Link to={create} className={classes.float} aria-label={text(entry.new) || t('list.create')}>
          <Icon name="plus" size={26} />
        </Link>
      )}
    </Screen>
  );
}
