/** Shows the active filters, one mark per field. Each mark can be removed, or all at once. */
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import type { Filter } from '../../../../core/generated/api.ts';
import { kabulDay } from '../../../../core/text/dates.ts';
import { preferences } from '../../../data/preferences.ts';
import { date, number } from '../../../data/words.ts';
import { Icon } from '../../../theme/Icon.tsx';
import type { ListColumn } from '../../record/columns.ts';
import classes from './Filters.module.css';
import { boundsOf, type ChangeFilters, periodOf, without } from './filterSet.ts';
import { isChosen, isMonthColumn, placeSources, valueKind } from './kinds.ts';
import { useNames } from './useChoices.ts';

interface Props {
  form: CompiledForm;
  columns: ListColumn[];
  filters: Filter[];
  onChange: ChangeFilters;
}

export default function FilterMarks({ form, columns, filters, onChange }: Props) {
  const { t } = useTranslation();
  if (!filters.length) return null;
  const fields = [...new Set(filters.map((filter) => filter.field))];
  return (
    <div className={classes.marks}>
      {fields.map((field) => {
        const own = filters.filter((filter) => filter.field === field);
        const column = columnOf(form, columns, field, (level) => t(`columns.${level}`));
        const remove = () => onChange((now) => without(now, field));
        return column ? (
          <KnownMark key={field} form={form} column={column} own={own} onRemove={remove} />
        ) : (
          <Mark
            key={field}
            label={field}
            words={own.map((one) => String(one.value ?? '')).join(' / ')}
            onRemove={remove}
          />
        );
      })}
      <button type="button" className={classes.clear} onClick={() => onChange(() => [])}>
        {t('filter.clear')}
      </button>
    </div>
  );
}

/** Returns the column of a filter. A district or village chosen below a province gets a column made for it. */
function columnOf(
  form: CompiledForm,
  columns: ListColumn[],
  field: string,
  label: (level: string) => string,
): ListColumn | undefined {
  // Links may name the status as the API does.
  const known = field === 'state' || field === 'current_state' ? 'status' : field;
  const found = columns.find((one) => one.source === known);
  if (found) return found;
  const made = { source: known, key: known, sortable: false, phone: false };
  if (known === 'status') return { ...made, kind: 'status', label: label(known) };
  if (!/^(province|district|village)(_id)?$/.test(field)) return undefined;
  const level = field.replace('_id', '');
  return columns.some((one) => valueKind(one) === 'places' && placeSources(form, one))
    ? { ...made, kind: 'place', label: label(level) }
    : undefined;
}

interface MarkProps {
  form: CompiledForm;
  column: ListColumn;
  own: Filter[];
  onRemove: () => void;
}

function KnownMark({ form, column, own, onRemove }: MarkProps) {
  const { t } = useTranslation();
  const kind = valueKind(column);
  const ids = isChosen(kind) ? own.flatMap((one) => one.value ?? []).map(String) : [];
  const nameOf = useNames(form, column, ids, t('filter.mine'));
  const one = (value: unknown): string => {
    if (kind === 'date') return date(String(value), isMonthColumn(column) ? 'month' : 'short');
    if (typeof value === 'number') return number(value);
    return isChosen(kind) ? nameOf(String(value)) : String(value ?? '');
  };
  const isRange = own.every((filter) => filter.op === 'gte' || filter.op === 'lte');
  return (
    <Mark
      label={column.label}
      words={isRange ? rangeText() : own.map(plainText).join(t('comma'))}
      onRemove={onRemove}
    />
  );

  function rangeText(): string {
    const bounds = boundsOf(own, column.source);
    const running = kind === 'date' && periodOf(bounds, kabulDay(new Date()), preferences().calendar);
    if (running) return t(`period.${running}`);
    const { from, to } = bounds;
    if (from !== undefined && one(from) === (to === undefined ? undefined : one(to))) return one(from);
    if (from !== undefined && to !== undefined) return t('filter.between', { from: one(from), to: one(to) });
    return from !== undefined ? t('filter.fromOnly', { from: one(from) }) : t('filter.toOnly', { to: one(to) });
  }

  function plainText({ op, value }: Filter): string {
    if (op === 'empty') return t(value === false ? 'filter.answered.yes' : 'operator.empty');
    const values = (Array.isArray(value) ? value : [value]).map(one).join(t('comma'));
    return op === 'eq' || op === 'in' ? values : `${t(`operator.${op}`)} ${values}`;
  }
}

function Mark({ label, words, onRemove }: { label: string; words: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes.mark}
      data-filter
      onClick={onRemove}
      aria-label={t('filter.remove', { name: `${label}: ${words}` })}
    >
      <span>
        {label}: <bdi>{words}</bdi>
      </span>
      <Icon name="x" size={14} />
    </button>
  );
}
