/** Takes the first entries of a new list, and the attributes that its entries have. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { ParentPicker } from './AttributeFields.tsx';
import { EMPTY_LABEL, type ListDraft } from './listDraft.ts';
import { TextInputs } from './TextInputs.tsx';

export interface ListPartProps {
  draft: ListDraft;
  errorOf: (pointer: string) => string | undefined;
  onChange: (patch: Partial<ListDraft>) => void;
}

const TYPES = ['string', 'number', 'boolean'] as const;

export function ListItems({ draft: { items, parentList }, errorOf, onChange }: ListPartProps) {
  const { t } = useTranslation('admin');
  const patch = (index: number, next: Partial<(typeof items)[number]>) =>
    onChange({ items: items.map((item, at) => (at === index ? { ...item, ...next } : item)) });
  return (
    <section className="am-above-4" aria-labelledby="new-items">
      <h2 id="new-items">{t('newList.items')}</h2>
      {items.map(({ label, parent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <div key={index} className="am-card am-after" data-line>
          <TextInputs
            name={`item_${index}`}
            label={(language) => t('tables.nameIn', { language })}
            value={label}
            errorOf={(one) => errorOf(`/items/${index}/label/${one}`)}
            onChange={(next) => patch(index, { label: next })}
          />
          {parentList !== '' && (
            <ParentPicker list={parentList} value={parent} onPick={(id) => patch(index, { parent: id })} />
          )}
          <RemoveLine onRemove={() => onChange({ items: items.filter((_item, at) => at !== index) })} />
        </div>
      ))}
      <ActionButton
        icon="plus"
        variant="default"
        onClick={() => onChange({ items: [...items, { label: EMPTY_LABEL, parent: null }] })}
        action="add-item"
      >
        {t('tables.add')}
      </ActionButton>
    </section>
  );
}

export function ListAttributes({ draft: { attributes }, errorOf, onChange }: ListPartProps) {
  const { t } = useTranslation('admin');
  const patch = (index: number, next: Partial<(typeof attributes)[number]>) =>
    onChange({ attributes: attributes.map((one, at) => (at === index ? { ...one, ...next } : one)) });
  return (
    <section className="am-above-4" aria-labelledby="new-attributes">
      <h2 id="new-attributes">{t('newList.attributes')}</h2>
      <p className="am-after am-dimmed">{t('newList.attributesHint')}</p>
      {attributes.map(({ name, type, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <div key={index} className="am-card am-after" data-line>
          <TextInputs
            name={`attribute_${index}`}
            label={(language) => t('newList.labelIn', { language })}
            value={label}
            errorOf={(one) => errorOf(`/attributes/${index}/label/${one}`)}
            onChange={(next) => patch(index, { label: next })}
          />
          <div className="am-stack am-halves am-gap-3 am-above-3">
            <TextInput
              required
              name={`attribute_${index}_name`}
              label={t('newList.attributeName')}
              dir="ltr"
              maxLength={40}
              autoComplete="off"
              value={name}
              error={errorOf(`/attributes/${index}/name`)}
              onChange={(event) => patch(index, { name: event.currentTarget.value })}
            />
            <SelectWithAny
              name={`attribute_${index}_type`}
              label={t('newList.type')}
              options={TYPES.map((one) => ({ value: one, label: t(`newList.types.${one}`) }))}
              value={type}
              onChange={(chosen) => patch(index, { type: chosen as typeof type })}
            />
          </div>
          <RemoveLine onRemove={() => onChange({ attributes: attributes.filter((_one, at) => at !== index) })} />
        </div>
      ))}
      <ActionButton
        icon="plus"
        variant="default"
        onClick={() => onChange({ attributes: [...attributes, { name: '', type: 'string', label: EMPTY_LABEL }] })}
        action="add-attribute"
      >
        {t('newList.addAttribute')}
      </ActionButton>
    </section>
  );
}

function RemoveLine({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <ActionButton icon="trash" variant="subtle" color="gray" size="sm" mt="xs" onClick={onRemove} action="remove-line">
      {t('newList.remove')}
    </ActionButton>
  );
}
