/** Tells what one question was in each version of a form, and what became of its answers between them. */

import { tablePathOf } from '../../expressions/types.ts';
import { questionRules } from '../diff/rules.ts';
import type { CompiledForm, FieldNode, Text } from '../types.ts';
import { movesOf } from './moves.ts';

export type ChangeKind = 'renamed' | 'split' | 'merged' | 'taken' | 'mapped' | 'dropped' | 'removed' | 'back';

/** What happened to the answers of a question when a version was published. */
export interface QuestionChange {
  version: number;
  kind: ChangeKind;
  /** Stored names or options of the version before. */
  from: string[];
  to: string[];
  /** Why the answers are not read any more. */
  reason?: Text;
}

/** Returns the questions of a version by id. The columns of a table follow it; those of problems belong to no form. */
export function questionsById({ fields }: CompiledForm): Map<string, FieldNode> {
  const withColumns = (node: FieldNode): FieldNode[] => [
    node,
    ...(node.def.columns ? (node.columns ?? []).flatMap(withColumns) : []),
  ];
  return new Map([...fields.values()].flatMap(withColumns).map((node) => [node.id, node]));
}

/** Returns the ids of all questions that a version of the form asks or asked, those of the newest version first. */
export function questionIds(versions: readonly CompiledForm[]): string[] {
  return [...new Set([...versions].reverse().flatMap((form) => [...questionsById(form).keys()]))];
}

/** Returns the stored names of a question; of a column its path, such as `members.age`. */
export function storedNamesOfNode({ path, properties }: FieldNode): string[] {
  return tablePathOf(path) === undefined ? properties : [path];
}

export function questionRulesOf({ name, def }: FieldNode) {
  return { ...questionRules({ name, field: def }), default: def.default ?? '' };
}

/** `versions` are all of the form, oldest first. */
export function questionChanges(versions: readonly CompiledForm[], id: string): QuestionChange[] {
  let wasAsked = false;
  return versions.flatMap((after, at) => {
    const before = versions[at - 1];
    const [was, now] = [before, after].map((form) => form && questionsById(form).get(id));
    const isBack = wasAsked && now !== undefined && was === undefined;
    wasAsked ||= now !== undefined;
    const found = before ? [...sent(was, now, after), ...taken(now, before, after)] : [];
    const back = isBack ? [{ kind: 'back' as const, from: [], to: storedNamesOfNode(now) }] : [];
    return [...found, ...back].map((one) => ({ version: after.version, ...one }));
  });
}

type Change = Omit<QuestionChange, 'version'>;

/** What the migration of a version does with the answers that the question had. */
function sent(was: FieldNode | undefined, now: FieldNode | undefined, { definition }: CompiledForm): Change[] {
  if (!was) return [];
  const moves = movesOf(definition);
  const [old, own] = [storedNamesOfNode(was), now ? storedNamesOfNode(now) : []];
  const declared = old.flatMap((name): Change[] => {
    const move = moves.of(name);
    return move ? [{ ...move, from: [name], to: [...move.to] }] : [];
  });
  const names = new Set([...old, ...own]);
  const mapped = [...names].flatMap((name) =>
    Object.entries(moves.mapping(name, name)).map(
      ([from, to]): Change => ({ kind: 'mapped', from: [from], to: to === null ? [] : [to] }),
    ),
  );
  if (declared.length > 0 || (now && `${own}` === `${old}`)) return [...declared, ...mapped];
  return [{ kind: now ? 'renamed' : 'removed', from: old, to: own }, ...mapped];
}

/** Answers of other questions that the migration of a version gives to the question. */
function taken(now: FieldNode | undefined, before: CompiledForm, { definition }: CompiledForm): Change[] {
  if (!now) return [];
  const moves = movesOf(definition);
  return now.properties.flatMap((name) => {
    const from = moves.into(name).filter((old) => before.byProperty.get(old)?.id !== now.id);
    return from.length > 0 ? [{ kind: 'taken' as const, from, to: [name] }] : [];
  });
}
