/** One block of the report: its words, its look, what its rows are, and its numbers. */

import { useTranslation } from 'react-i18next';
import { type Patch, replacedAt, withoutAt, withPatch } from '../../../core/edit/parts.ts';
import type { Block } from '../../../core/generated/report.ts';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import {
  AddButton,
  CheckboxField,
  CollapsibleFields,
  MistakeList,
  NumberField,
  SelectField,
} from '../drafting/fields.tsx';
import { ToolButton } from '../drafting/ToolButton.tsx';
import { TranslatedTextField } from '../drafting/TranslatedTextField.tsx';
import classes from './Builder.module.css';
import { measureSources, useReportBuilder } from './context.ts';
import { DimensionFields } from './DimensionFields.tsx';
import { type DraftBlock, type DraftMeasure, formsOfBlock, freeBlockId } from './draft.ts';
import { MeasureCard } from './MeasureCard.tsx';
import { measureName } from './measureName.ts';
import { wordItems } from './sources.ts';

const LOOKS: Record<Block['show'], string> = {
  numbers: 'clipboard-list',
  table: 'table',
  bars: 'chart-bar',
  stacked: 'list-details',
  donut: 'circle-dashed',
  trend: 'activity',
  ranking: 'sort-descending',
  funnel: 'filter',
  text: 'file-text',
};

interface Place {
  at: string;
  value: DraftBlock;
  programme: string;
  onChange: (value: DraftBlock) => void;
}

interface Props extends Place {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

export function BlockCard({ at, value, programme, isFirst, isLast, onChange, onMove, onCopy, onRemove }: Props) {
  const { t } = useTranslation('reportBuilder');
  const { show, title, measures = [] } = value;
  const name = (title && text(title)) || t(`looks.${show}`);
  const set = (patch: Patch<DraftBlock>) => onChange(withPatch(value, patch));
  const isText = show === 'text';
  return (
    <section
      className={`${classes.block} am-brief am-gap-3 am-card am-stack`}
      data-block-card={value.id}
      aria-label={name}
    >
      <header className="am-cluster">
        <Icon name={LOOKS[show] ?? 'table'} size={20} />
        <h3 className="am-words">
          <bdi>{name}</bdi>
        </h3>
        <Tools name={name} isFirst={isFirst} isLast={isLast} onMove={onMove} onCopy={onCopy} onRemove={onRemove} />
      </header>
      <MistakeList at={(pointer) => OWN.some((key) => pointer === at + key)} />
      <TranslatedTextField
        label={t('block.title')}
        at={`${at}/title`}
        name="block-title"
        value={title}
        onChange={(next) => set({ title: next })}
      />
      {isText && (
        <TranslatedTextField
          label={t('block.text')}
          at={`${at}/help`}
          name="block-help"
          value={value.help}
          onChange={(help) => set({ help })}
        />
      )}
      <Shape at={at} value={value} onChange={onChange} />
      {!isText && (
        <>
          <h4 className="am-text am-strong">{t('block.measures')}</h4>
          {measures.map((measure, index) => (
            <MeasureCard
              key={measure.id}
              at={`${at}/measures/${index}`}
              block={value}
              value={measure}
              programme={programme}
              onChange={(next) => set({ measures: replacedAt(measures, index, next) })}
              onRemove={() => set({ measures: withoutAt(measures, index) })}
            />
          ))}
          <AddButton action="add-measure" onClick={() => set({ measures: [...measures, another(measures)] })}>
            {t('measure.add')}
          </AddButton>
          <BlockMore at={at} value={value} set={set} />
        </>
      )}
    </section>
  );
}

function Tools({ name, isFirst, isLast, onMove, onCopy, onRemove }: Omit<Props, keyof Place> & { name: string }) {
  const { t } = useTranslation('reportBuilder');
  const tools = [
    { icon: 'arrow-up', isOff: isFirst, onClick: () => onMove(-1) },
    { icon: 'arrow-down', isOff: isLast, onClick: () => onMove(1) },
    { icon: 'copy', onClick: onCopy },
    { icon: 'trash', onClick: onRemove },
  ];
  return (
    <div className="am-beside">
      {tools.map((tool) => (
        <ToolButton key={tool.icon} {...tool} action={`block-${tool.icon}`} label={t(`block.${tool.icon}`, { name })} />
      ))}
    </div>
  );
}

/** Pointers below a block whose findings stand at its top. */
const OWN = ['', '/measures', '/id', '/most', '/total'];

function another(measures: readonly DraftMeasure[]): DraftMeasure {
  const forms = measures.find((one) => one.forms)?.forms;
  return { id: freeBlockId('number', measures), of: 'count', ...(forms && { forms }) };
}

function Shape({ at, value, onChange }: { at: string; value: DraftBlock; onChange: (value: DraftBlock) => void }) {
  const { t } = useTranslation('reportBuilder');
  const builder = useReportBuilder();
  const { show, measures = [] } = value;
  const set = (patch: Patch<DraftBlock>) => onChange(withPatch(value, patch));
  const choices = builder.choicesOf(formsOfBlock(value)[0]);
  const sources = measureSources(builder, measures.find((one) => one.forms ?? one.visits) ?? {});
  const setLook = (next: Block['show']) =>
    onChange(
      next === 'text'
        ? withPatch(value, {
            show: next,
            by: undefined,
            across: undefined,
            measures: undefined,
            order: undefined,
            most: undefined,
            only: undefined,
            total: undefined,
          })
        : withPatch(value, { show: next, measures: value.measures ?? [another([])] }),
    );
  return (
    <div className="am-tiles am-start">
      <SelectField
        label={t('block.show')}
        name="block-show"
        items={wordItems(Object.keys(LOOKS), 'looks', t)}
        value={show}
        at={`${at}/show`}
        onChange={(next) => setLook(next as Block['show'])}
      />
      {show !== 'text' && (
        <>
          <DimensionFields
            name="block-by"
            label={t('block.by')}
            none={t('block.noRows')}
            at={`${at}/by`}
            choices={choices}
            sources={sources}
            value={value.by}
            onChange={(by) => set({ by, ...(by === undefined && { across: undefined, total: undefined }) })}
          />
          {value.by !== undefined && (measures.length === 1 || value.across !== undefined) && (
            <DimensionFields
              name="block-across"
              label={t('block.across')}
              none={t('block.noColumns')}
              at={`${at}/across`}
              choices={choices}
              sources={sources}
              value={value.across}
              onChange={(across) => set({ across })}
            />
          )}
        </>
      )}
    </div>
  );
}

function BlockMore({ at, value, set }: { at: string; value: DraftBlock; set: (patch: Patch<DraftBlock>) => void }) {
  const { t } = useTranslation('reportBuilder');
  const builder = useReportBuilder();
  const names = (value.measures ?? []).map((one) => ({ id: one.id, name: measureName(one, builder, t) }));
  const orders = names.flatMap(({ id, name }) => [
    { value: `-${id}`, label: t('block.highest', { name }) },
    { value: id, label: t('block.lowest', { name }) },
  ]);
  return (
    <CollapsibleFields title={t('block.more')}>
      {value.by !== undefined && (
        <>
          <div className="am-tiles am-start">
            <SelectField
              label={t('block.order')}
              name="block-order"
              none={t('block.usualOrder')}
              items={orders}
              value={value.order ?? ''}
              at={`${at}/order`}
              onChange={(order) => set({ order: order || undefined })}
            />
            <NumberField
              label={t('block.most')}
              name="block-most"
              placeholder={t('block.allRows')}
              least={1}
              most={1000}
              whole
              value={value.most}
              onChange={(most) => set({ most })}
            />
          </div>
          <SelectField
            label={t('block.only')}
            name="block-only"
            none={t('block.allRows')}
            items={names.map(({ id, name }) => ({ value: id, label: name }))}
            value={value.only ?? ''}
            at={`${at}/only`}
            onChange={(only) => set({ only: only || undefined })}
          />
          <div className="am-gap-4 am-row-gap-2 am-flow">
            <CheckboxField
              name="block-total"
              label={t('block.total')}
              value={value.total}
              onChange={(total) => set({ total })}
            />
          </div>
        </>
      )}
      <TranslatedTextField
        label={t('block.help')}
        at={`${at}/help`}
        name="block-help"
        value={value.help}
        onChange={(help) => set({ help })}
      />
    </CollapsibleFields>
  );
}
