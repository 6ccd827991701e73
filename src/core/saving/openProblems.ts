/**
 * New problems of a visit whose type is open at the site already. They may be the same or others: only the person knows, so they
 * are asked, and the ids of those that are others are sent along (`other_problems`). Of a caller that does not ask, the history
 * says so.
 */
import { PROBLEM } from '../definitions/rows.ts';
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { Failure } from '../errors/failure.ts';
import { problemRows } from '../form/index.ts';
import type { SameProblem } from '../generated/api.ts';
import { DETAILS, isOpen, statusOf, TYPE } from '../problems/log.ts';
import { joinRestricted } from '../records/restricted.ts';
import { textOrUndefined } from '../text/clean.ts';
import type { Acknowledged, SavingDeps, WriteContext } from './types.ts';

/** Stands for `other_problems` of a caller that does not send it. */
export const UNASKED = 'unasked';

/** Most ids that are read from a request. */
const MOST = 500;

/** Reads `other_problems` of a body. Undefined if the caller does not want to be asked. */
export function readOtherProblems(body: Record<string, unknown>): readonly string[] | undefined {
  const given = body.other_problems;
  return Array.isArray(given) ? given.slice(0, MOST).flatMap((id) => textOrUndefined(id) ?? []) : undefined;
}

export interface SiteVisit {
  data: RecordData;
  /** The answers before this change; null of a new visit. */
  before: RecordData | null;
  site_id: string | null;
}

/** Returns what the revision says about it. Throws `problem_same` if the writer wants to be asked and was not yet. */
export async function askAboutProblems(
  { source, registry }: Pick<SavingDeps, 'source' | 'registry'>,
  form: CompiledForm,
  { data, before, site_id }: SiteVisit,
  { actor, other_problems }: WriteContext,
): Promise<Acknowledged[]> {
  const isUnasked = other_problems === UNASKED;
  const earlier = new Set(before ? problemRows(form, before).map(({ id }) => id) : []);
  const rows = problemRows(form, data);
  const found = rows.filter((row) => isOpen(statusOf(row)) && typeof row.id === 'string' && !earlier.has(row.id));
  if (!other_problems || site_id === null || found.length === 0) return [];
  // What was merged is one type, under whichever id a visit says it.
  const list = form.definition.problems?.types ?? '';
  const now = (type: unknown) => registry.canonical(list, String(type));
  const named = new Set(found.flatMap((row) => row[TYPE] ?? []));
  const current = new Set([...named].map(now));
  const also = registry.choices(list).flatMap(({ id }) => (current.has(now(id)) ? id : []));
  const types = [...new Set([...named, ...also])];
  const ended = new Set(rows.filter((row) => !isOpen(statusOf(row))).map(({ id }) => id));
  const open = (await source.openProblems(site_id, types, actor)).filter(({ id }) => !ended.has(id));
  if (open.length === 0) return [];
  const known = new Set((await source.problems(found.map(({ id }) => id as string))).map(({ id }) => id));
  const restricted = joinRestricted(registry.restrictions(PROBLEM).map(({ names }) => names)).names;
  // Several visits tell of a problem, and each may hide a restricted answer from other people.
  const isTold = !restricted.has(DETAILS) && registry.problem()?.fields.get(DETAILS)?.def.restricted === undefined;
  const same = found.flatMap((row): SameProblem[] => {
    const others = open.filter(({ type_id }) => now(type_id) === now(row[TYPE]));
    if (known.has(row.id) || others.length === 0) return [];
    const problems = others.map(({ id, code, date_identified, data: said }) => {
      return { id, code, date_identified, details: (isTold && textOrUndefined(said[DETAILS])) || null };
    });
    return [{ id: String(row.id), problem_type_id: String(row[TYPE]), problems }];
  });
  const left = isUnasked ? [] : same.filter(({ id }) => !other_problems.includes(id));
  if (left.length > 0) throw new Failure('problem_same', { detail: { same_problems: left } });
  if (same.length === 0) return [];
  return [isUnasked ? 'unasked' : 'problem'];
}
