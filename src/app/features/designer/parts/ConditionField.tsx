/** A condition as rows of question, comparison and answer, or as an expression where rows cannot say it. */
import { SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Condition, Field } from '../../../../core/definitions/types.ts';
import {
  type ConditionOperator,
  type ConditionRow,
  isExpression,
  readConditionRows,
  writeConditionRows,
} from '../../../../core/edit/conditions.ts';
import { siblingFields, tablePath } from '../../../../core/edit/draft.ts';
import { storesNothing } from '../../../../core/edit/kinds.ts';
import { replacedAt, withoutAt } from '../../../../core/edit/parts.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { getOwn } from '../../../../core/json.ts';
import { text } from '../../../data/words.ts';
import {
  AddButton,
  CollapsibleFields,
  MistakeList,
  MultiSelectField,
  NumberField,
  RemoveButton,
  SelectField,
} from '../../drafting/fields.tsx';
import { type Designer, useDesigner } from '../context.ts';
import condition from './ConditionField.module.css';
import { ExpressionField } from './ExpressionField.tsx';

interface Props {
  label: string;
  name: string;
  /** JSON Pointer of the condition. */
  at: string;
  /** The question that it belongs to, empty for a section: it never asks for itself. */
  path: string;
  value: Condition | undefined;
  onChange: (value: Condition | undefined, step?: string) => void;
}

/** Questions whose answers a row can compare, with what such an answer holds. */
function comparable({ draft, constants }: Designer, path: string) {
  const near = tablePath(path) === '' ? {} : siblingFields(draft, path);
  const own = path.slice(path.lastIndexOf('.') + 1);
  const all: Record<string, Field> = { ...draft.definition.fields, ...near };
  return Object.entries(all).flatMap(([name, field]) => {
    const { parts, options, combines, family } = FIELD_TYPES[field.type];
    if (name === own || typeof parts === 'object' ? Object.keys(parts).join() !== 'value' : false) return [];
    if (name === own || storesNothing(field) || field.columns) return [];
    const listed =
      typeof field.choices === 'string' && field.choices.startsWith('#')
        ? listOf(draft.definition.lists, field.choices.slice(1))
        : undefined;
    const codes = options?.(constants, 'value') ?? field.options ?? listed ?? [];
    const holds = combines ? ('many' as const) : family === 'words' ? ('text' as const) : ('one' as const);
    const items = codes.map(({ value, label }) => ({ value, label: text(label) || value }));
    return [{ name, label: text(field.short ?? field.label) || name, items, holds, isNumber: family === 'figures' }];
  });
}

function listOf(lists: unknown, name: string): Field['options'] {
  const found = getOwn((lists ?? {}) as Record<string, Field['options']>, name);
  return Array.isArray(found) ? found : undefined;
}

export function ConditionField({ label, name, at, path, value, onChange }: Props) {
  const { t } = useTranslation('designer');
  const questions = comparable(useDesigner(), path);
  const read = readConditionRows(value);
  const holds = (field: string) => questions.find((one) => one.name === field)?.holds ?? 'one';
  const write = (rows: ConditionRow[], join = read?.join ?? 'all', step?: string) =>
    onChange(writeConditionRows({ join, rows }, holds), step);
  const first = questions.find(({ items }) => items.length > 0) ?? questions[0];
  const rows = read?.rows ?? [];
  return (
    <div className="am-brief am-gap-3 am-stack" data-condition-field={name}>
      <h4 className="am-small am-strong">{label}</h4>
      {rows.length > 1 && (
        <SegmentedControl
          size="xs"
          value={read?.join ?? 'all'}
          onChange={(join) => write(rows, join as 'all' | 'any')}
          data={(['all', 'any'] as const).map((join) => ({ value: join, label: t(`when.${join}`) }))}
        />
      )}
      {rows.map((row, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
          key={index}
          row={row}
          questions={questions}
          onChange={(next, step) => write(replacedAt(rows, index, next), undefined, step && `${at} ${index} ${step}`)}
          onRemove={() => write(withoutAt(rows, index))}
        />
      ))}
      <MistakeList at={(pointer) => pointer.startsWith(at)} />
      {read && first && (
        <AddButton
          action={`add-${name}`}
          onClick={() =>
            write([
              ...rows,
              first.items[0]
                ? { field: first.name, op: 'is', values: [first.items[0].value] }
                : { field: first.name, op: 'answered', values: [] },
            ])
          }
        >
          {t(rows.length === 0 ? 'when.add' : 'when.another')}
        </AddButton>
      )}
      {!read && !isExpression(value) && <p className="am-hint">{t('when.tooMuch')}</p>}
      {(isExpression(value) || rows.length === 0) && (
        <CollapsibleFields title={t('when.expression')} isFilled={isExpression(value)}>
          <ExpressionField
            label={t('when.expression')}
            hint={t('when.expressionHint')}
            at={at}
            name={`${name}-expr`}
            path={path}
            value={isExpression(value) ? value.expr : ''}
            onChange={(expr) => onChange(expr === undefined ? undefined : { expr }, `${at} expr`)}
          />
        </CollapsibleFields>
      )}
    </div>
  );
}

interface RowProps {
  row: ConditionRow;
  questions: ReturnType<typeof comparable>;
  onChange: (row: ConditionRow, step?: string) => void;
  onRemove: () => void;
}

function Row({ row, questions, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('designer');
  const question = questions.find(({ name }) => name === row.field);
  const { items = [], isNumber = false } = question ?? {};
  const ops: ConditionOperator[] = [
    ...(items.length > 0 ? (['is', 'isNot'] as const) : []),
    ...(isNumber ? (['is', 'from', 'to'] as const) : []),
  ];
  const all = [...new Set<ConditionOperator>([...ops, 'answered', 'unanswered', row.op])];
  const set = (next: Partial<ConditionRow>, step?: string) => {
    const { written: _, ...rest } = row;
    onChange({ ...rest, ...next }, step);
  };
  const needsValue = row.op !== 'answered' && row.op !== 'unanswered';
  return (
    <div
      className={`${condition.conditionRow} am-brief am-line-below am-pad-y-2 am-stack am-start`}
      data-condition
      data-removable
    >
      <SelectField
        label={t('when.question')}
        name="condition-field"
        items={questions.map(({ name, label }) => ({ value: name, label }))}
        value={row.field}
        onChange={(field) => {
          const next = questions.find(({ name }) => name === field);
          set(
            next?.items[0] ? { field, op: 'is', values: [next.items[0].value] } : { field, op: 'answered', values: [] },
          );
        }}
      />
      <SelectField
        label={t('when.comparison')}
        name="condition-op"
        items={all.map((op) => ({ value: op, label: t(`when.ops.${op}`) }))}
        value={row.op}
        onChange={(op) =>
          set({ op: op as ConditionOperator, values: op === 'answered' || op === 'unanswered' ? [] : row.values })
        }
      />
      {needsValue && items.length > 0 && (
        <MultiSelectField
          label={t('when.answer')}
          name="condition-value"
          items={items}
          value={row.values.map(String)}
          onChange={(values) => set({ values: values ?? [] })}
        />
      )}
      {needsValue && items.length === 0 && isNumber && (
        <NumberField
          label={t('when.answer')}
          name="condition-value"
          value={typeof row.values[0] === 'number' ? row.values[0] : undefined}
          onChange={(value) => set({ values: value === undefined ? [] : [value] }, 'value')}
        />
      )}
      {needsValue && items.length === 0 && !isNumber && (
        <TextInput
          label={t('when.answer')}
          name="condition-value"
          value={row.values.join(', ')}
          onChange={({ currentTarget }) => set({ values: [currentTarget.value] }, 'value')}
        />
      )}
      <RemoveButton action="remove-condition" onClick={onRemove}>
        {t('when.remove')}
      </RemoveButton>
    </div>
  );
}
