/** The languages that a paper is written in, and texts in all of them. */
import i18next from 'i18next';
import { createContext, Fragment, useContext } from 'react';
import { formatNumber } from '../../../core/text/digits.ts';
import {
  direction,
  LANGUAGES,
  type Language,
  languageTag,
  pick,
  shownIn,
  type Text,
} from '../../../core/text/languages.ts';
import classes from './Print.module.css';

/** `all` are the three languages side by side. */
export type PaperLanguage = Language | 'all';

export const PaperLanguages = createContext<readonly Language[]>(LANGUAGES);

export function languagesOf(chosen: PaperLanguage): readonly Language[] {
  return chosen === 'all' ? LANGUAGES : [chosen];
}

/** Returns an interface text of the paper in one language. */
export function say(language: Language, key: string, params: Record<string, string> = {}): string {
  return i18next.getFixedT(language, 'print')(key as 'onlyIf', params);
}

/**
 * Writes what `write` returns for each language of the paper, the same text only once; `apart` in columns of their own.
 * `isLatin` is for numbers of phones and the like, which run from left to right in every language.
 */
export function InLanguages({
  write,
  apart,
  isLatin = false,
}: {
  write: (language: Language) => string;
  apart?: boolean;
  isLatin?: boolean;
}) {
  const languages = useContext(PaperLanguages);
  return <Texts texts={languages.map((language) => [language, write(language)])} {...{ apart, isLatin }} />;
}

interface TextsProps {
  texts: (readonly [language: string, text: string])[];
  apart?: boolean | undefined;
  isLatin?: boolean;
}

function Texts({ texts: given, apart, isLatin = false }: TextsProps) {
  const written = new Map<string, string>();
  for (const [language, text] of given) if (text && !written.has(text)) written.set(text, language);
  const texts = [...written].map(([text, language], n) => (
    <Fragment key={language}>
      {n > 0 && !apart && <span aria-hidden="true"> · </span>}
      <bdi lang={languageTag(language)} dir={isLatin ? 'ltr' : direction(language)}>
        {text}
      </bdi>
    </Fragment>
  ));
  return apart && written.size > 1 ? <span className={classes.apart}>{texts}</span> : texts;
}

/** Writes a text of the definition in each language, and where there are several also in those that only the form has. */
export function Words({ of, apart = false }: { of: Text; apart?: boolean }) {
  const languages = useContext(PaperLanguages);
  const shown = languages.map((language) => shownIn(of, language));
  const tags = new Set([...shown, ...(languages.length > 1 ? Object.keys(of) : [])]);
  return <Texts texts={[...tags].map((tag) => [tag, pick(of, tag)])} apart={apart} />;
}

export function Count({ of }: { of: number }) {
  return <InLanguages write={(language) => formatNumber(of, language)} />;
}

/** Writes an interface text of the paper in each language. */
export function Said({ what, params }: { what: string; params?: Record<string, string> }) {
  return <InLanguages write={(language) => say(language, what, params)} />;
}
