/** Adds a question: its type is chosen from a gallery, or it is taken from another form. Also sections and groups. */
import { SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTypeName } from '../../../core/definitions/types.ts';
import { type FormDraft, fieldAt, nameInPath, readFormDraft, tablePath } from '../../../core/edit/draft.ts';
import { fitsTable } from '../../../core/edit/kinds.ts';
import { addGroup, addSection, type MoveResult } from '../../../core/edit/move.ts';
import { outlineKeyOf, outlineOf, outlinePlaceOf } from '../../../core/edit/outline.ts';
import { addQuestion, takeQuestion } from '../../../core/edit/questions.ts';
import type { FieldTypeGroup } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { foldText } from '../../../core/text/letters.ts';
import { text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { CheckboxField, focusNext, SelectField } from '../drafting/fields.tsx';
import gallery from './AddQuestion.module.css';
import { designerApi } from './api.ts';
import { useDesigner } from './context.ts';
import outline from './Outline.module.css';
import { fieldTypeIcon, outlineRowTitle } from './titles.ts';

export function AddQuestion({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('designer');
  const designer = useDesigner();
  const { draft, begin } = designer;
  const after = outlinePlaceOf(designer.chosen);
  const table =
    after?.kind === 'question' ? (fieldAt(draft, after.path)?.columns ? after.path : tablePath(after.path)) : '';
  const [isColumn, setColumn] = useState(table !== '');
  const [from, setFrom] = useState<'new' | 'taken'>('new');
  const add = (moved: MoveResult | undefined) => {
    if (!moved) return;
    designer.change(moved.draft);
    designer.choose(outlineKeyOf(moved.place));
    onClose();
    focusNext('[data-pane=question] textarea', '[data-pane=question] input');
  };
  return (
    <Dialog title={t('add.title')} size="xl" place="top" onClose={onClose}>
      <div className="am-gap-3 am-stack">
        <SegmentedControl
          value={from}
          onChange={(value) => setFrom(value as 'new' | 'taken')}
          data={(['new', 'taken'] as const).map((value) => ({ value, label: t(`add.from.${value}`) }))}
        />
        {table !== '' && (
          <CheckboxField
            label={t('add.column', { table: text(fieldAt(draft, table)?.label) || table })}
            name="add-column"
            value={isColumn || undefined}
            onChange={(value) => setColumn(value === true)}
          />
        )}
        {from === 'new' ? (
          <FieldTypeGallery
            isColumn={isColumn}
            onPick={(type) => add(addQuestion(draft, after, type, begin, isColumn))}
          />
        ) : (
          <Taken
            onPick={(source, path) => {
              const field = fieldAt(source, path);
              if (field) add(takeQuestion(draft, field, nameInPath(path), after, isColumn ? table : ''));
            }}
          />
        )}
        {from === 'new' && (
          <p className="am-gap-3 am-row-gap-2 am-cluster">
            <ActionButton
              icon="list-details"
              variant="default"
              size="sm"
              action="add-section"
              onClick={() => add(addSection(draft, after, begin.section))}
            >
              {t('add.section')}
            </ActionButton>
            {after?.kind === 'question' && (
              <ActionButton
                icon="clipboard-list"
                variant="default"
                size="sm"
                action="add-group"
                onClick={() => add(addGroup(draft, after.path.split('.')[0] as string, begin.group))}
              >
                {t('add.group')}
              </ActionButton>
            )}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const TYPE_GROUPS: readonly FieldTypeGroup[] = [
  ...(['usual', 'options', 'figures', 'words', 'days', 'files', 'places', 'references', 'rows', 'worked'] as const),
];

interface GalleryProps {
  isColumn?: boolean;
  chosen?: FieldTypeName;
  onPick: (type: FieldTypeName) => void;
}

/** The types of answers: the usual ones first, the others by group. */
export function FieldTypeGallery({ isColumn = false, chosen, onPick }: GalleryProps) {
  const { t } = useTranslation('designer');
  const [search, setSearch] = useState('');
  const types = Object.keys(FIELD_TYPES) as FieldTypeName[];
  const words = foldText(search);
  const isFound = (type: FieldTypeName) =>
    foldText(`${t(`types.${type}.name`)} ${t(`types.${type}.hint`)} ${type}`).includes(words);
  const shown = types.filter((type) => (!isColumn || fitsTable(type)) && isFound(type));
  // Enter takes the first that is shown. One that is changed is not changed before something was looked for.
  const isAsked = words !== '' || chosen === undefined;
  const first = isAsked && TYPE_GROUPS.flatMap((group) => shown.filter((type) => FIELD_TYPES[type].group === group))[0];
  return (
    <>
      <TextInput
        name="type-search"
        aria-label={t('add.search')}
        placeholder={t('add.search')}
        value={search}
        leftSection={<Icon name="search" size={16} />}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !first) return;
          // The button that gets the focus back would open the gallery again.
          event.preventDefault();
          onPick(first);
        }}
        data-autofocus
      />
      {shown.length === 0 && <p className="am-hint">{t('add.nothing')}</p>}
      {TYPE_GROUPS.map((group) => {
        const inGroup = shown.filter((type) => FIELD_TYPES[type].group === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group} aria-label={t(`groups.${group}`)}>
            <h3 className="am-small am-strong">{t(`groups.${group}`)}</h3>
            <ul className="am-tiles am-tiles-small am-above-2">
              {inGroup.map((type) => (
                <li key={type}>
                  <button
                    type="button"
                    className={`${gallery.type} am-box am-pad-2 am-hovers am-stack am-row-gap-0 am-level`}
                    data-type={type}
                    aria-pressed={chosen === undefined ? undefined : chosen === type}
                    onClick={() => onPick(type)}
                  >
                    <Icon name={FIELD_TYPES[type].icon} size={20} />
                    <strong>{t(`types.${type}.name`)}</strong>
                    <span className="am-wide am-meta">{t(`types.${type}.hint`)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** The questions of another form, which are copied with their words, options and rules. */
function Taken({ onPick }: { onPick: (source: FormDraft, path: string) => void }) {
  const { t } = useTranslation('designer');
  const { forms } = useDesigner();
  const [form, setForm] = useState('');
  const entry = forms.find((one) => one.form === form);
  const found = useQuery({
    queryKey: ['form drafts', 'published', form, entry?.version],
    queryFn: () => designerApi.published(form, entry?.version ?? 1),
    enabled: entry !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const source = found.data && readFormDraft(found.data);
  const items = forms.map((one) => ({ value: one.form, label: text(one.title) || one.form }));
  return (
    <>
      <SelectField
        label={t('add.form')}
        name="add-form"
        none={t('add.choose')}
        items={items.sort((a, b) => a.label.localeCompare(b.label))}
        value={form}
        onChange={setForm}
      />
      {found.error && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <p className="am-hint">{t('add.loading')}</p>}
      {source && (
        <ul className="am-scrolls am-gap-1 am-stack">
          {outlineOf(source).map((row) => (
            <li key={row.key} style={{ paddingInlineStart: `${row.depth * 16}px` }}>
              {row.field && row.place.kind === 'question' ? (
                <button
                  type="button"
                  className={`am-hovers am-full am-round ${outline.row} am-holds am-pad-x-2 am-inline`}
                  data-take={row.place.path}
                  onClick={() => row.place.kind === 'question' && onPick(source, row.place.path)}
                >
                  <Icon name={fieldTypeIcon(row.field)} size={16} />
                  <span className="am-grow am-cut">{outlineRowTitle(row)}</span>
                </button>
              ) : (
                <strong>{outlineRowTitle(row)}</strong>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
