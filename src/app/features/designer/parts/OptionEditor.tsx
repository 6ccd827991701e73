/** One option: its words, its stored code, and whether it stands alone. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field, Text } from '../../../../core/definitions/types.ts';
import { freeName, nameOfWords } from '../../../../core/edit/names.ts';
import { withPatch } from '../../../../core/edit/parts.ts';
import { getOwn } from '../../../../core/json.ts';
import { ownTag } from '../../../../core/text/languages.ts';
import { preferences } from '../../../data/preferences.ts';
import { CheckboxField, CollapsibleFields } from '../../drafting/fields.tsx';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { useDesigner } from '../context.ts';
import { ListEntry } from './ListEntry.tsx';
import { MediaBox } from './MediaBox.tsx';

export type EditedOption = NonNullable<Field['options']>[number];

interface OptionProps {
  at: string;
  list: readonly EditedOption[];
  index: number;
  option: EditedOption;
  mayExclude: boolean;
  /** Names of what filters read of the options of a list; undefined for options of one question. */
  attributes?: readonly string[] | undefined;
  onChange: (option: EditedOption, step: string) => void;
  onOrder: (list: EditedOption[]) => void;
  onRemove: () => void;
}

/** Codes that nobody has chosen. */
export const GENERATED_CODE = /^option_\d+$/;

export function OptionEditor(props: OptionProps) {
  const { at, list, index, option, mayExclude, attributes, onChange, onOrder, onRemove } = props;
  const { t } = useTranslation('designer');
  const { languages } = useDesigner();
  // The others are in the table of words, and come with pasted lines.
  const own = ownTag(languages, preferences().language) ?? languages[0] ?? 'en';
  const others = languages.filter((one) => one !== own);
  const label = (words: Text | undefined) => onChange({ ...option, label: words ?? {} }, 'label');
  const name = () => {
    const code = GENERATED_CODE.test(option.value)
      ? Object.values(option.label as Record<string, string>)
          .map(nameOfWords)
          .find(Boolean)
      : undefined;
    if (code) onChange({ ...option, value: freeName(code, new Set(list.map(({ value }) => value))) }, 'label');
  };
  return (
    <ListEntry
      kind="option"
      {...{ list, index, onOrder, onRemove }}
      remove={t('options.remove')}
      below={
        <MoreOfOption
          {...{ at, index, option, mayExclude, attributes, others, onChange }}
          onLabel={label}
          onBlur={name}
        />
      }
    >
      <TranslatedTextField
        label={t('options.words', { number: index + 1 })}
        isQuiet
        isLong
        at={`${at}/label`}
        name={`option${index}`}
        languages={[own]}
        required
        value={option.label}
        onChange={label}
        onBlur={name}
      />
    </ListEntry>
  );
}

interface MoreProps extends Pick<OptionProps, 'at' | 'index' | 'option' | 'mayExclude' | 'attributes' | 'onChange'> {
  others: readonly string[];
  onLabel: (words: Text | undefined) => void;
  onBlur: () => void;
}

/** The other languages of an option, its code, and when to choose it. */
function MoreOfOption({ at, index, option, mayExclude, attributes, others, onChange, onLabel, onBlur }: MoreProps) {
  const { t } = useTranslation('designer');
  const { languages } = useDesigner();
  const issues = useFindings();
  return (
    <CollapsibleFields title={t('options.more', { code: option.value })}>
      {others.length > 0 && (
        <TranslatedTextField
          label={t('options.words', { number: index + 1 })}
          isQuiet
          isLong
          at={`${at}/label`}
          name={`option${index}`}
          languages={others}
          required
          value={option.label}
          onChange={onLabel}
          onBlur={onBlur}
        />
      )}
      <TextInput
        label={t('options.code')}
        name={`option${index}-code`}
        description={t('options.codeHint')}
        dir="ltr"
        maxLength={60}
        value={option.value}
        error={messageAt(issues, `${at}/value`)}
        onChange={({ currentTarget }) => onChange({ ...option, value: currentTarget.value }, 'code')}
      />
      {mayExclude && (
        <CheckboxField
          label={t('options.exclusive')}
          name={`option${index}-exclusive`}
          value={option.exclusive === true || undefined}
          onChange={(exclusive) => onChange(withPatch(option, { exclusive }), 'exclusive')}
        />
      )}
      <TranslatedTextField
        label={t('options.hint')}
        isLong
        at={`${at}/hint`}
        name={`option${index}-hint`}
        languages={languages}
        value={option.hint}
        onChange={(hint) => onChange(withPatch(option, { hint }), 'hint')}
      />
      {attributes?.map((name) => (
        <TextInput
          key={name}
          label={name === 'parent' ? t('options.parent') : name}
          name={`option${index}-${name}`}
          dir="auto"
          maxLength={200}
          value={String(getOwn(option, name) ?? '')}
          onChange={({ currentTarget }) =>
            onChange(
              withPatch(option, { [name]: attributeOf(name, currentTarget.value) } as Partial<EditedOption>),
              name,
            )
          }
        />
      ))}
      <MediaBox at={`${at}/media`} name={`option${index}`} />
    </CollapsibleFields>
  );
}

/** A number is compared as one; the parent is a code, whatever it looks like. */
function attributeOf(name: string, typed: string): string | number | undefined {
  if (typed === '') return undefined;
  return name !== 'parent' && /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
}
