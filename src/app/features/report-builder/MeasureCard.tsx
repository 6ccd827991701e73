/** One number of a block: what is counted, of which records, and its words. What is rarely needed is folded away. */
import { Checkbox, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReportSourceChoice } from '../../../core/generated/api.ts';
import { isQuestions } from '../../../core/reports/sources.ts';
import { text } from '../../data/words.ts';
import { ActButton } from '../../shell/ActButton.tsx';
import classes from './Builder.module.css';
import { Conditions } from './Conditions.tsx';
import { sourcesFor, useBuilder } from './context.ts';
import { type DraftBlock, type DraftMeasure, type Patch, patched } from './draft.ts';
import { Found, type Item, One, Several, Words } from './fields.tsx';
import { measureName } from './measureName.ts';
import { formItems, sourceItems } from './sources.ts';

/** `rate` and `plus` work with other numbers of the block; all others count. */
const KINDS = [
  ...['count', 'distinct', 'sum', 'average', 'median', 'answers', 'points'],
  ...['problems', 'days', 'sites-due', 'events', 'rate', 'plus'],
];
const OF_FIELD = new Set(['distinct', 'average', 'median']);

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
  const builder = useBuilder();
  const kind = value.rate ? 'rate' : value.plus ? 'plus' : (value.of ?? 'count');
  const sources = sourcesFor(builder, value);
  const own = builder.issues.filter(({ pointer }) => pointer === at || pointer === `${at}/id`);
  const set = (patch: Patch<DraftMeasure>) => onChange(patched(value, patch));
  const others = (block.measures ?? []).filter((one) => one.id !== value.id);
  return (
    <article
      className={classes.measure}
      data-measure-card={value.id}
      aria-label={measureName(value, block, builder, t)}
    >
      <div className={classes.grid}>
        <One
          label={t('measure.of')}
          name="measure-of"
          hint={t(`measure.hints.${kind}`)}
          items={KINDS.map((one) => ({ value: one, label: t(`measure.kinds.${one}`) }))}
          value={kind}
          at={`${at}/of`}
          onChange={(next) => onChange(ofKind(value, next, others))}
        />
        {kind !== 'rate' && kind !== 'plus' && (
          <Several
            label={t('measure.forms')}
            name="measure-forms"
            {...(kind === 'events' && { placeholder: t('measure.allForms') })}
            items={formItems(builder.forms, programme)}
            value={value.forms ?? []}
            at={`${at}/forms`}
            onChange={(forms) => set({ forms: forms.length > 0 ? forms : undefined })}
          />
        )}
        <OwnFields at={at} kind={kind} value={value} sources={sources} set={set} block={block} others={others} />
      </div>
      <Words
        label={t('measure.title')}
        at={`${at}/title`}
        name="measure-title"
        value={value.title}
        onChange={(title) => set({ title })}
      />
      <details className={classes.more} open={Boolean(value.where) || undefined}>
        <summary>{t('measure.more')}</summary>
        {kind !== 'rate' && kind !== 'plus' && kind !== 'sites-due' && (
          <>
            <p className={classes.small}>{t('condition.title')}</p>
            <Conditions
              at={`${at}/where`}
              sources={sources}
              value={value.where ?? []}
              onChange={(where) => set({ where })}
            />
          </>
        )}
        <div className={classes.grid}>
          <One
            label={t('measure.unit')}
            name="measure-unit"
            none={t('measure.noUnit')}
            items={(['percent', 'days', 'people'] as const).map((one) => ({
              value: one,
              label: t(`measure.units.${one}`),
            }))}
            value={value.unit ?? ''}
            onChange={(unit) => set({ unit: (unit || undefined) as DraftMeasure['unit'] })}
          />
          <NumberInput
            label={t('measure.digits')}
            placeholder={t('measure.usual')}
            min={0}
            max={4}
            allowDecimal={false}
            value={value.digits ?? ''}
            onChange={(digits) => set({ digits: digits === '' ? undefined : Number(digits) })}
          />
          <NumberInput
            label={t('measure.times')}
            placeholder="1"
            value={value.times ?? ''}
            onChange={(times) => set({ times: times === '' ? undefined : Number(times) })}
          />
        </div>
        <div className={classes.checks}>
          {(['undated', 'alarm', 'hidden'] as const).map((key) => (
            <Checkbox
              key={key}
              name={`measure-${key}`}
              label={t(`measure.${key}`)}
              checked={value[key] === true}
              onChange={({ currentTarget }) => set({ [key]: currentTarget.checked ? (true as const) : undefined })}
            />
          ))}
        </div>
        <Words
          label={t('measure.help')}
          at={`${at}/help`}
          name="measure-help"
          value={value.help}
          onChange={(help) => set({ help })}
        />
      </details>
      <Found issues={own} />
      {(block.measures?.length ?? 0) > 1 && (
        <ActButton icon="trash" variant="subtle" color="gray" size="sm" action="remove-measure" onClick={onRemove}>
          {t('measure.remove')}
        </ActButton>
      )}
    </article>
  );
}

interface OwnProps {
  at: string;
  kind: string;
  value: DraftMeasure;
  sources: ReportSourceChoice[];
  block: DraftBlock;
  others: readonly DraftMeasure[];
  set: (patch: Patch<DraftMeasure>) => void;
}

/** What only this kind of number needs. */
function OwnFields({ at, kind, value, sources, block, others, set }: OwnProps) {
  const { t } = useTranslation('reportBuilder');
  const builder = useBuilder();
  const choices = builder.choicesOf(value.forms?.[0] ?? value.visits);
  const numbers = sources.filter((one) => one.kind === 'number');
  const siblings: Item[] = others.map((one) => ({ value: one.id, label: measureName(one, block, builder, t) }));
  if (OF_FIELD.has(kind))
    return (
      <One
        label={t('measure.field')}
        name="measure-field"
        items={sourceItems(kind === 'distinct' ? sources : numbers, t)}
        value={value.field ?? ''}
        at={`${at}/field`}
        onChange={(field) => set({ field: field || undefined })}
      />
    );
  if (kind === 'sum') {
    const chosen = value.fields ?? (value.field === undefined ? [] : [value.field]);
    const several = (fields: string[]) =>
      set(fields.length > 1 ? { fields, field: undefined } : { field: fields[0], fields: undefined });
    const items = sourceItems(numbers, t).flatMap((group) => group.items);
    return (
      <Several
        label={t('measure.fields')}
        name="measure-fields"
        items={items}
        value={chosen}
        at={`${at}/field`}
        onChange={several}
      />
    );
  }
  if (kind === 'problems')
    return (
      <One
        label={t('measure.when')}
        name="measure-when"
        items={(['identified', 'solved', 'open', 'ever'] as const).map((one) => ({
          value: one,
          label: t(`measure.times_of.${one}`),
        }))}
        value={value.when ?? 'identified'}
        onChange={(when) => set({ when: when as 'open' })}
      />
    );
  if (kind === 'days') {
    const states = (choices?.states ?? []).map(({ id, label }) => ({ value: id, label: text(label) }));
    return (
      <>
        {(['from', 'to'] as const).map((end) => (
          <One
            key={end}
            label={t(`measure.${end}`)}
            name={`measure-${end}`}
            items={states}
            value={value[end] ?? ''}
            at={`${at}/${end}`}
            onChange={(state) => set({ [end]: state || undefined })}
          />
        ))}
      </>
    );
  }
  if (kind === 'sites-due')
    return (
      <One
        label={t('measure.visited')}
        name="measure-visited"
        items={['due', 'visited'].map((one) => ({ value: one, label: t(`measure.sites.${one}`) }))}
        value={value.visited ? 'visited' : 'due'}
        at={`${at}/visits`}
        onChange={(one) =>
          set({ visited: one === 'visited' ? true : undefined, visits: value.visits ?? value.forms?.[0] })
        }
      />
    );
  if (kind === 'answers') {
    const asked = [block.by, block.across].find(isQuestions);
    const type = choices?.question_types.find((one) => one.type === (asked?.type ?? 'rating'));
    const items = (type?.options ?? []).map(({ id, label }) => ({ value: id, label: text(label) }));
    return (
      <Several
        label={t('measure.value')}
        name="measure-value"
        placeholder={t('measure.anyAnswer')}
        items={items}
        value={value.value ?? []}
        onChange={(ids) => set({ value: ids.length > 0 ? ids : undefined })}
      />
    );
  }
  if (kind === 'rate')
    return (
      <>
        {([0, 1] as const).map((part) => (
          <One
            key={part}
            label={t(part === 0 ? 'measure.part' : 'measure.whole')}
            name={`measure-rate-${part}`}
            items={siblings}
            value={value.rate?.[part] ?? ''}
            at={`${at}/rate/${part}`}
            onChange={(id) =>
              set({ rate: [0, 1].map((one) => (one === part ? id : (value.rate?.[one] ?? ''))) as never })
            }
          />
        ))}
      </>
    );
  if (kind === 'plus')
    return (
      <Several
        label={t('measure.parts')}
        name="measure-plus"
        items={siblings}
        value={value.plus ?? []}
        at={`${at}/plus`}
        onChange={(plus) => set({ plus })}
      />
    );
  return null;
}

/** Keeps what every kind has, and begins with what the new kind needs. */
function ofKind(before: DraftMeasure, kind: string, others: readonly DraftMeasure[]): DraftMeasure {
  const { id, title, help, hidden, forms, where, undated, alarm } = before;
  const kept: Patch<DraftMeasure> = { title, help, hidden, undated, alarm };
  const [first, second] = others.map((one) => one.id);
  if (kind === 'rate')
    return patched<DraftMeasure>(
      { id },
      { ...kept, rate: [first ?? '', second ?? first ?? ''] as never, unit: 'percent' },
    );
  if (kind === 'plus') return patched<DraftMeasure>({ id }, { ...kept, plus: others.map((one) => one.id) });
  const isSame = before.of !== 'problems' && before.of !== 'events' && kind !== 'problems' && kind !== 'events';
  const counted = forms ?? others.find((one) => one.forms)?.forms;
  return patched<DraftMeasure>(
    { id },
    {
      ...kept,
      of: kind as 'count',
      forms: counted,
      where: isSame ? where : undefined,
      ...(kind === 'sites-due' && { visits: counted?.[0] }),
      ...(kind === 'days' && { unit: 'days' as const }),
    },
  );
}
