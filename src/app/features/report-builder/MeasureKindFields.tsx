/** What only one kind of number needs: an answer, two states, other numbers of the block. */

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Patch } from '../../../core/edit/parts.ts';
import type { ReportSourceChoice } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { DEFAULT_TYPE, isQuestionDimension } from '../../../core/reports/sources.ts';
import { MultiSelectField, SelectField, type SelectItem } from '../drafting/fields.tsx';
import { useReportBuilder } from './context.ts';
import type { DraftBlock, DraftMeasure } from './draft.ts';
import { measureName } from './measureName.ts';
import { namedItems, sourceItems, wordItems } from './sources.ts';

interface Props {
  at: string;
  value: DraftMeasure;
  sources: ReportSourceChoice[];
  block: DraftBlock;
  /** Numbers of the block that this one may work with. */
  others: readonly DraftMeasure[];
  set: (patch: Patch<DraftMeasure>) => void;
}

const FIELDS: Record<string, (props: Props) => ReactNode> = {
  distinct: (props) => <Field {...props} of={props.sources} />,
  average: (props) => <Field {...props} of={numbersOf(props)} />,
  median: (props) => <Field {...props} of={numbersOf(props)} />,
  sum: Fields,
  problems: When,
  days: Days,
  'sites-due': Sites,
  answers: Answers,
  rate: (props) => <Pair {...props} of="rate" />,
  minus: (props) => <Pair {...props} of="minus" />,
  plus: Plus,
};

export function MeasureKindFields({ kind, ...props }: Props & { kind: string }) {
  const Own = getOwn(FIELDS, kind);
  return Own ? <Own {...props} /> : null;
}

function numbersOf({ sources }: Props): ReportSourceChoice[] {
  return sources.filter(({ kind }) => kind === 'number');
}

function Field({ at, value, set, of }: Props & { of: ReportSourceChoice[] }) {
  const { t } = useTranslation('reportBuilder');
  return (
    <SelectField
      label={t('measure.field')}
      name="measure-field"
      items={sourceItems(of, t)}
      value={value.field ?? ''}
      at={`${at}/field`}
      onChange={(field) => set({ field: field || undefined })}
    />
  );
}

/** A sum adds one answer or several. */
function Fields(props: Props) {
  const { at, value, set } = props;
  const { t } = useTranslation('reportBuilder');
  return (
    <MultiSelectField
      label={t('measure.fields')}
      name="measure-fields"
      items={sourceItems(numbersOf(props), t).flatMap(({ items }) => items)}
      value={value.fields ?? (value.field === undefined ? [] : [value.field])}
      at={`${at}/field`}
      onChange={(fields = []) =>
        set(fields.length > 1 ? { fields, field: undefined } : { field: fields[0], fields: undefined })
      }
    />
  );
}

function When({ value, set }: Props) {
  const { t } = useTranslation('reportBuilder');
  return (
    <SelectField
      label={t('measure.when')}
      name="measure-when"
      items={wordItems(['identified', 'solved', 'open', 'ever'], 'measure.times_of', t)}
      value={value.when ?? 'identified'}
      onChange={(when) => set({ when: when as 'open' })}
    />
  );
}

function Days({ at, value, set }: Props) {
  const { t } = useTranslation('reportBuilder');
  const states = useReportBuilder().choicesOf(value.forms?.[0])?.states ?? [];
  return (['from', 'to'] as const).map((end) => (
    <SelectField
      key={end}
      label={t(`measure.${end}`)}
      name={`measure-${end}`}
      items={namedItems(states)}
      value={value[end] ?? ''}
      at={`${at}/${end}`}
      onChange={(state) => set({ [end]: state || undefined })}
    />
  ));
}

function Sites({ at, value, set }: Props) {
  const { t } = useTranslation('reportBuilder');
  return (
    <SelectField
      label={t('measure.visited')}
      name="measure-visited"
      items={wordItems(['due', 'visited'], 'measure.sites', t)}
      value={value.visited ? 'visited' : 'due'}
      at={`${at}/visits`}
      onChange={(one) =>
        set({ visited: one === 'visited' ? true : undefined, visits: value.visits ?? value.forms?.[0] })
      }
    />
  );
}

function Answers({ value, block, set }: Props) {
  const { t } = useTranslation('reportBuilder');
  const types = useReportBuilder().choicesOf(value.forms?.[0])?.question_types ?? [];
  const asked = [block.by, block.across].find(isQuestionDimension)?.type ?? DEFAULT_TYPE;
  const options = types.find(({ type }) => type === asked)?.options ?? [];
  return (
    <MultiSelectField
      label={t('measure.value')}
      name="measure-value"
      placeholder={t('measure.anyAnswer')}
      items={namedItems(options)}
      value={value.value as string[] | undefined}
      onChange={(ids) => set({ value: ids })}
    />
  );
}

function useSiblings({ others }: Props): SelectItem[] {
  const { t } = useTranslation('reportBuilder');
  const builder = useReportBuilder();
  return others.map((one) => ({ value: one.id, label: measureName(one, builder, t) }));
}

const LABELS = { rate: ['part', 'whole'], minus: ['part', 'less'] } as const;

/** Two numbers, of which one is worked out. */
function Pair({ of, ...props }: Props & { of: 'rate' | 'minus' }) {
  const { at, value, set } = props;
  const { t } = useTranslation('reportBuilder');
  const siblings = useSiblings(props);
  const pair = value[of] ?? ['', ''];
  return ([0, 1] as const).map((part) => (
    <SelectField
      key={part}
      label={t(`measure.${LABELS[of][part]}`)}
      name={`measure-${of}-${part}`}
      items={siblings}
      value={pair[part] ?? ''}
      at={`${at}/${of}/${part}`}
      onChange={(id) => set({ [of]: part === 0 ? [id, pair[1]] : [pair[0], id] } as never)}
    />
  ));
}

function Plus(props: Props) {
  const { at, value, set } = props;
  const { t } = useTranslation('reportBuilder');
  return (
    <MultiSelectField
      label={t('measure.parts')}
      name="measure-plus"
      items={useSiblings(props)}
      value={value.plus}
      at={`${at}/plus`}
      onChange={(plus = []) => set({ plus })}
    />
  );
}
