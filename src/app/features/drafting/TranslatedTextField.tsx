/** One text in the languages of what is written, each in its own direction. */
import { Textarea, TextInput } from '@mantine/core';
import { getOwn } from '../../../core/json.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { LANGUAGES, languageTag, ownTag, textDirection } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import classes from './drafting.module.css';
import { issueMessageFor, useFindings } from './findings.ts';
import { StaleTextNote } from './StaleTextNote.tsx';

interface Props<Text extends object> {
  label: string;
  /** Only screen readers get the label, because the screen says it elsewhere. */
  isQuiet?: boolean;
  /** JSON Pointer of the text. */
  at: string;
  name: string;
  /** Those of a form, where a language without words is left out. Other definitions have all of the interface's, also blank. */
  languages?: readonly string[];
  value: Text | undefined;
  required?: boolean;
  /** Texts of several lines, below each other. */
  isLong?: boolean;
  /** Gets undefined for a text without words. `language` is the one that was typed in. */
  onChange: (value: Text | undefined, language: string) => void;
  onBlur?: () => void;
}

/** The language of the person comes first: who writes begins with what they know. */
export function TranslatedTextField<Text extends object>({
  label,
  isQuiet,
  at,
  name,
  value,
  required = false,
  ...rest
}: Props<Text>) {
  const issues = useFindings();
  const { languages = LANGUAGES, isLong, onChange, onBlur } = rest;
  const said = (value ?? {}) as Readonly<Record<string, string>>;
  const blank = rest.languages ? {} : Object.fromEntries(LANGUAGES.map((one) => [one, '']));
  const own = ownTag(languages, preferences().language) ?? languages[0];
  const order = [...languages].sort((a, b) => Number(b === own) - Number(a === own));
  const Box = isLong ? Textarea : TextInput;
  return (
    <fieldset className={classes.words}>
      <legend className={isQuiet ? 'am-visually-hidden' : undefined}>{label}</legend>
      <div className={isLong ? 'am-stack' : 'am-tiles am-start'}>
        {order.map((one) => (
          <div key={one}>
            <Box
              name={`${name}_${one}`}
              label={<bdi lang={languageTag(one)}>{languageName(one)}</bdi>}
              required={required}
              withAsterisk={false}
              lang={languageTag(one)}
              dir={textDirection(one)}
              maxLength={1000}
              {...(isLong && { autosize: true, minRows: 1, maxRows: 12 })}
              value={getOwn(said, one) ?? ''}
              error={issueMessageFor(issues, { at, language: one, isFirst: one === own })}
              onBlur={onBlur}
              onChange={({ currentTarget }: { currentTarget: { value: string } }) => {
                const typed = Object.entries({ ...blank, ...said, [one]: currentTarget.value });
                const next = Object.fromEntries(rest.languages ? typed.filter(([, words]) => words !== '') : typed);
                const isEmpty = Object.values(next).every((words) => words.trim() === '');
                onChange(!required && isEmpty ? undefined : (next as Text), one);
              }}
            />
            <StaleTextNote at={at} language={one} words={said} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
