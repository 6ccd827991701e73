/** A section or a group: its heading, help, condition, and what can be done with it. */
import { useTranslation } from 'react-i18next';
import type { Condition, Text } from '../../../core/definitions/types.ts';
import type { DraftSection } from '../../../core/edit/draft.ts';
import { withSections } from '../../../core/edit/draft.ts';
import { removeSection, ungroup } from '../../../core/edit/move.ts';
import { type OutlinePlace, outlineOf } from '../../../core/edit/outline.ts';
import { replacedAt, withPatch } from '../../../core/edit/parts.ts';
import { text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { MistakeList, SelectField } from '../drafting/fields.tsx';
import { TranslatedTextField } from '../drafting/TranslatedTextField.tsx';
import { FORM_KEY, useDesigner } from './context.ts';
import layout from './Designer.module.css';
import pane from './Pane.module.css';
import { PaneHead } from './PaneHead.tsx';
import { ConditionField } from './parts/ConditionField.tsx';
import { JsonBox } from './parts/JsonBox.tsx';
import { PanePart } from './parts/PanePart.tsx';

type Headed = { title: Text; help?: Text; visibleWhen?: Condition; columns?: 1 | 2 | 3 };

export function SectionPane({ place }: { place: Exclude<OutlinePlace, { kind: 'question' }> }) {
  const { t } = useTranslation('designer');
  const { draft, change, languages } = useDesigner();
  const { sections } = draft.definition;
  const section = sections[place.section];
  const item = place.kind === 'group' ? section?.fields[place.item] : undefined;
  const own = (place.kind === 'group' ? item : section) as (Headed & object) | undefined;
  if (!section || !own || typeof own === 'string') return null;
  const at = place.kind === 'group' ? `/sections/${place.section}/fields/${place.item}` : `/sections/${place.section}`;
  const put = (next: object, step?: string) => {
    const changed =
      place.kind === 'group'
        ? { ...section, fields: replacedAt(section.fields, place.item, next as never) }
        : (next as DraftSection);
    change(withSections(draft, replacedAt(sections, place.section, changed)), step && `${at} ${step}`);
  };
  const patch = (value: object, step?: string) => put(withPatch(own, value), step);
  const isEmpty = place.kind === 'section' && section.fields.length === 0;
  const name = text(own.title) || outlineOf(draft).find((row) => row.pointer === at)?.key || '';
  return (
    <section className={layout.pane} data-pane="question" aria-label={`${t('section.heading')}: ${name}`}>
      <PaneHead title={name} icon={place.kind === 'group' ? 'clipboard-list' : 'list-details'} place={place} />
      <div className={`${pane.parts} am-stack am-gap-0`}>
        <MistakeList at={(pointer) => pointer === at || pointer === `${at}/fields`} />
        <PanePart title={t('words.title')} name="words">
          <TranslatedTextField
            label={t('section.heading')}
            isQuiet
            isLong
            at={`${at}/title`}
            name="title"
            required
            languages={languages}
            value={own.title}
            onChange={(title) => patch({ title: title ?? {} }, 'title')}
          />
          <TranslatedTextField
            label={t('words.help')}
            isLong
            at={`${at}/help`}
            name="help"
            languages={languages}
            value={own.help}
            onChange={(help) => patch({ help }, 'help')}
          />
        </PanePart>
        <PanePart title={t('when.title')} name="when" isOpen={own.visibleWhen !== undefined} brief={t('when.always')}>
          <ConditionField
            label={t('when.visible')}
            name="visibleWhen"
            at={`${at}/visibleWhen`}
            path=""
            value={own.visibleWhen}
            onChange={(visibleWhen) => patch({ visibleWhen }, 'when')}
          />
        </PanePart>
        <PanePart title={t('more.title')} name="more" isOpen={false}>
          {place.kind === 'section' && (
            <SelectField
              label={t('section.columns')}
              name="columns"
              items={['1', '2', '3'].map((value) => ({
                value,
                label: t('section.beside', { count: Number(value), number: value }),
              }))}
              value={String(own.columns ?? 2)}
              onChange={(value) => patch({ columns: value === '2' ? undefined : Number(value) })}
            />
          )}
          <JsonBox label={t('more.jsonOf')} name="section-json" value={own} onChange={(value) => put(value)} />
        </PanePart>
        <Removing place={place} isEmpty={isEmpty} />
      </div>
    </section>
  );
}

/** Takes a section without questions away, or the heading of a group. */
function Removing({ place, isEmpty }: { place: Exclude<OutlinePlace, { kind: 'question' }>; isEmpty: boolean }) {
  const { t } = useTranslation('designer');
  const { draft, change, choose } = useDesigner();
  return (
    <>
      {place.kind === 'group' && (
        <ActionButton
          icon="x"
          variant="default"
          size="sm"
          action="ungroup"
          onClick={() => {
            change(ungroup(draft, place));
            choose(FORM_KEY);
          }}
        >
          {t('section.ungroup')}
        </ActionButton>
      )}
      {place.kind === 'section' && (
        <>
          <ActionButton
            icon="trash"
            variant="default"
            color="red"
            size="sm"
            action="remove-section"
            disabled={!isEmpty}
            onClick={() => {
              change(removeSection(draft, place.section));
              choose(FORM_KEY);
            }}
          >
            {t('section.remove')}
          </ActionButton>
          {!isEmpty && <p className="am-hint">{t('section.notEmpty')}</p>}
        </>
      )}
    </>
  );
}
