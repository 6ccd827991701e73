/**
 * Finds records of many forms by words in their names and codes, a few of each form. The text index of each list gives
 * candidates, or its newest rows where no word is indexed or too many rows have it. So no search reads a whole table.
 */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { nameRank } from '../../core/query/byName.ts';
import type { Actor } from '../../core/records/types.ts';
import { foldText } from '../../core/text/letters.ts';
import type { FormMatches, NameMatch, NameSearchQuery } from '../../core/views/reads.ts';
import { codePatterns, SEQUENCE_PLACEHOLDER } from './codes.ts';
import type { RecordDeps } from './context.ts';
import { andConditions, likeText, type SqlCondition, visibleCondition } from './filters.ts';

/** Newest rows of a form to look at if no word is indexed, because all are shorter than three letters. */
const MOST_SCANNED = 1000;
/** Newest rows to look at if very many rows have the words. Enough of them fit long before. */
const MOST_WALKED = 10_000;
/** Rows of a form that the text index finds. Their names are compared, because it also holds other listed answers. */
const MOST_COMPARED = 300;
/** Forms searched at the same time, so that a search leaves connections to others. */
const TOGETHER = 4;

interface Candidate extends NameMatch {
  name_fold: string;
  code_fold: string;
}

/** Returns the forms that have such records, in the order of `forms`. Records are ordered by how well they fit. */
export async function findRecordsByName(
  deps: RecordDeps,
  question: NameSearchQuery,
  actor: Actor,
): Promise<FormMatches[]> {
  const { forms, words, isGone } = question;
  if (words.length === 0) return [];
  const codes = await formsOfCode(deps, question);
  const found: FormMatches[] = [];
  for (let at = 0; at < forms.length && !isGone?.(); at += TOGETHER) {
    const some = forms.slice(at, at + TOGETHER);
    found.push(...(await Promise.all(some.map((form) => findOf(deps, form, question, codes.get(form.form), actor)))));
  }
  return found.filter(({ rows }) => rows.length > 0);
}

async function findOf(
  deps: RecordDeps,
  form: CompiledForm,
  { words, most }: NameSearchQuery,
  ofCode: string | undefined,
  actor: Actor,
): Promise<FormMatches> {
  const candidates = await candidatesOf(deps, form, words, ofCode, actor);
  const typed = words.join(' ');
  const rows = candidates.map(({ name_fold, code_fold, ...row }) => ({
    ...row,
    fit: row.id === ofCode ? 0 : nameRank(typed, [name_fold, code_fold]),
  }));
  // The sort is stable, so records that fit equally well stay in the order of the list.
  rows.sort((a, b) => a.fit - b.fit);
  return { form, rows: rows.slice(0, most), hasMore: rows.length > most };
}

async function candidatesOf(
  deps: RecordDeps,
  form: CompiledForm,
  words: readonly string[],
  ofCode: string | undefined,
  actor: Actor,
): Promise<Candidate[]> {
  const { database, projector, read, registry } = deps;
  const plan = projector.plan(form.form);
  const pending = projector.pending(plan);
  // Until the text index is filled again, it may contain answers that not everybody may read.
  if (pending.has('*') || pending.has('search_text')) return [];
  const scope = visibleCondition(plan, actor, registry, database.dialect);
  if (!scope) return [];
  const visible: SqlCondition[] = [sql`deleted = 0`, ...scope];
  const table = sql.table(plan.table);
  const columns = sql`id, name, code, province_id, name_fold, code_fold`;
  const direction = sql.raw(plan.defaultDescending ? 'DESC' : 'ASC');
  const order = sql`ORDER BY ${sql.ref(plan.defaultSort.sort)} ${direction}, id ${direction}`;
  const { condition, compared, isScan } = await database.dialect.searchPlan(read, plan.table, [...words]);
  const column = compared ?? sql.ref('search_text');
  const texts = words.map((word) => sql`${column} LIKE ${pattern(word)} ESCAPE '\\'`);
  const newest = sql`SELECT * FROM ${table} WHERE ${andConditions(visible)} ${order} LIMIT ${sql.lit(isScan ? MOST_SCANNED : MOST_WALKED)}`;
  const inner = condition
    ? sql`SELECT ${columns} FROM ${table} WHERE ${andConditions([...visible, condition, ...texts])} ${order}`
    : sql`SELECT ${columns} FROM (${newest}) AS newest WHERE ${andConditions(texts)}`;
  const named = andConditions(
    words.map((word) => sql`(name_fold || ' ' || code_fold) LIKE ${pattern(word)} ESCAPE '\\'`),
  );
  const { rows } =
    await sql<Candidate>`SELECT * FROM (${inner} LIMIT ${sql.lit(MOST_COMPARED)}) AS candidates WHERE ${named}`.execute(
      read,
    );
  if (ofCode === undefined || rows.some(({ id }) => id === ofCode)) return rows;
  const exact = sql<Candidate>`SELECT ${columns} FROM ${table} WHERE ${andConditions([...visible, sql`id = ${ofCode}`])}`;
  return [...(await exact.execute(read)).rows, ...rows];
}

function pattern(word: string): string {
  return `%${likeText(word)}%`;
}

/**
 * Returns the record with exactly this code, by form. Among very many similar codes it would not be a candidate, and a code
 * typed without its dashes ("cbms mo 601") is in no index.
 */
async function formsOfCode({ read }: RecordDeps, { forms, words }: NameSearchQuery): Promise<Map<string, string>> {
  const typed = words.join(' ');
  const asked = new Map(forms.map((form) => [form.form, codesTyped(form, words)]));
  const codes = new Set([...(words.length === 1 ? [typed, typed.toUpperCase()] : []), ...[...asked.values()].flat()]);
  if (codes.size === 0) return new Map();
  const rows = await read
    .selectFrom('records')
    .select(['id', 'form', 'code'])
    .where('form', 'in', [...asked.keys()])
    .where('code', 'in', [...codes])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(
    rows
      .filter(({ form, code }) => foldText(code ?? '') === typed || asked.get(form)?.includes(code ?? ''))
      .map(({ form, id }) => [form, id]),
  );
}

/** Returns the codes of a form that are these words but for spaces and punctuation. */
function codesTyped(form: CompiledForm, words: readonly string[]): string[] {
  const typed = bare(words.join(''));
  return codePatterns(form).flatMap((pattern) => {
    const [before = '', after = ''] = pattern.split(SEQUENCE_PLACEHOLDER).map(bare);
    const number = typed.slice(before.length, typed.length - after.length);
    return typed === before + number + after && /^[0-9]{1,15}$/.test(number)
      ? [pattern.replace(SEQUENCE_PLACEHOLDER, number)]
      : [];
  });
}

function bare(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '');
}
