/** The languages that a paper is written in, and texts in all of them. */
import i18next from 'i18next';
import { createContext, Fragment, useContext } from 'react';
import { languagesOf } from '../../../core/definitions/texts.ts';
import { insertAnswers } from '../../../core/form/answersInWords.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import {
  hasLanguage,
  LANGUAGES,
  type Language,
  languageTag,
  pickText,
  shownLanguage,
  type Text,
  textAsWritten,
  textDirection,
} from '../../../core/text/languages.ts';
import { formatNumber } from '../../../core/text/letters.ts';
import { preferences } from '../../data/preferences.ts';
import { useCommon } from '../../data/queries.ts';
import { useReadAnswers } from '../../widgets/readAnswers.ts';
import classes from './Print.module.css';

/** `all` are the three languages side by side. */
export type PaperLanguage = Language | 'all';

export const PaperLanguages = createContext<readonly Language[]>(LANGUAGES);

export function paperLanguages(chosen: PaperLanguage): readonly Language[] {
  return chosen === 'all' ? LANGUAGES : [chosen];
}

/** Returns an interface text of the paper in one language. */
export function paperLabel(language: Language, key: string, params: Record<string, string> = {}): string {
  return i18next.getFixedT(language, 'print')(key as 'onlyIf', params);
}

/**
 * Writes what `write` returns for each language of the paper, the same text only once; `apart` in columns of their own.
 * `dir` is that of answers: what people wrote runs as it begins, numbers of phones and the like from left to right everywhere.
 */
export function TextInLanguages({
  write,
  apart,
  dir,
}: {
  /** `tag` is the language of the form's own texts. */
  write: (language: Language, tag: string) => string;
  apart?: boolean;
  dir?: Direction;
}) {
  const languages = useContext(PaperLanguages);
  const form = useReadAnswers()?.definition;
  // Where there are several, also those that only the form has. What the form does not say itself stands there already.
  const more = form && languages.length > 1 ? languagesOf(form).filter((tag) => !speaksInterface(tag)) : [];
  const texts = [
    ...languages.map((language) => [language, write(language, language)] as const),
    ...more.map((tag) => [tag, write(preferences().language, tag)] as const),
  ];
  return <Texts {...{ texts, apart, dir }} />;
}

const speaksInterface = (tag: string): boolean => LANGUAGES.some((language) => hasLanguage([tag], language));

type Direction = 'ltr' | 'auto';

interface TextsProps {
  texts: (readonly [language: string, text: string])[];
  apart?: boolean | undefined;
  dir?: Direction | undefined;
}

function Texts({ texts: given, apart, dir }: TextsProps) {
  const written = new Map<string, string>();
  for (const [language, text] of given) if (text && !written.has(text)) written.set(text, language);
  const texts = [...written].map(([text, language], n) => (
    <Fragment key={language}>
      {n > 0 && !apart && <span aria-hidden="true"> · </span>}
      <bdi lang={languageTag(language)} dir={dir ?? textDirection(language)}>
        {text}
      </bdi>
    </Fragment>
  ));
  return apart && written.size > 1 ? <span className={classes.apart}>{texts}</span> : texts;
}

/** Writes a text of the definition with the answers that it names, in each language, and where there are several also in those that only the form has. */
export function PrintedText({ of, apart = false }: { of: Text; apart?: boolean }) {
  const languages = useContext(PaperLanguages);
  const read = useReadAnswers();
  const constants = useCommon().data?.constants;
  const say = (tag: string): string => {
    if (!read || !constants) return pickText(of, tag);
    const language = languages.find((one) => one === tag) ?? preferences().language;
    const context = { language, tag, calendar: defaultCalendar(language), constants, refs: read.refs };
    return insertAnswers(textAsWritten(of, tag), read.levels, context);
  };
  const shown = languages.map((language) => shownLanguage(of, language));
  const tags = new Set([...shown, ...(languages.length > 1 ? Object.keys(of) : [])]);
  return <Texts texts={[...tags].map((tag) => [tag, say(tag)])} apart={apart} />;
}

export function PrintedNumber({ of }: { of: number }) {
  return <TextInLanguages write={(language) => formatNumber(of, language)} />;
}

/** Writes an interface text of the paper in each language. */
export function PaperText({ what, params }: { what: string; params?: Record<string, string> }) {
  return <TextInLanguages write={(language) => paperLabel(language, what, params)} />;
}
