/** What the rows of a block are, or the columns of a cross table: places, states, months, questions, or the answers to one. */

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withPatch } from '../../../core/edit/parts.ts';
import type { ReportChoices, ReportSourceChoice } from '../../../core/generated/api.ts';
import { DEFAULT_TYPE, isFieldDimension, isQuestionDimension } from '../../../core/reports/sources.ts';
import { toLatinDigits } from '../../../core/text/letters.ts';
import { digits } from '../../data/words.ts';
import { MultiSelectField, SelectField, type SelectItemGroup } from '../drafting/fields.tsx';
import type { Dimension } from './draft.ts';
import { namedItems, sourceItems, wordItems } from './sources.ts';

const PLAIN = ['province', 'district', 'organization', 'site', 'status', 'month', 'quarter', 'form', 'person'] as const;
/** What sources name that a plain dimension counts too. */
const SAME: readonly string[] = ['province', 'district', 'organization', 'site', 'status', 'person'];
const SPANS = ['month', 'quarter'] as const;

interface Props {
  name: string;
  label: string;
  none: string;
  at: string;
  choices: ReportChoices | undefined;
  sources: readonly ReportSourceChoice[];
  value: Dimension | undefined;
  onChange: (value: Dimension | undefined) => void;
}

export function DimensionFields({ name, label, none, at, choices, sources, value, onChange }: Props) {
  const { t } = useTranslation('reportBuilder');
  const types = choices?.question_types ?? [];
  const isOfLog = sources !== choices?.sources;
  const common: SelectItemGroup = {
    group: t('by.common'),
    items: wordItems(PLAIN, 'by', t),
  };
  const questions: SelectItemGroup = {
    group: t('by.questions'),
    items: types.flatMap(({ type, topics }) => [
      { value: `q:each:${type}`, label: t('by.eachOf', { type: t(`types.${type}`, { defaultValue: type }) }) },
      ...(topics ? [{ value: `q:topic:${type}`, label: t('by.topic') }] : []),
    ]),
  };
  const answers = sourceItems(
    sources.filter(({ kind, source }) => kind !== 'text' && !SAME.includes(source)),
    t,
    ({ source }) => `f:${source}`,
  );
  const items = [common, ...(isOfLog || types.length === 0 ? [] : [questions]), ...answers];
  const read = (chosen: string): Dimension | undefined => {
    const [mark, first = '', second] = chosen.split(':');
    if (mark === 'q') return { questions: first as 'each', ...(second && second !== DEFAULT_TYPE && { type: second }) };
    if (mark === 'f') return { field: chosen.slice(2) };
    return chosen === '' ? undefined : (chosen as Dimension);
  };
  return (
    <>
      <SelectField
        label={label}
        name={name}
        none={none}
        items={items}
        value={written(value)}
        at={at}
        onChange={(one) => onChange(read(one))}
      />
      {isQuestionDimension(value) && (choices?.sections.length ?? 0) > 1 && (
        <MultiSelectField
          label={t('by.sections')}
          name={`${name}-sections`}
          placeholder={t('by.allSections')}
          items={namedItems(choices?.sections ?? [])}
          value={value.sections}
          onChange={(ids) => onChange(withPatch(value, { sections: ids as never }))}
        />
      )}
      {isFieldDimension(value) && (
        <Grouped
          key={value.field}
          name={name}
          kind={sources.find(({ source }) => source === value.field)?.kind}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

function written(value: Dimension | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  if (isQuestionDimension(value)) return `q:${value.questions}:${value.type ?? DEFAULT_TYPE}`;
  return isFieldDimension(value) ? `f:${value.field}` : '';
}

type FieldDimension = Extract<Dimension, { field: unknown }>;

/** Numbers and days are many: they are put together in groups. */
function Grouped({ name, kind, value, onChange }: GroupedProps) {
  const { t } = useTranslation('reportBuilder');
  const [typed, setTyped] = useState(digits((value.ages ?? []).join(', ')));
  if (kind !== 'number' && kind !== 'day') return null;
  const span = value.per ?? (value.ages ? 'ages' : '');
  const setSpan = (chosen: string) => {
    if (chosen === 'ages') {
      setTyped(digits('30, 90, 365'));
      onChange({ field: value.field, ages: [30, 90, 365] });
    } else onChange({ field: value.field, ...(chosen !== '' && { per: chosen as (typeof SPANS)[number] }) });
  };
  return (
    <>
      <SelectField
        label={t('by.grouped')}
        name={`${name}-per`}
        none={t(kind === 'day' ? 'by.everyDay' : 'by.everyNumber')}
        items={[...(kind === 'day' ? SPANS : []), 'ages' as const].map((one) => ({
          value: one,
          label: t(one === 'ages' ? (kind === 'day' ? 'by.ages' : 'by.ranges') : `by.${one}`),
        }))}
        value={span}
        onChange={setSpan}
      />
      {value.ages && (
        <TextInput
          label={t(kind === 'day' ? 'by.agesBounds' : 'by.bounds')}
          description={t('by.boundsHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name={`${name}-bounds`}
          dir="ltr"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            const bounds = (toLatinDigits(currentTarget.value).match(/\d{1,9}/g) ?? []).map(Number);
            if (bounds.length > 0) onChange({ field: value.field, ages: bounds as [number] });
          }}
        />
      )}
    </>
  );
}

interface GroupedProps {
  name: string;
  kind: ReportSourceChoice['kind'] | undefined;
  value: FieldDimension;
  onChange: (value: Dimension) => void;
}
