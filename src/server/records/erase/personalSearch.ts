/**
 * Finds everything that is stored about a person. No search index holds restricted answers, so this reads the records
 * themselves, people first. It reads in slices, so that others can work in between, and stops at a time limit. The next
 * call continues from there. It checks no permissions, so only administrators may call it.
 */

import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { freeTextQuestions } from '../../../core/form/personal.ts';
import type { PersonalSearchMeta } from '../../../core/generated/api.ts';
import { isObject } from '../../../core/json.ts';
import { type RestrictedNames, restrictedNames } from '../../../core/records/restricted.ts';
import { referencesInAnswers } from '../../../core/saving/references.ts';
import { foldText } from '../../../core/text/letters.ts';
import type { Database } from '../../db/database.ts';
import { type RecordRow, readInSlices } from '../../db/rows.ts';
import type { FormRegistry } from '../../definitions/registry.ts';

const COLUMNS = ['id', 'form', 'form_version', 'code', 'name', 'created_at', 'deleted_at'] as const;

export interface PersonalDataMatch extends Pick<RecordRow, (typeof COLUMNS)[number]> {
  /** Property names of matching answers; in a table, the table's name. Empty if only name, code or `names` match. */
  answers: string[];
  /** Questions in which the record names one of the people found. */
  names: string[];
}

export interface PersonalDataPage extends PersonalSearchMeta {
  found: PersonalDataMatch[];
}

export interface PersonalSearch {
  database: Database;
  registry: FormRegistry;
  text: string;
  /** `next` of the previous part. */
  after: string | undefined;
  /** Milliseconds after which the search stops. */
  limit: number;
}

type Row = Omit<PersonalDataMatch, 'answers' | 'names'> & { data: string };

const SLICE = 50;
/** Maximum number of records per part. */
const MOST_FOUND = 100;
/** If more people match, the words are too vague, and records that name these people are not searched for. */
const MOST_PEOPLE = 50;
const POSITION = /^(people|others):([\w-]{0,100})$/;

/** Throws RangeError if `after` does not have the form of a `next`. */
export async function searchPersonalAnswers({
  database,
  registry,
  text,
  after,
  limit,
}: PersonalSearch): Promise<PersonalDataPage> {
  const [, phase = 'people', position = ''] = after === undefined ? [] : (POSITION.exec(after) ?? unknown());
  const people = registry.forms().flatMap(({ form, definition }) => (definition.kind === 'person' ? [form] : []));
  const looked = lookingFor(registry, text);
  const ends = Date.now() + limit;
  const found: PersonalDataMatch[] = [];
  const persons: string[] = [];
  // The second phase also needs the ids of the people, so they are read again. They are few.
  for await (const row of everyRecord(database, people, true, phase === 'people' ? position : '')) {
    const one = looked(row, []);
    if (one) persons.push(one.id);
    if (phase !== 'people') continue;
    if (one) found.push(one);
    if (found.length >= MOST_FOUND || Date.now() > ends) return part('people', row.id);
  }
  const named = persons.length > MOST_PEOPLE ? [] : persons;
  let last = phase === 'others' ? position : '';
  for await (const row of everyRecord(database, people, false, last)) {
    const one = looked(row, named);
    if (one) found.push(one);
    last = row.id;
    if (found.length >= MOST_FOUND || Date.now() > ends) return part('others', last);
  }
  return part(null, '');

  async function part(stopped: 'people' | 'others' | null, at: string): Promise<PersonalDataPage> {
    const next = stopped && `${stopped}:${at}`;
    const total = await count();
    const before = stopped === 'others' ? await count('people') : 0;
    const looked = stopped ? before + (await count(stopped, at)) : total;
    return { found, next, vague: persons.length > MOST_PEOPLE, looked, total };
  }

  async function count(which?: 'people' | 'others', upTo?: string): Promise<number> {
    let query = database.read.selectFrom('records').select((eb) => eb.fn.countAll().as('count'));
    if (which && people.length > 0) query = query.where('form', which === 'people' ? 'in' : 'not in', people);
    if (upTo !== undefined) query = query.where('id', '<=', upTo);
    return Number((await query.executeTakeFirstOrThrow()).count);
  }
}

function unknown(): never {
  throw new RangeError('this is no place to go on from');
}

/** Yields records by id, of these forms or of all others. Other requests can run after each slice. */
async function* everyRecord(
  { read }: Database,
  forms: readonly string[],
  isOf: boolean,
  after: string,
): AsyncGenerator<Row> {
  if (isOf && forms.length === 0) return;
  const behind = (last: string) => {
    const query = read
      .selectFrom('records')
      .select([...COLUMNS, 'data'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE);
    return (forms.length > 0 ? query.where('form', isOf ? 'in' : 'not in', forms) : query).execute();
  };
  for await (const rows of readInSlices(after, ({ id }) => id, behind)) {
    yield* rows;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns a function that finds which answers of a record match the words or name the people. Null if nothing does. */
function lookingFor(
  registry: FormRegistry,
  text: string,
): (row: Row, people: readonly string[]) => PersonalDataMatch | null {
  const holds = holding(text);
  const places = new Map<string, RestrictedNames>();
  const placesOf = (form: string): RestrictedNames => {
    let known = places.get(form);
    if (!known) {
      const versions = registry.versions(form);
      known = restrictedNames(versions, freeTextQuestions(versions, registry.restrictedQuestions(form)));
      places.set(form, known);
    }
    return known;
  };
  return ({ data: json, ...row }, people) => {
    const form = registry.form(row.form, row.form_version) ?? registry.form(row.form);
    if (!form) return null;
    const data = JSON.parse(json) as RecordData;
    const answers = answersWith(data, placesOf(row.form), holds);
    const names = people.some((id) => json.includes(id)) ? namedIn(form, data, new Set(people)) : [];
    const isPerson = form.definition.kind === 'person';
    const isNamed = isPerson && holds([row.name, row.code ?? '', ...words(data, placesOf(row.form))].join(' '));
    return answers.length > 0 || names.length > 0 || isNamed ? { ...row, answers, names } : null;
  };
}

/** Checks if an answer has every word. A phone number also matches with other spaces or another prefix. */
function holding(text: string): (answer: string) => boolean {
  const asked = foldText(text).split(' ').filter(Boolean);
  const digits = /^[+\d][\d\s().-]{4,}$/.test(asked.join(' '))
    ? joined(asked.join(' ')).replace(/^(00|\+)?(93)?0?/, '')
    : '';
  return (answer) => {
    const folded = foldText(answer);
    return asked.every((word) => folded.includes(word)) || (digits.length > 3 && joined(folded).includes(digits));
  };
}

/** Removes spaces and punctuation between digits. */
function joined(text: string): string {
  return text.replace(/(?<=\d)[\s().-]+(?=\d)/g, '');
}

function answersWith(
  data: RecordData,
  { names, within }: RestrictedNames,
  holds: (answer: string) => boolean,
): string[] {
  const found = new Set<string>();
  for (const name of names) if (texts(data[name]).some(holds)) found.add(name);
  for (const [table, inside] of within) {
    const rows = data[table];
    if (Array.isArray(rows) && rows.some((row) => isObject(row) && answersWith(row, inside, holds).length > 0))
      found.add(table);
  }
  return [...found];
}

function words(data: RecordData, { names }: RestrictedNames): string[] {
  return [...names].flatMap((name) => texts(data[name]));
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Returns the questions of a record that name one of these people. */
function namedIn(form: CompiledForm, data: RecordData, people: ReadonlySet<string>): string[] {
  return [
    ...new Set(referencesInAnswers(form, data).records.flatMap(({ id, field }) => (people.has(id) ? [field] : []))),
  ];
}

/** Returns every record that names this one, with the questions that do so. Reads all records in slices. */
export async function recordsNaming(
  { database, registry }: Pick<PersonalSearch, 'database' | 'registry'>,
  id: string,
): Promise<PersonalDataMatch[]> {
  const found: PersonalDataMatch[] = [];
  for await (const { data, ...row } of everyRecord(database, [], false, '')) {
    const form = data.includes(id) && registry.form(row.form, row.form_version);
    const names = form ? namedIn(form, JSON.parse(data) as RecordData, new Set([id])) : [];
    if (names.length > 0) found.push({ ...row, answers: [], names });
  }
  return found;
}
