/** The options of a question: its own, a list of the form, or a list that forms share. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Text } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchField } from '../../../../core/edit/draft.ts';
import { takesOptions } from '../../../../core/edit/kinds.ts';
import { freeName } from '../../../../core/edit/names.ts';
import { replacedAt, withoutAt } from '../../../../core/edit/parts.ts';
import type { InitialTexts } from '../../../../core/edit/questions.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { text } from '../../../data/words.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { AddButton, focusNext, SelectField } from '../../drafting/fields.tsx';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import { useDesigner } from '../context.ts';
import { useChoiceLists } from './choiceLists.ts';
import { type EditedOption, GENERATED_CODE, OptionEditor } from './OptionEditor.tsx';
import { pastedOptions } from './pasted.ts';
import { RemovedOptionDialog, wasPublished } from './RemovedOptionDialog.tsx';

interface Props {
  path: string;
  field: Field;
}

export function OptionsPart({ path, field }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change, constants, begin } = useDesigner();
  const begun = (at: number) => ({ value: `option_${at}`, label: begin.part(at) });
  const { offers = [], options } = FIELD_TYPES[field.type];
  const shared = useChoiceLists(offers.includes('choices'));
  const scale = options?.(constants, 'value');
  if (scale && !field.options)
    return (
      <>
        <p className="am-gap-2 am-row-gap-1 am-flow">
          {scale.map(({ value, label }) => (
            <span key={value} className="am-tag">
              {text(label)}
            </span>
          ))}
        </p>
        {takesOptions(field) && (
          <AddButton
            action="own-options"
            onClick={() => change(patchField(draft, path, { options: [1, 2].map(begun) } as never))}
          >
            {t('options.own')}
          </AddButton>
        )}
      </>
    );
  const lists = Object.keys((draft.definition.lists ?? {}) as object);
  const patch = (value: Partial<Field>) => change(patchField(draft, path, value));
  const items = [
    { value: '', label: t('options.own') },
    ...lists.map((list) => ({ value: `#${list}`, label: t('options.ofForm', { list }) })),
    ...shared.map((one) => ({ value: one.list, label: text(one.title) || one.list })),
    ...(offers.includes('places') ? [{ value: 'place:province', label: t('options.provinces') }] : []),
  ];
  const chosen = field.places ? `place:${field.places}` : (field.choices ?? '');
  return (
    <>
      {offers.length > 1 && (
        <SelectField
          label={t('options.from')}
          name="options-from"
          items={items}
          value={chosen}
          at={`${fieldPointerOf(path)}/choices`}
          onChange={(value) => {
            if (value === '') patch({ choices: undefined, places: undefined, options: [1, 2].map(begun) } as never);
            else if (value === 'place:province')
              patch({ choices: undefined, options: undefined, places: 'province' } as never);
            else patch({ choices: value, options: undefined, places: undefined } as never);
          }}
        />
      )}
      {chosen === '' && (
        <EditedOptionList
          path={path}
          at={`${fieldPointerOf(path)}/options`}
          options={(field.options ?? []) as EditedOption[]}
          mayExclude={FIELD_TYPES[field.type].combines === true}
          onChange={(next, step) => change(patchField(draft, path, { options: next } as never), step)}
        />
      )}
    </>
  );
}

interface ListProps {
  /** Of the question, which asks what becomes of the answers to a removed option; undefined for a list of the form. */
  path?: string;
  /** JSON Pointer of the options. */
  at: string;
  attributes?: readonly string[];
  options: readonly EditedOption[];
  mayExclude: boolean;
  onChange: (options: EditedOption[], step?: string) => void;
}

export function EditedOptionList({ path, at, options, mayExclude, attributes, onChange }: ListProps) {
  const { t } = useTranslation('designer');
  const { languages, begin, before } = useDesigner();
  const [gone, setGone] = useState<string>();
  const [isPasting, setPasting] = useState(false);
  const issues = useFindings();
  const remove = (index: number) => {
    onChange(withoutAt(options, index));
    focusNext(`[data-options] [data-entry="${Math.max(0, index - 1)}"] textarea`, '[data-action=add-option]');
  };
  return (
    <div className="am-brief am-stack" data-options>
      <ol className="am-stack">
        {options.map((option, index) => (
          <OptionEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: the code changes while it is written
            key={index}
            at={`${at}/${index}`}
            list={options}
            index={index}
            option={option}
            mayExclude={mayExclude}
            attributes={attributes}
            onChange={(next, step) => onChange(replacedAt(options, index, next), `${at} ${index} ${step}`)}
            onOrder={onChange}
            onRemove={() => {
              const { value } = option;
              if (path !== undefined && wasPublished(before, path, value)) return setGone(value);
              remove(index);
            }}
          />
        ))}
      </ol>
      {options.length === 0 && <p className="am-hint">{messageAt(issues, at) ?? t('options.none')}</p>}
      <div className="am-cluster am-gap-3 am-row-gap-2 am-between">
        <AddButton
          action="add-option"
          onClick={() => {
            const value = freeName(`option_${options.length + 1}`, new Set(options.map((one) => one.value)));
            onChange([...options, { value, label: begin.part(options.length + 1) }]);
            focusNext(`[data-options] [data-entry="${options.length}"] textarea`);
          }}
        >
          {t('options.add')}
        </AddButton>
        <ActionButton
          icon="clipboard-list"
          variant="subtle"
          size="sm"
          action="paste-options"
          onClick={() => setPasting(!isPasting)}
        >
          {t('options.paste')}
        </ActionButton>
      </div>
      {gone !== undefined && path !== undefined && (
        <RemovedOptionDialog path={path} options={options} code={gone} onClose={() => setGone(undefined)} />
      )}
      {isPasting && (
        <Pasted
          languages={languages}
          onDone={(lines) => {
            setPasting(false);
            // What nobody has written yet makes room.
            const said = options.filter(
              ({ value, label }) => !(GENERATED_CODE.test(value) && isBeginning(label, begin)),
            );
            if (lines) onChange(pastedOptions(lines, languages, said));
            focusNext('[data-action=paste-options]');
          }}
        />
      )}
    </div>
  );
}

/** Most options that may begin with words of the designer. */
const MOST_BEGUN = 20;

/** True if a label still says what a new option begins with. */
function isBeginning(label: Text, { part }: InitialTexts): boolean {
  return Array.from({ length: MOST_BEGUN }, (_, at) => JSON.stringify(part(at + 1))).includes(JSON.stringify(label));
}

function Pasted({ languages, onDone }: { languages: readonly string[]; onDone: (lines: string | undefined) => void }) {
  const { t } = useTranslation('designer');
  const [lines, setLines] = useState('');
  return (
    <div className="am-stack">
      <Textarea
        label={t('options.lines')}
        description={t('options.linesHint', { languages: languages.join(' | ') })}
        name="option-lines"
        dir="auto"
        autosize
        minRows={4}
        maxRows={14}
        value={lines}
        onChange={({ currentTarget }) => setLines(currentTarget.value)}
        data-autofocus
      />
      <div className="am-cluster am-gap-3 am-row-gap-2 am-between">
        <ActionButton
          icon="check"
          size="sm"
          action="take-lines"
          disabled={lines.trim() === ''}
          onClick={() => onDone(lines)}
        >
          {t('options.take')}
        </ActionButton>
        <ActionButton icon="x" variant="default" size="sm" action="leave-lines" onClick={() => onDone(undefined)}>
          {t('cancel', { ns: 'app' })}
        </ActionButton>
      </div>
    </div>
  );
}
