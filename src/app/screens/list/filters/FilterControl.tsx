/** One filter of the panel. The kind of its values decides the control. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import type { Filter } from '../../../../core/generated/api.ts';
import { cleanText } from '../../../../core/text/letters.ts';
import type { ListColumn } from '../../record/columns.ts';
import { ChoicePicker } from './ChoicePicker.tsx';
import {
  answeredFilter,
  type ChangeFilters,
  chosenValues,
  withAnsweredFilter,
  withChosenValues,
  withTextFilter,
} from './filterSet.ts';
import { filterValueKind, placeSources } from './kinds.ts';
import { PlaceFilter } from './PlaceFilter.tsx';
import { DateFilter, NumberFilter } from './RangeFilter.tsx';
import { ToggleButtons } from './Toggles.tsx';
import { useFilterOptions } from './useChoices.ts';

export interface FilterControlProps {
  form: CompiledForm;
  column: ListColumn;
  filters: Filter[];
  onChange: ChangeFilters;
}

/** Up to this many options are shown as toggles. More are shown in a searchable picker. */
const SIDE_BY_SIDE = 8;

export function FilterControl({ form, column, filters, onChange }: FilterControlProps) {
  const { t } = useTranslation();
  const kind = filterValueKind(column);
  const options = useFilterOptions(form, column, t('filter.mine'));
  const chosen = chosenValues(filters, column.source);
  const choose = (values: string[]) => onChange((now) => withChosenValues(now, column.source, values));
  if (kind === 'date') return <DateFilter column={column} filters={filters} onChange={onChange} />;
  if (kind === 'number') return <NumberFilter column={column} filters={filters} onChange={onChange} />;
  if (kind === 'answered') {
    const shown = answeredFilter(filters, column.source);
    const set = (values: string[]) =>
      onChange((now) => withAnsweredFilter(now, column.source, values.find((one) => one !== shown) ?? ''));
    return <ToggleButtons label={column.label} options={options} value={shown ? [shown] : []} onChange={set} />;
  }
  if (kind === 'words') {
    const words = String(filters.find((f) => f.field === column.source && f.op === 'contains')?.value ?? '');
    const commit = (typed: string) => {
      if (cleanText(typed) !== words) onChange((now) => withTextFilter(now, column.source, cleanText(typed)));
    };
    return (
      <TextInput
        key={words}
        label={column.label}
        placeholder={t('filter.contains')}
        defaultValue={words}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
    );
  }
  const sources = kind === 'places' ? placeSources(form, column) : undefined;
  if (sources) {
    return <PlaceFilter form={form} column={column} sources={sources} filters={filters} onChange={onChange} />;
  }
  if (options.length > 0 && options.length <= SIDE_BY_SIDE)
    return <ToggleButtons label={column.label} options={options} value={chosen} onChange={choose} />;
  return <ChoicePicker form={form} column={column} label={column.label} multiple value={chosen} onChange={choose} />;
}
