/** One filter of the panel: a select for closed lists, two days for dates, two numbers for figures, words for the rest. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { toLatinDigits } from '../../../core/text/digits.ts';
import type { Filter, ListMeta } from '../../data/types.ts';
import type { ListColumn } from '../record/columns.ts';
import { type Choice, useChoices, valueKind } from './choices.ts';
import { DayInput } from './DayInput.tsx';
import classes from './Filters.module.css';

export interface FilterControlProps {
  form: CompiledForm;
  column: ListColumn;
  filters: Filter[];
  meta: ListMeta | undefined;
  onChange: (filters: Filter[]) => void;
}

export function FilterControl({ form, column, filters, meta, onChange }: FilterControlProps) {
  const { t } = useTranslation();
  const kind = valueKind(column);
  const choices = useChoices(form, column, meta);
  const own = filters.filter((f) => f.field === column.source);
  const others = filters.filter((f) => f.field !== column.source);
  const filtered = (op: Filter['op']): string => String(own.find((f) => f.op === op)?.value ?? '');
  const put = (op: Filter['op'], value: unknown) => {
    const rest = own.filter((f) => f.op !== op);
    onChange([...others, ...rest, ...(value === '' || value === null ? [] : [{ field: column.source, op, value }])]);
  };

  if (kind === 'choice') {
    return (
      <NativeSelect
        label={column.label}
        value={filtered('eq')}
        onChange={(event) => put('eq', event.currentTarget.value)}
      >
        <option value="">{t('filter.any')}</option>
        {choices.map((choice: Choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
    );
  }
  if (kind === 'date') {
    return (
      <fieldset className={classes.range}>
        <legend>{column.label}</legend>
        <DayInput label={t('filter.from')} value={filtered('gte')} onChange={(day) => put('gte', day)} />
        <DayInput label={t('filter.to')} value={filtered('lte')} onChange={(day) => put('lte', day)} />
      </fieldset>
    );
  }
  if (kind === 'number') {
    const typed = (op: 'gte' | 'lte') => (event: { currentTarget: { value: string } }) => {
      const latin = toLatinDigits(event.currentTarget.value.trim());
      put(op, latin === '' || Number.isNaN(Number(latin)) ? '' : Number(latin));
    };
    return (
      <fieldset className={classes.range}>
        <legend>{column.label}</legend>
        <TextInput
          label={t('filter.least')}
          inputMode="decimal"
          dir="ltr"
          defaultValue={filtered('gte')}
          onBlur={typed('gte')}
        />
        <TextInput
          label={t('filter.most')}
          inputMode="decimal"
          dir="ltr"
          defaultValue={filtered('lte')}
          onBlur={typed('lte')}
        />
      </fieldset>
    );
  }
  return (
    <TextInput
      label={column.label}
      placeholder={t('filter.contains')}
      defaultValue={filtered('contains')}
      onBlur={(event) => put('contains', event.currentTarget.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && put('contains', event.currentTarget.value.trim())}
    />
  );
}
