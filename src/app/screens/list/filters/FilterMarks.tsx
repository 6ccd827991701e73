/** Shows the active filters, one mark per field. Each mark can be removed, or all at once. */
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import type { Filter } from '../../../../core/generated/api.ts';
import { getOwn } from '../../../../core/json.ts';
import { deviceClock } from '../../../data/deviceClock.ts';
import { preferences } from '../../../data/preferences.ts';
import { useSession } from '../../../data/queries.ts';
import { comma, date, number } from '../../../data/words.ts';
import { Icon } from '../../../theme/Icon.tsx';
import { type ColumnLabels, type ListColumn, namedColumns } from '../../record/columns.ts';
import { useColumnLabels } from '../../record/useColumnLabels.ts';
import classes from './Filters.module.css';
import { type ChangeFilters, filterBoundsOf, periodOfBounds, withoutFieldFilters } from './filterSet.ts';
import { filterValueKind, isChoiceKind, isMonthColumn } from './kinds.ts';
import { useValueNames } from './useChoices.ts';

interface Props {
  form: CompiledForm;
  columns: ListColumn[];
  filters: Filter[];
  onChange: ChangeFilters;
  /** The bar of a phone has one line for all chips. */
  isInBar?: boolean;
}

export default function ActiveFilters({ form, columns, filters, onChange, isInBar }: Props) {
  const { t } = useTranslation();
  const labels = useColumnLabels(form);
  if (!filters.length) return null;
  const fields = [...new Set(filters.map((filter) => filter.field))];
  return (
    <div className={isInBar ? 'am-inline' : 'am-cluster am-below-3'}>
      {fields.map((field) => {
        const own = filters.filter((filter) => filter.field === field);
        const remove = () => onChange((now) => withoutFieldFilters(now, field));
        if (field === 'work_of') return <WorkMark key={field} own={own} onRemove={remove} />;
        if (field === 'id') {
          const shown = number(own.flatMap(({ value }) => value).length);
          return <Mark key={field} words={t('filter.records', { shown })} onRemove={remove} />;
        }
        const column = columnOf(form, columns, field, labels);
        return <KnownMark key={field} {...{ form, column, own, isInBar }} onRemove={remove} />;
      })}
      <button
        type="button"
        className="am-target am-pad-x-2 am-action am-small am-strong"
        onClick={() => onChange(() => [])}
      >
        {t('filter.clear')}
      </button>
    </div>
  );
}

/** Returns the column of a filter. Links filter by more than lists show, and under other names. */
function columnOf(form: CompiledForm, columns: ListColumn[], field: string, labels: ColumnLabels): ListColumn {
  const { parent, organization, due } = form.definition;
  const called: Record<string, string | undefined> = {
    state: 'status',
    current_state: 'status',
    parent_id: parent?.field,
    site_id: due?.site ?? parent?.field,
    organization_id: organization,
    province_id: 'province',
    district_id: 'district',
    village_id: 'village',
  };
  const known = form.byProperty.has(field) ? field : (getOwn(called, field) ?? field);
  return columns.find(({ source }) => source === known) ?? (namedColumns(form, [known], labels)[0] as ListColumn);
}

/** Whose own work it is: only the link that asks for it knows the person. */
function WorkMark({ own, onRemove }: Pick<MarkProps, 'own' | 'onRemove'>) {
  const { t } = useTranslation();
  const me = useSession().data?.user.id;
  const words = own.map(({ op, value }) => {
    if (value !== me) return t('filter.work.ofOne');
    return t(op === 'ne' ? 'filter.work.notMine' : 'filter.work.mine');
  });
  return <Mark words={[...new Set(words)].join(comma())} onRemove={onRemove} />;
}

interface MarkProps {
  form: CompiledForm;
  column: ListColumn;
  own: Filter[];
  isInBar: boolean | undefined;
  onRemove: () => void;
}

function KnownMark({ form, column, own, isInBar, onRemove }: MarkProps) {
  const { t } = useTranslation();
  const kind = filterValueKind(column);
  const ids = isChoiceKind(kind) ? own.flatMap((one) => one.value ?? []).map(String) : [];
  const nameOf = useValueNames(form, column, ids, t('filter.mine'));
  const one = (value: unknown): string => {
    if (kind === 'date') return date(String(value), isMonthColumn(column) ? 'month' : 'short');
    if (typeof value === 'number') return number(value);
    return isChoiceKind(kind) ? nameOf(String(value)) : String(value ?? '');
  };
  const isRange = own.every((filter) => filter.op === 'gte' || filter.op === 'lte');
  return (
    <Mark
      label={column.label}
      // A state says itself that it is one, and the line is short.
      isLabelled={!isInBar || column.kind !== 'status'}
      words={isRange ? rangeText() : own.map(plainText).join(comma())}
      onRemove={onRemove}
    />
  );

  function rangeText(): string {
    const bounds = filterBoundsOf(own, column.source);
    const running = kind === 'date' && periodOfBounds(bounds, deviceClock.today(), preferences().calendar);
    if (running) return t(`period.${running}`);
    const { from, to } = bounds;
    if (from !== undefined && one(from) === (to === undefined ? undefined : one(to))) return one(from);
    if (from !== undefined && to !== undefined) return t('filter.between', { from: one(from), to: one(to) });
    return from !== undefined ? t('filter.fromOnly', { from: one(from) }) : t('filter.toOnly', { to: one(to) });
  }

  function plainText({ op, value }: Filter): string {
    if (op === 'empty') return t(value === false ? 'filter.answered.yes' : 'operator.empty');
    const values = (Array.isArray(value) ? value : [value]).map(one).join(comma());
    return op === 'eq' || op === 'in' ? values : `${t(`operator.${op}`)} ${values}`;
  }
}

interface ShownMarkProps {
  label?: string;
  /** Whether the label is seen, too. It is always read aloud. */
  isLabelled?: boolean;
  words: string;
  onRemove: () => void;
}

function Mark({ label, isLabelled = true, words, onRemove }: ShownMarkProps) {
  const { t } = useTranslation();
  const name = label === undefined ? words : `${label}: ${words}`;
  return (
    <button
      type="button"
      className={`${classes.mark} am-chip am-small`}
      data-filter
      onClick={onRemove}
      aria-label={t('filter.remove', { name })}
    >
      <span className="am-cut">
        {label !== undefined && isLabelled && `${label}: `}
        <bdi>{words}</bdi>
      </span>
      <Icon name="x" size={14} />
    </button>
  );
}
