/** The lists of options that stand once in the form, for several of its questions. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { patchDefinition } from '../../../../core/edit/draft.ts';
import { freeName, nameOfWords } from '../../../../core/edit/names.ts';
import { outlineOf } from '../../../../core/edit/outline.ts';
import { patchedOrGone } from '../../../../core/edit/parts.ts';
import { isObject } from '../../../../core/json.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { comma, number } from '../../../data/words.ts';
import { AddButton, CollapsibleFields, MistakeList, RemoveButton } from '../../drafting/fields.tsx';
import { useDesigner } from '../context.ts';
import type { EditedOption } from '../parts/OptionEditor.tsx';
import { EditedOptionList } from '../parts/Options.tsx';
import { PanePart } from '../parts/PanePart.tsx';
import { outlineRowTitle } from '../titles.ts';

/** What every option may have; the other keys are attributes, for filters. */
const OF_OPTION = new Set(['value', 'label', 'hint', 'parent', 'exclusive', 'media']);

export function ListsPart() {
  const { t } = useTranslation('designer');
  const { draft, change, begin } = useDesigner();
  const [name, setName] = useState('');
  const lists = (isObject(draft.definition.lists) ? draft.definition.lists : {}) as Record<string, EditedOption[]>;
  const patch = (value: Record<string, unknown>, step?: string) =>
    change(patchDefinition(draft, { lists: patchedOrGone(lists, value) }), step);
  const free = freeName(nameOfWords(name) || 'list', new Set(Object.keys(lists)));
  return (
    <PanePart
      title={t('lists.title')}
      name="lists"
      isOpen={false}
      brief={<bdi dir="ltr">{Object.keys(lists).join(', ')}</bdi>}
    >
      <p className="am-hint">{t('lists.hint')}</p>
      {Object.entries(lists).map(([list, options]) => (
        <OneList key={list} {...{ list, options }} onChange={(next, step) => patch({ [list]: next }, step)} />
      ))}
      <TextInput
        label={t('lists.name')}
        name="list-name"
        dir="ltr"
        maxLength={40}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <AddButton
        action="add-list"
        onClick={() => {
          setName('');
          patch({ [free]: [1, 2].map((at) => ({ value: `option_${at}`, label: begin.part(at) })) });
        }}
      >
        {t('lists.add')}
      </AddButton>
    </PanePart>
  );
}

interface ListProps {
  list: string;
  options: EditedOption[];
  onChange: (options: EditedOption[] | undefined, step?: string) => void;
}

function OneList({ list, options, onChange }: ListProps) {
  const { t } = useTranslation('designer');
  const { draft } = useDesigner();
  const [added, setAdded] = useState<string[]>([]);
  const [attribute, setAttribute] = useState('');
  const known = options.flatMap((one) => Object.keys(one)).filter((key) => !OF_OPTION.has(key));
  const users = outlineOf(draft).filter(({ field }) => field?.choices === `#${list}`);
  const at = `/lists/${list}`;
  return (
    <div data-list={list} data-removable>
      <CollapsibleFields title={t('lists.of', { name: isolateName(list), number: number(options.length) })}>
        <MistakeList at={(pointer) => pointer === at} />
        <EditedOptionList
          at={at}
          options={options}
          mayExclude
          attributes={[...new Set(['parent', ...known, ...added])]}
          onChange={onChange}
        />
        <TextInput
          label={t('lists.attribute')}
          description={t('lists.attributeHint')}
          name={`${list}-attribute`}
          dir="ltr"
          maxLength={40}
          value={attribute}
          onChange={({ currentTarget }) => setAttribute(currentTarget.value)}
        />
        <AddButton
          action="add-attribute"
          onClick={() => {
            const name = nameOfWords(attribute);
            setAttribute('');
            if (name && !OF_OPTION.has(name)) setAdded([...added, name]);
          }}
        >
          {t('lists.addAttribute')}
        </AddButton>
        {users.length > 0 ? (
          <p className="am-hint">
            {t('lists.used', { names: users.map((row) => isolateName(outlineRowTitle(row))).join(comma()) })}
          </p>
        ) : (
          <RemoveButton action="remove-list" onClick={() => onChange(undefined)}>
            {t('lists.remove')}
          </RemoveButton>
        )}
      </CollapsibleFields>
    </div>
  );
}
