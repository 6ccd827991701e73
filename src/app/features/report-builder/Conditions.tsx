/** Conditions on what a number counts: a question or column, a comparison, and a value that is chosen where there is a list. */

import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { replacedAt, withoutAt, withPatch } from '../../../core/edit/parts.ts';
import type { ReportSourceChoice } from '../../../core/generated/api.ts';
import { readNumber } from '../../../core/text/letters.ts';
import { preferences } from '../../data/preferences.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { showNumber } from '../../widgets/controls/NumberControl.tsx';
import { AddButton, MultiSelectField, NumberField, RemoveButton, SelectField } from '../drafting/fields.tsx';
import { messageAt, useFindings } from '../drafting/findings.ts';
import type { MeasureCondition } from './draft.ts';
import { namedItems, sourceItems } from './sources.ts';

interface Props {
  at: string;
  sources: readonly ReportSourceChoice[];
  value: readonly MeasureCondition[];
  onChange: (value: MeasureCondition[] | undefined) => void;
}

export function ConditionFields({ at, sources, value, onChange }: Props) {
  const { t } = useTranslation('reportBuilder');
  const set = (next: MeasureCondition[]) => onChange(next.length > 0 ? next : undefined);
  const first = sources.find(({ options }) => options.length > 0) ?? sources[0];
  return (
    <div className="am-brief am-stack">
      {value.map((one, index) => (
        <OneCondition
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
          key={index}
          at={`${at}/${index}`}
          sources={sources}
          value={one}
          onChange={(next) => set(replacedAt(value, index, next))}
          onRemove={() => set(withoutAt(value, index))}
        />
      ))}
      {first && (
        <AddButton
          action="add-condition"
          onClick={() => set([...value, { field: first.source, op: first.options.length > 0 ? 'in' : 'empty' }])}
        >
          {t('condition.add')}
        </AddButton>
      )}
    </div>
  );
}

const OPS: Record<ReportSourceChoice['kind'], MeasureCondition['op'][]> = {
  option: ['in', 'ne', 'empty'],
  record: ['empty'],
  text: ['empty'],
  number: ['gte', 'lte', 'eq', 'empty'],
  day: ['gte', 'lte', 'empty'],
};

interface OneConditionProps {
  at: string;
  sources: readonly ReportSourceChoice[];
  value: MeasureCondition;
  onChange: (value: MeasureCondition) => void;
  onRemove: () => void;
}

function OneCondition({ at, sources, value, onChange, onRemove }: OneConditionProps) {
  const { t } = useTranslation('reportBuilder');
  const source = sources.find((one) => one.source === value.field);
  const kind = source?.kind ?? 'text';
  const ops = [...new Set([...OPS[kind], value.op])];
  const restart = (field: string) => {
    const next = sources.find((one) => one.source === field);
    onChange({ field, op: OPS[next?.kind ?? 'text'][0] as MeasureCondition['op'] });
  };
  const setOp = (chosen: string) => {
    // “is empty” and “is not empty” are one comparison with two values.
    if (chosen === 'filled') onChange({ field: value.field, op: 'empty', value: false });
    else if (chosen === 'days') onChange({ field: value.field, op: 'gte', daysAgo: 30 });
    else if (chosen === 'empty') onChange({ field: value.field, op: 'empty' });
    else onChange(withPatch(value, { op: chosen as MeasureCondition['op'], daysAgo: undefined }));
  };
  const chosenOp =
    value.op === 'empty' && value.value === false ? 'filled' : value.daysAgo !== undefined ? 'days' : value.op;
  return (
    <div className="am-tiles am-fits am-bottom am-brief am-line-below am-pad-y-2" data-condition data-removable>
      <SelectField
        label={t('condition.of')}
        name="condition-field"
        items={sourceItems(sources, t)}
        value={value.field}
        at={`${at}/field`}
        onChange={restart}
      />
      <SelectField
        label={t('condition.op')}
        name="condition-op"
        items={[...ops, 'filled', ...(kind === 'day' ? ['days'] : [])].map((op) => ({
          value: op,
          label: t(`condition.ops.${kind === 'day' && (op === 'gte' || op === 'lte') ? `day_${op}` : op}`),
        }))}
        value={chosenOp}
        onChange={setOp}
      />
      <Value at={at} kind={kind} source={source} value={value} onChange={onChange} />
      <RemoveButton action="remove-condition" onClick={onRemove}>
        {t('remove')}
      </RemoveButton>
    </div>
  );
}

type ValueProps = Pick<OneConditionProps, 'at' | 'value' | 'onChange'> & {
  kind: ReportSourceChoice['kind'];
  source: ReportSourceChoice | undefined;
};

function Value({ at, kind, source, value, onChange }: ValueProps) {
  const { t } = useTranslation('reportBuilder');
  const issues = useFindings();
  const label = t('condition.value');
  const set = (next: MeasureCondition['value']) => onChange(withPatch(value, { value: next }));
  if (value.op === 'empty') return null;
  if (value.daysAgo !== undefined)
    return (
      <NumberField
        label={t('condition.daysAgo')}
        name="condition-days"
        least={0}
        most={36500}
        whole
        value={value.daysAgo}
        onChange={(days = 0) => onChange(withPatch(value, { daysAgo: days }))}
      />
    );
  const error = messageAt(issues, `${at}/value`);
  if (kind === 'option') {
    const chosen = [value.value ?? []].flat().map(String);
    const items = namedItems(source?.options ?? []);
    if (value.op === 'ne' || value.op === 'eq')
      return (
        <SelectField
          label={label}
          name="condition-value"
          items={items}
          value={chosen[0] ?? ''}
          at={`${at}/value`}
          onChange={(one) => set(one === '' ? undefined : one)}
        />
      );
    return (
      <MultiSelectField
        label={label}
        name="condition-value"
        items={items}
        value={chosen}
        at={`${at}/value`}
        onChange={set}
      />
    );
  }
  if (kind === 'day')
    return (
      <div>
        <DayInput label={label} value={String(value.value ?? '')} onChange={(day) => set(day || undefined)} />
        {error && <p className="am-wrong">{error}</p>}
      </div>
    );
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      error={error}
      defaultValue={showNumber(value.value, preferences().language)}
      onChange={({ currentTarget }) => set(readNumber(currentTarget.value))}
    />
  );
}
