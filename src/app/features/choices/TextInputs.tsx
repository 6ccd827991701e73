/** Takes a text in the three languages. */
import { TextInput } from '@mantine/core';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { type FullText, LANGUAGES, type Language, languageTag, textDirection } from '../../../core/text/languages.ts';

interface Props {
  name: string;
  /** Gets the name of a language. */
  label: (language: string) => string;
  value: FullText;
  isDisabled?: boolean;
  longest?: number;
  errorOf: (language: Language) => string | undefined;
  onChange: (value: FullText) => void;
}

export function TextInputs({ name, label, value, isDisabled = false, longest = 250, errorOf, onChange }: Props) {
  return (
    <div className="am-thirds am-stack am-gap-3">
      {LANGUAGES.map((one) => (
        <TextInput
          key={one}
          required
          disabled={isDisabled}
          name={`${name}_${one}`}
          label={label(LANGUAGE_NAMES[one])}
          lang={languageTag(one)}
          dir={textDirection(one)}
          maxLength={longest}
          value={value[one]}
          error={errorOf(one)}
          onChange={(event) => onChange({ ...value, [one]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
