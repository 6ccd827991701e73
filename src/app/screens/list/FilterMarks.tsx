/** What is filtered while the panel is closed, as marks that can be removed. */
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Filter, ListMeta } from '../../data/types.ts';
import { date, number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import type { ListColumn } from '../record/columns.ts';
import { useChoices, valueKind } from './choices.ts';
import classes from './Filters.module.css';

interface Props {
  form: CompiledForm;
  columns: ListColumn[];
  filters: Filter[];
  meta: ListMeta | undefined;
  onChange: (filters: Filter[]) => void;
}

export default function FilterMarks({ columns, filters, ...rest }: Props) {
  if (!filters.length) return null;
  return (
    <div className={classes.marks}>
      {filters.map((filter) => (
        <FilterMark
          key={`${filter.field} ${filter.op}`}
          filter={filter}
          column={columns.find((c) => c.source === filter.field)}
          filters={filters}
          {...rest}
        />
      ))}
    </div>
  );
}

function FilterMark({
  filter,
  column,
  ...props
}: Omit<Props, 'columns'> & { filter: Filter; column: ListColumn | undefined }) {
  return column ? (
    <KnownMark filter={filter} column={column} {...props} />
  ) : (
    <Mark label={filter.field} filter={filter} words={String(filter.value ?? '')} {...props} />
  );
}

function KnownMark({
  filter,
  column,
  form,
  meta,
  ...rest
}: Omit<Props, 'columns'> & { filter: Filter; column: ListColumn }) {
  const choices = useChoices(form, column, meta);
  const one = (value: unknown): string => {
    if (valueKind(column) === 'date') return date(String(value), 'short');
    if (typeof value === 'number') return number(value);
    return choices.find((c) => c.value === value)?.label ?? String(value ?? '');
  };
  const words = Array.isArray(filter.value) ? filter.value.map(one).join(' / ') : one(filter.value);
  return <Mark label={column.label} filter={filter} words={words} form={form} meta={meta} {...rest} />;
}

function Mark({
  label,
  filter,
  words,
  filters,
  onChange,
}: Omit<Props, 'columns'> & { label: string; filter: Filter; words: string }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes.mark}
      onClick={() => onChange(filters.filter((f) => f !== filter))}
      aria-label={t('filter.remove', { name: label })}
    >
      <span>
        {label} {t(`operator.${filter.op}`)} <bdi>{filter.op === 'empty' ? '' : words}</bdi>
      </span>
      <Icon name="x" size={14} />
    </button>
  );
}
