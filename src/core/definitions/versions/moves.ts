/**
 * The one reading of a version's `migrate` block: what becomes of the answers of the version before. Who reads, checks, follows or
 * shows them asks here, so that what is shown is what happens.
 */
import { getOwn } from '../../json.ts';
import type { FormDefinition, Text } from '../types.ts';

/** What is declared for one stored name of the version before. */
export interface AnswerMove {
  kind: 'dropped' | 'split' | 'renamed' | 'merged';
  from: string;
  /** Stored names of the new version; none if the answer is not read any more. */
  to: readonly string[];
  /** Why it is not read any more. */
  reason?: Text;
}

/** New options by old ones; null for one that is not read any more. */
export type OptionMapping = Readonly<Record<string, string | null>>;

export interface Moves {
  /** Each name that something is declared for, once. Those that are merged stand in the order of their merge. */
  all: readonly AnswerMove[];
  of(name: string): AnswerMove | undefined;
  /** Names whose answers are given to a name of the new version. */
  into(name: string): string[];
  /** What the options become on the way from one name to another. The entry of the new name wins. */
  mapping(from: string, to: string): OptionMapping;
  /** Answers that earlier records are given, by stored name. */
  given: readonly (readonly [name: string, value: unknown])[];
}

/** Columns of tables are named `table.column`. Of several declarations for a name drop, split, rename and merge count in this order. */
export function movesOf({ migrate = {} }: Pick<FormDefinition, 'migrate'>): Moves {
  const { rename = {}, drop = {}, split = {}, merge = {}, map = {}, set = {} } = migrate;
  const declared: AnswerMove[] = [
    ...Object.entries(drop).map(([from, reason]) => ({ kind: 'dropped' as const, from, to: [], reason })),
    ...Object.entries(split).map(([from, to]) => ({ kind: 'split' as const, from, to })),
    ...Object.entries(rename).map(([from, to]) => ({ kind: 'renamed' as const, from, to: [to] })),
    ...Object.entries(merge).flatMap(([to, names]) =>
      names.map((from) => ({ kind: 'merged' as const, from, to: [to] })),
    ),
  ];
  const byName = new Map<string, AnswerMove>();
  for (const move of declared) if (!byName.has(move.from)) byName.set(move.from, move);
  const all = [...byName.values()];
  return {
    all,
    of: (name) => byName.get(name),
    into: (name) => all.flatMap(({ from, to }) => (to.includes(name) ? [from] : [])),
    mapping: (from, to) => getOwn(map, to) ?? getOwn(map, from) ?? {},
    given: Object.entries(set),
  };
}
