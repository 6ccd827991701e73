/** One text of a draft: where it stands, and its words in each language side by side, to be changed there. */
import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftWordsResponse, GivenState, WordsText } from '../../../../core/generated/api.ts';
import { getOwn } from '../../../../core/json.ts';
import { languageName } from '../../../../core/text/languageNames.ts';
import { isolateName, languageTag, textDirection } from '../../../../core/text/languages.ts';
import { comma, date, instant } from '../../../data/words.ts';
import { DotSeparated } from '../../../theme/RecordName.tsx';
import {
  cellEditOf,
  rebasedEdit,
  staleLanguages,
  stateOfText,
  type TranslationEdits,
  withEdit,
  withoutEdit,
  wordsOfText,
} from './edits.ts';
import classes from './Words.module.css';

export type ChangeEdits = (change: (edits: TranslationEdits) => TranslationEdits) => void;

interface Props {
  text: WordsText;
  /** Those that are shown. */
  languages: readonly string[];
  words: DraftWordsResponse;
  edits: TranslationEdits;
  /** Why a cell was not taken, by language. */
  refusals: ReadonlyMap<string, string> | undefined;
  change: ChangeEdits;
}

/** Hundreds of cards stand on the screen; only that in which somebody writes is drawn again. */
export const TranslationCard = memo(Card, (a, b) => {
  const isSame = a.text === b.text && a.languages === b.languages && a.words === b.words && a.refusals === b.refusals;
  return (
    isSame && a.words.languages.every((one) => cellEditOf(a.edits, a.text, one) === cellEditOf(b.edits, b.text, one))
  );
});

function Card({ text, languages, words, edits, refusals, change }: Props) {
  const { t } = useTranslation('admin');
  const behind = staleLanguages(edits, text, words.languages);
  return (
    <article className="am-below-3 am-pad-y-3 am-card" data-text={text.pointer}>
      <h2 className="am-flow am-baseline am-gap-3 am-row-gap-0 am-below-2 am-wraps">
        {text.key}
        {text.place && <bdi className="am-hint am-light">{text.place}</bdi>}
      </h2>
      {text.note && (
        <p className="am-hint">
          <bdi>{text.note}</bdi>
        </p>
      )}
      <div className="am-tiles am-fits">
        {languages.map((language) => (
          <Cell key={language} {...{ text, language, words, edits, change }} refusal={refusals?.get(language)} />
        ))}
      </div>
      {behind.length > 0 && (
        <p className={`${classes.advice} am-above-2 am-text`} data-as-before>
          {t('words.asBefore', { languages: behind.map((one) => isolateName(languageName(one))).join(comma()) })}
        </p>
      )}
    </article>
  );
}

interface CellProps extends Pick<Props, 'text' | 'words' | 'edits' | 'change'> {
  language: string;
  refusal: string | undefined;
}

/** Characters of a line of a cell, and the most lines that it shows without scrolling. */
const LINE = 36;
const MOST_LINES = 8;

function rowsOf(words: string): number {
  const lines = words.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  return Math.min(MOST_LINES, lines);
}

function Cell({ text, language, words, edits, change, refusal }: CellProps) {
  const edit = cellEditOf(edits, text, language);
  const now = wordsOfText(text, language);
  const shown = edit?.words ?? now;
  const isConflict = edit !== undefined && edit.was !== now && edit.words !== now;
  const written = { lang: languageTag(language), dir: textDirection(language) };
  return (
    <div
      className={`${classes.cell} am-shrinks`}
      data-language={language}
      data-edited={edit !== undefined || undefined}
    >
      <Textarea
        label={<bdi {...written}>{languageName(language)}</bdi>}
        value={shown}
        rows={rowsOf(shown)}
        {...written}
        error={refusal}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change((before) => withEdit(before, text, language, { words: value }));
        }}
      />
      {isConflict && <Conflict {...{ text, language, change }} theirs={now} />}
      <StateOfCell {...{ text, language, words, edits, change }} />
    </div>
  );
}

/** Somebody else changed the words while this person wrote: one of the two stays. */
function Conflict({
  text,
  language,
  theirs,
  change,
}: Pick<CellProps, 'text' | 'language' | 'change'> & { theirs: string }) {
  const { t } = useTranslation('admin');
  return (
    <div className="am-box am-stack am-above-2 am-pad-2 am-wraps" role="alert" data-conflict>
      <p>
        {t('words.meanwhile')}{' '}
        <bdi lang={languageTag(language)} dir={textDirection(language)}>
          {theirs || '–'}
        </bdi>
      </p>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => change((one) => rebasedEdit(one, text, language))}>
          {t('words.keepMine')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => change((one) => withoutEdit(one, text, language))}>
          {t('words.takeTheirs')}
        </Button>
      </Group>
    </div>
  );
}

function StateOfCell({ text, language, words, edits, change }: Omit<CellProps, 'refusal'>) {
  const { t } = useTranslation('admin');
  const state = stateOfText(text, language);
  const edit = cellEditOf(edits, text, language);
  const isEmpty = (edit?.words ?? wordsOfText(text, language)).trim() === '';
  const nameOf = (one: string) => words.states.find((known) => known.state === one)?.name ?? one;
  if (state === undefined && !isEmpty) return null;
  if (isEmpty || state === undefined || language === words.languages[0])
    return (
      <p className={`${classes.state} am-small am-row-gap-1 am-gap-3 am-above-1 am-cluster`} data-state="missing">
        {nameOf('missing')}
      </p>
    );
  const isReworded = edit !== undefined && edit.words !== edit.was;
  const shown = edit?.state ?? (isReworded ? 'draft' : state);
  const options = words.states.filter((one) => one.is_given || one.state === shown);
  return (
    <div className={`${classes.state} am-small am-row-gap-1 am-gap-3 am-above-1 am-cluster`} data-state={shown}>
      <NativeSelect
        size="xs"
        aria-label={`${t('words.state')}: ${languageName(language)}`}
        data={options.map((one) => ({ value: one.state, label: one.name, disabled: !one.is_given }))}
        value={shown}
        onChange={(event) => {
          const given = event.currentTarget.value as GivenState;
          change((before) => withEdit(before, text, language, { state: given }));
        }}
      />
      <Past {...{ text, language }} nameOf={nameOf} />
    </div>
  );
}

/** Who set the state and when, and what it was before. */
function Past({ text, language, nameOf }: { text: WordsText; language: string; nameOf: (state: string) => string }) {
  const { t } = useTranslation('admin');
  const { by, at, history = [] } = getOwn(text.states, language) ?? {};
  const whoWhen = (who: string | null | undefined, when: string | null | undefined) =>
    [who && isolateName(who), when && isolateName(when.length > 10 ? instant(when) : date(when, 'short'))]
      .filter(Boolean)
      .join(comma());
  const latest = whoWhen(by, at);
  if (history.length < 2) return latest ? <span className="am-hint">{latest}</span> : null;
  return (
    <details>
      <summary className="am-opener am-hint">{latest || t('words.history')}</summary>
      <ul className="am-above-1 am-wraps">
        {history.map((one, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, and the list is read anew then
          <li key={number}>
            <DotSeparated parts={[nameOf(one.state), whoWhen(one.by, one.at)]} />
            {one.words !== null && (
              <bdi className="am-block am-dimmed" lang={languageTag(language)} dir={textDirection(language)}>
                {one.words}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
