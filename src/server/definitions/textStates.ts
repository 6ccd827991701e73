/**
 * The states of translations that were written at run time: every change is a row with who made it and when, so that the last one
 * is the state and the others are its history. A row is about a translation and the source it was made from, wherever they stand: a
 * text that moves, a draft that is deleted and another one that is published take their states along.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v4 as uuid } from 'uuid';
import { languagesOf, type TextAt, textsOf } from '../../core/definitions/texts.ts';
import { placeId, type TranslationStateChange } from '../../core/definitions/words/history.ts';
import type { TextState } from '../../core/definitions/words/status.ts';
import { toCellText } from '../../core/definitions/words/take.ts';
import { getOwn } from '../../core/json.ts';
import type { Dialect, Handle } from '../db/database.ts';
import { insertObjects } from '../db/insert.ts';
import type { TextStatesTable } from '../db/referenceTables.ts';
import { rowsById } from '../db/rows.ts';
import { ROOT } from '../root.ts';
import { translationStatesInFiles } from './statusFiles.ts';

/**
 * Adds the states that a save brought. A translation of the same source that has one already keeps it, unless somebody chose another,
 * or gave one later in the files that are brought.
 */
export async function addTranslationStates(
  trx: Handle,
  dialect: Dialect,
  form: string,
  changes: readonly TranslationStateChange[],
  { by, at }: { by: string; at: string },
): Promise<void> {
  if (changes.length === 0 || form.includes('\0')) return;
  const known = lastStates(form, await rowsOf(trx, form));
  const rows = changes.flatMap(({ place, language, source, words, state, isGiven, stated }) => {
    const key = keyOf(language, source, words, place);
    const before = known.get(key);
    const given = stated?.at ?? at;
    if (before && !isGiven && !(stated?.at && (before.at ?? '') < stated.at)) return [];
    known.set(key, { state, at: given });
    const texts = {
      place: toCellText(place),
      language: toCellText(language),
      source: toCellText(source),
      words: toCellText(words),
    };
    return [{ id: uuid(), form, ...texts, state, at: given, by_id: by, by_name: stated ? (stated.by ?? '') : null }];
  });
  await insertObjects(trx, dialect, 'text_states', rows);
}

/** One state that a text had: what it was then called, and who gave it. */
export interface PastTranslationState extends TextState {
  words: string;
}

export interface FormTranslationStates {
  /** Present state of a text in a language; undefined if nobody ever set one. */
  of(text: TextAt, language: string): TextState | undefined;
  /** States of the text at this place in a language, newest first. */
  history(text: TextAt, language: string): PastTranslationState[];
}

/** Returns the states of a form's translations: those written at run time, before those of the files that the product ships. */
export async function translationStatesOf(
  db: Handle,
  form: string | null,
  definition: object,
): Promise<FormTranslationStates> {
  const rows = form === null || form.includes('\0') ? [] : await rowsOf(db, form);
  const names = new Map(
    (await rowsById(db, 'users', ['id', 'name'], [...new Set(rows.map(({ by_id }) => by_id))])).map((one) => [
      one.id,
      one.name,
    ]),
  );
  const [source = ''] = languagesOf(definition);
  const last = lastStates(form ?? '', rows, names);
  const past = new Map<string, PastTranslationState[]>();
  for (const { place, language, words, ...row } of rows) {
    const there = past.get(`${language} ${place}`) ?? [];
    past.set(`${language} ${place}`, [{ ...stateOf(row, names), words }, ...there]);
  }
  return {
    of({ pointer, text }, language) {
      const pair = [language, getOwn(text, source) ?? '', getOwn(text, language) ?? ''] as const;
      return last.get(keyOf(...pair, placeId(definition, pointer))) ?? last.get(keyOf(...pair));
    },
    history: ({ pointer }, language) => past.get(`${language} ${placeId(definition, pointer)}`) ?? [],
  };
}

/** Returns the last state of each translation, by place and wherever it stands. */
function lastStates(
  form: string,
  rows: readonly TextStatesTable[],
  names: ReadonlyMap<string, string> = new Map(),
): Map<string, TextState> {
  const last = new Map<string, TextState>(shippedStates(form));
  for (const { place, language, source, words, ...row } of rows)
    for (const key of [keyOf(language, source, words, place), keyOf(language, source, words)])
      last.set(key, stateOf(row, names));
  return last;
}

type StateRow = Pick<TextStatesTable, 'state' | 'at' | 'by_id' | 'by_name'>;

function stateOf({ state, at, by_id, by_name }: StateRow, names: ReadonlyMap<string, string>): TextState {
  const by = by_name ?? names.get(by_id);
  return { state, at, ...(by && { by }) };
}

function rowsOf(db: Handle, form: string): Promise<TextStatesTable[]> {
  return db.selectFrom('text_states').selectAll().where('form', '=', form).orderBy('at').orderBy('id').execute();
}

/** Of a place, or of any place with these words. */
function keyOf(language: string, source: string, words: string, place?: string): string {
  return JSON.stringify([language, toCellText(source), toCellText(words), place]);
}

/** By form. Files of the product do not change while it runs. */
const shipped = new Map<string, ReadonlyMap<string, TextState>>();

function shippedStates(form: string): ReadonlyMap<string, TextState> {
  const path = shippedForms().get(form);
  if (path === undefined) return new Map();
  const known = shipped.get(form) ?? statesIn(path);
  shipped.set(form, known);
  return known;
}

function statesIn(path: string): ReadonlyMap<string, TextState> {
  const definition = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as object;
  const [source = '', ...others] = languagesOf(definition);
  const inFiles = translationStatesInFiles(ROOT, path, [source, ...others]);
  const states = new Map<string, TextState>();
  for (const found of textsOf(definition))
    for (const language of others) {
      const state = inFiles(found, language);
      const words = getOwn(found.text, language);
      if (state && words !== undefined)
        states.set(keyOf(language, getOwn(found.text, source) ?? '', words, placeId(definition, found.pointer)), state);
    }
  return states;
}

let paths: ReadonlyMap<string, string> | undefined;

/** Returns the path of the newest file of each form that the product ships. */
function shippedForms(): ReadonlyMap<string, string> {
  paths ??= new Map(
    readdirSync(join(ROOT, 'forms'), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .flatMap(({ name: programme }) =>
        readdirSync(join(ROOT, 'forms', programme)).flatMap((name): [string, string][] => {
          const [, form] = /^(.+)\.form\.json$/.exec(name) ?? [];
          return form ? [[form, `forms/${programme}/${name}`]] : [];
        }),
      ),
  );
  return paths;
}
