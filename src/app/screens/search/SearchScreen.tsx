/** Search form with an operator, a value and a sort order for each field. The results are the list with these filters. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { OPERATORS_BY_KIND, type Operator } from '../../../core/form/operators.ts';
import type { Filter, FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { listParams, readFilters } from '../../../core/paths/listState.ts';
import { readNumber } from '../../../core/text/letters.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { preferences } from '../../data/preferences.ts';
import { text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { ChoicePicker } from '../list/filters/ChoicePicker.tsx';
import { DayInput } from '../list/filters/DayInput.tsx';
import {
  answeredFilter,
  filterBoundsOf,
  monthFilter,
  monthOfBounds,
  withAnsweredFilter,
} from '../list/filters/filterSet.ts';
import { columnPart, filterValueKind, isChoiceKind, isMonthColumn } from '../list/filters/kinds.ts';
import { MonthInput } from '../list/filters/MonthInput.tsx';
import { useFilterOptions } from '../list/filters/useChoices.ts';
import { type ListColumn, searchColumns } from '../record/columns.ts';
import { useColumnLabels } from '../record/useColumnLabels.ts';
import '../../widgets/widgets.css';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import classes from './Search.module.css';

type Sort = '' | 'asc' | 'desc';

interface Line {
  op: Operator;
  value: string;
  sort: Sort;
}

/** The operators that have a label on this screen. */
const OFFERED: readonly Operator[] = ['eq', 'ne', 'contains', 'not_contains', 'empty'];

function operators(column: ListColumn): readonly Operator[] {
  if (filterValueKind(column) === 'answered') return ['eq'];
  if (isMonthColumn(column)) return ['eq', 'empty'];
  const part = columnPart(column) ?? (filterValueKind(column) === 'words' ? 'text' : 'option');
  return OFFERED.filter((op) => OPERATORS_BY_KIND[part].includes(op));
}

export default function SearchScreen({ entry }: { entry: FormEntry }) {
  const form = useCompiledForm(entry.form);
  if (form.error) return <Failed error={form.error} form={entry.form} onRetry={() => void form.refetch()} />;
  if (!form.data) return <Loading />;
  return <Search entry={entry} form={form.data} />;
}

function Search({ entry, form }: { entry: FormEntry; form: CompiledForm }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const labels = useColumnLabels(form);
  const columns = useMemo(() => searchColumns(form, labels), [form, labels]);
  const [lines, setLines] = useState<Record<string, Line>>(() => startLines(params, columns));
  const lineOf = (column: ListColumn): Line =>
    getOwn(lines, column.source) ?? {
      op: filterValueKind(column) === 'words' ? 'contains' : 'eq',
      value: '',
      sort: '',
    };
  const change = (column: ListColumn, patch: Partial<Line>) =>
    setLines((all) => ({ ...all, [column.source]: { ...lineOf(column), ...patch } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filters = columns.flatMap((column): Filter[] => {
      const line = lineOf(column);
      if (line.op === 'empty') return [{ field: column.source, op: 'empty', value: true }];
      const value = line.value.trim();
      if (!value) return [];
      if (filterValueKind(column) === 'answered') return withAnsweredFilter([], column.source, value);
      if (isMonthColumn(column)) return monthFilter(column.source, value, preferences().calendar);
      const figure = filterValueKind(column) === 'number' ? readNumber(value) : undefined;
      return [{ field: column.source, op: line.op, value: figure ?? value }];
    });
    const sort = columns
      .flatMap((column) => {
        const { sort: order } = lineOf(column);
        return order ? [`${order === 'desc' ? '-' : ''}${column.source}`] : [];
      })
      .join(',');
    const query = listParams({ page: 1, sort: sort || undefined, text: '', filters }).toString();
    navigate(`${entry.paths.list}${query ? `?${query}` : ''}`);
  };
  const plural = text(entry.plural);
  return (
    <Screen
      name="search"
      form={entry.form}
      title={t('search.in', { name: plural })}
      crumbs={[...useFormCrumbs(entry), { label: t('search.title') }]}
    >
      <OnlineWidgets>
        <form onSubmit={submit} className="am-surface am-pad-4">
          <div className={`${classes.head} am-meta am-strong`} aria-hidden="true">
            <span>{t('search.field')}</span>
            <span>{t('search.operator')}</span>
            <span>{t('search.value')}</span>
            <span>{t('search.sort')}</span>
          </div>
          {columns.map((column) => (
            <SearchLine
              key={column.source}
              form={form}
              column={column}
              line={lineOf(column)}
              onChange={(patch) => change(column, patch)}
            />
          ))}
          <div className="am-above-4 am-flow">
            <ActionButton icon="search" type="submit">
              {t('list.search')}
            </ActionButton>
            <Button variant="default" onClick={() => setLines({})}>
              {t('search.clear')}
            </Button>
          </div>
        </form>
      </OnlineWidgets>
    </Screen>
  );
}

function SearchLine({
  form,
  column,
  line,
  onChange,
}: {
  form: CompiledForm;
  column: ListColumn;
  line: Line;
  onChange: (patch: Partial<Line>) => void;
}) {
  const { t } = useTranslation();
  const kind = filterValueKind(column);
  const options = useFilterOptions(form, column, t('filter.mine'));
  const named = (part: string) => t('search.partOf', { part, name: column.label });
  return (
    <fieldset className={classes.line} data-search={column.source}>
      <legend className="am-visually-hidden">{column.label}</legend>
      <span className={`${classes.label} am-strong`} aria-hidden="true">
        {column.label}
      </span>
      <NativeSelect
        aria-label={named(t('search.operator'))}
        value={line.op}
        onChange={(event) => onChange({ op: event.currentTarget.value as Operator })}
        data={operators(column).map((op) => ({ value: op, label: t(`operator.${op}`) }))}
      />
      {line.op === 'empty' ? (
        <span />
      ) : options.length > 0 ? (
        <SelectWithAny
          aria-label={named(t('search.value'))}
          any={t('filter.any')}
          options={options}
          value={line.value}
          onChange={(value) => onChange({ value })}
        />
      ) : isChoiceKind(kind) ? (
        <ChoicePicker
          form={form}
          column={column}
          name={named(t('search.value'))}
          value={line.value ? [line.value] : []}
          onChange={([value]) => onChange({ value: value ?? '' })}
        />
      ) : isMonthColumn(column) ? (
        <MonthInput
          name={named(t('search.value'))}
          side="from"
          value={line.value}
          onChange={(value) => onChange({ value })}
        />
      ) : kind === 'date' ? (
        <DayInput name={named(t('search.value'))} value={line.value} onChange={(value) => onChange({ value })} />
      ) : (
        <TextInput
          aria-label={named(t('search.value'))}
          value={line.value}
          {...(kind === 'number' && { inputMode: 'decimal' as const, dir: 'ltr' })}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        aria-label={named(t('search.sort'))}
        value={line.sort}
        disabled={!column.sortable}
        onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
        data={(['', 'asc', 'desc'] as const).map((value) => ({ value, label: t(`sort.${value || 'none'}`) }))}
      />
    </fieldset>
  );
}

/** Reads the filters and sort order from the URL, so that a search opened from a list starts with those of the list. */
function startLines(params: URLSearchParams, columns: readonly ListColumn[]): Record<string, Line> {
  const lines: Record<string, Line> = {};
  const filters = readFilters(params.get('filters'));
  for (const { source } of columns.filter(isMonthColumn)) {
    const month = monthOfBounds(filterBoundsOf(filters, source), preferences().calendar);
    if (month) lines[source] = { op: 'eq', value: month, sort: '' };
  }
  for (const { source } of columns.filter((column) => filterValueKind(column) === 'answered')) {
    const value = answeredFilter(filters, source);
    if (value) lines[source] = { op: 'eq', value, sort: '' };
  }
  for (const filter of filters) {
    if (!getOwn(lines, filter.field) && OFFERED.includes(filter.op))
      lines[filter.field] = { op: filter.op, value: String(filter.value ?? ''), sort: '' };
  }
  for (const key of (params.get('sort') ?? '').split(',').filter(Boolean)) {
    const source = key.replace(/^-/, '');
    const known = getOwn(lines, source) ?? { op: 'contains' as const, value: '', sort: '' as const };
    lines[source] = { ...known, sort: key.startsWith('-') ? 'desc' : 'asc' };
  }
  return lines;
}
