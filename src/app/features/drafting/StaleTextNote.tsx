/** Says of a translation that its source was changed since, with a button for whoever finds it still right. */

import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import { dotSeparated } from '../../../core/records/name.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { instant } from '../../data/words.ts';
import classes from './drafting.module.css';

/** Translations of a draft whose source was changed since, as they stand there. */
export interface StaleTexts {
  /** The language that the others are translated from. */
  source: string;
  /** By pointer and language: the translation, and who changed its source and when. */
  find: (pointer: string, language: string) => StaleText | undefined;
  /** Keeps that the translation is still right. Undefined while that is being sent. */
  keep: ((pointer: string, language: string, words: string) => void) | undefined;
}

export interface StaleText {
  words: string;
  by: string | null;
  at: string | null;
}

export const StaleTextsContext = createContext<StaleTexts | null>(null);

interface Props {
  /** JSON Pointer of the text. */
  at: string;
  language: string;
  /** On the screen, by language. */
  words: Readonly<Record<string, string>>;
}

export function StaleTextNote(props: Props) {
  const texts = useContext(StaleTextsContext);
  const older = texts?.find(props.at, props.language);
  // What is typed here is a translation of its own.
  if (!texts || !older || older.words !== getOwn(props.words, props.language)) return null;
  return <Said {...props} {...{ texts, older }} />;
}

function Said({ at, language, texts, older }: Props & { texts: StaleTexts; older: StaleText }) {
  const { t } = useTranslation('designer');
  return (
    <p
      className={`${classes.older} am-toned am-small am-row-gap-0 am-cluster`}
      data-tone="orange"
      data-older={language}
      title={whoWhen(older)}
    >
      {t('words.older', { language: isolateName(languageName(texts.source)) })}
      <button
        type="button"
        className="am-target am-action am-strong"
        data-action="still-right"
        aria-label={`${t('words.stillRight')}: ${languageName(language)}`}
        disabled={!texts.keep}
        onClick={() => texts.keep?.(at, language, older.words)}
      >
        {t('words.stillRight')}
      </button>
    </p>
  );
}

function whoWhen({ by, at }: StaleText): string {
  return dotSeparated([by, at && instant(at)]);
}
