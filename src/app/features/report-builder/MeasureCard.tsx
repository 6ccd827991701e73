/** One number of a block: what is counted, of which records, and its words. What is rarely needed is folded away. */

import { useTranslation } from 'react-i18next';
import { type Patch, withPatch } from '../../../core/edit/parts.ts';
import type { ReportSourceChoice } from '../../../core/generated/api.ts';
import { number } from '../../data/words.ts';
import {
  CheckboxField,
  CollapsibleFields,
  MistakeList,
  MultiSelectField,
  NumberField,
  RemoveButton,
  SelectField,
} from '../drafting/fields.tsx';
import { TranslatedTextField } from '../drafting/TranslatedTextField.tsx';
import { ConditionFields } from './Conditions.tsx';
import { measureSources, useReportBuilder } from './context.ts';
import type { DraftBlock, DraftMeasure } from './draft.ts';
import { MeasureKindFields } from './MeasureKindFields.tsx';
import { isDerivedKind, MEASURE_KINDS, measureKindOf, withMeasureKind } from './measureKind.ts';
import { measureName } from './measureName.ts';
import { formItems, wordItems } from './sources.ts';

interface Props {
  /** JSON Pointer. */
  at: string;
  block: DraftBlock;
  value: DraftMeasure;
  programme: string;
  onChange: (value: DraftMeasure) => void;
  onRemove: () => void;
}

export function MeasureCard({ at, block, value, programme, onChange, onRemove }: Props) {
  const { t } = useTranslation('reportBuilder');
  const builder = useReportBuilder();
  const kind = measureKindOf(value);
  const sources = measureSources(builder, value);
  const set = (patch: Patch<DraftMeasure>) => onChange(withPatch(value, patch));
  const others = (block.measures ?? []).filter((one) => one.id !== value.id);
  return (
    <article
      className="am-brief am-box am-stack am-gap-3 am-pad-3"
      data-measure-card={value.id}
      data-removable
      aria-label={measureName(value, builder, t)}
    >
      <div className="am-tiles am-start">
        <SelectField
          label={t('measure.of')}
          name="measure-of"
          hint={t(`measure.hints.${kind}`)}
          items={wordItems(MEASURE_KINDS, 'measure.kinds', t)}
          value={kind}
          at={`${at}/of`}
          onChange={(next) => onChange(withMeasureKind(value, next, others))}
        />
        {!isDerivedKind(kind) && (
          <MultiSelectField
            label={t('measure.forms')}
            name="measure-forms"
            {...(kind === 'events' && { placeholder: t('measure.allForms') })}
            items={formItems(builder.forms, programme)}
            value={value.forms}
            at={`${at}/forms`}
            onChange={(forms) => set({ forms })}
          />
        )}
        <MeasureKindFields
          at={at}
          kind={kind}
          value={value}
          sources={sources}
          set={set}
          block={block}
          others={others}
        />
      </div>
      <TranslatedTextField
        label={t('measure.title')}
        at={`${at}/title`}
        name="measure-title"
        value={value.title}
        onChange={(title) => set({ title })}
      />
      <MeasureMore at={at} kind={kind} value={value} sources={sources} set={set} />
      <MistakeList at={(pointer) => pointer === at || pointer === `${at}/id`} />
      {(block.measures?.length ?? 0) > 1 && (
        <RemoveButton action="remove-measure" onClick={onRemove}>
          {t('measure.remove')}
        </RemoveButton>
      )}
    </article>
  );
}

const USUAL_DAYS = 90;

/** Which of two periods that are compared a number is of. */
function Span({ value, onChange }: { value: DraftMeasure['span']; onChange: (value: DraftMeasure['span']) => void }) {
  const { t } = useTranslation('reportBuilder');
  const set = (which: string, days: number) =>
    onChange(which === '' ? undefined : { days, ...(which === 'before' && { before: true as const }) });
  const which = value ? (value.before ? 'before' : 'now') : '';
  return (
    <div className="am-tiles am-start">
      <SelectField
        label={t('measure.span')}
        name="measure-span"
        none={t('measure.spans.chosen')}
        items={wordItems(['now', 'before'], 'measure.spans', t)}
        value={which}
        onChange={(next) => set(next, value?.days ?? USUAL_DAYS)}
      />
      {value && (
        <NumberField
          label={t('measure.spanDays')}
          name="measure-span-days"
          placeholder={number(USUAL_DAYS)}
          least={1}
          most={3660}
          whole
          value={value.days}
          onChange={(days) => set(which, days ?? USUAL_DAYS)}
        />
      )}
    </div>
  );
}

interface MoreProps {
  at: string;
  kind: string;
  value: DraftMeasure;
  sources: readonly ReportSourceChoice[];
  set: (patch: Patch<DraftMeasure>) => void;
}

function MeasureMore({ at, kind, value, sources, set }: MoreProps) {
  const { t } = useTranslation('reportBuilder');
  return (
    <CollapsibleFields title={t('measure.more')} isFilled={value.where !== undefined}>
      {!isDerivedKind(kind) && kind !== 'sites-due' && (
        <>
          <p className="am-text am-strong">{t('condition.title')}</p>
          <ConditionFields
            at={`${at}/where`}
            sources={sources}
            value={value.where ?? []}
            onChange={(where) => set({ where })}
          />
        </>
      )}
      <div className="am-tiles am-start">
        <SelectField
          label={t('measure.unit')}
          name="measure-unit"
          none={t('measure.noUnit')}
          items={wordItems(['percent', 'days', 'people'], 'measure.units', t)}
          value={value.unit ?? ''}
          onChange={(unit) => set({ unit: (unit || undefined) as DraftMeasure['unit'] })}
        />
        <NumberField
          label={t('measure.digits')}
          name="measure-digits"
          placeholder={t('measure.usual')}
          least={0}
          most={4}
          whole
          value={value.digits}
          onChange={(digits) => set({ digits })}
        />
        <NumberField
          label={t('measure.times')}
          name="measure-times"
          placeholder={number(1)}
          value={value.times}
          onChange={(times) => set({ times })}
        />
      </div>
      {!isDerivedKind(kind) && <Span value={value.span} onChange={(span) => set({ span })} />}
      <div className="am-gap-4 am-row-gap-2 am-flow">
        {(['undated', 'alarm', 'hidden'] as const).map((key) => (
          <CheckboxField
            key={key}
            name={`measure-${key}`}
            label={t(`measure.${key}`)}
            value={value[key]}
            onChange={(isOn) => set({ [key]: isOn })}
          />
        ))}
      </div>
      <TranslatedTextField
        label={t('measure.help')}
        at={`${at}/help`}
        name="measure-help"
        value={value.help}
        onChange={(help) => set({ help })}
      />
    </CollapsibleFields>
  );
}
