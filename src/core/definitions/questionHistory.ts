/** Tells what one question was in each version of a form, and what became of its answers between them. */
import { questionRules } from './diffRules.ts';
import type { CompiledForm, FieldNode, Text } from './types.ts';

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

export type QuestionRules = ReturnType<typeof questionRules>;

/** Returns the ids of all questions that a version of the form asks or asked, those of the newest version first. */
export function questionIds(versions: readonly CompiledForm[]): string[] {
  return [...new Set([...versions].reverse().flatMap(({ byQuestion }) => [...byQuestion.keys()]))];
}

export function rulesOf({ name, def }: FieldNode): QuestionRules {
  return questionRules({ name, field: def });
}

/** `versions` are all of the form, oldest first. */
export function questionChanges(versions: readonly CompiledForm[], id: string): QuestionChange[] {
  let wasAsked = false;
  return versions.flatMap((after, at) => {
    const before = versions[at - 1];
    const [was, now] = [before?.byQuestion.get(id), after.byQuestion.get(id)];
    const isBack = wasAsked && now !== undefined && was === undefined;
    wasAsked ||= now !== undefined;
    const found = before ? [...sent(was, now, after), ...taken(now, before, after)] : [];
    const back = isBack ? [{ kind: 'back' as const, from: [], to: now.properties }] : [];
    return [...found, ...back].map((one) => ({ version: after.version, ...one }));
  });
}

type Change = Omit<QuestionChange, 'version'>;

/** What the migration of a version does with the answers that the question had. */
function sent(was: FieldNode | undefined, now: FieldNode | undefined, { definition }: CompiledForm): Change[] {
  if (!was) return [];
  const { rename = {}, split = {}, merge = {}, map = {}, drop = {} } = definition.migrate ?? {};
  const declared = was.properties.flatMap((name): Change[] => {
    const target = Object.keys(merge).find((one) => merge[one]?.includes(name));
    if (drop[name]) return [{ kind: 'dropped', from: [name], to: [], reason: drop[name] }];
    if (split[name]) return [{ kind: 'split', from: [name], to: split[name] }];
    if (rename[name]) return [{ kind: 'renamed', from: [name], to: [rename[name]] }];
    return target === undefined ? [] : [{ kind: 'merged', from: [name], to: [target] }];
  });
  const names = new Set([...was.properties, ...(now?.properties ?? [])]);
  const mapped = [...names].flatMap((name) =>
    Object.entries(map[name] ?? {}).map(
      ([old, option]): Change => ({ kind: 'mapped', from: [old], to: option === null ? [] : [option] }),
    ),
  );
  if (declared.length > 0 || (now && `${now.properties}` === `${was.properties}`)) return [...declared, ...mapped];
  const moved: Change = now
    ? { kind: 'renamed', from: was.properties, to: now.properties }
    : { kind: 'removed', from: was.properties, to: [] };
  return [moved, ...mapped];
}

/** Answers of other questions that the migration of a version gives to the question. */
function taken(now: FieldNode | undefined, before: CompiledForm, { definition }: CompiledForm): Change[] {
  if (!now) return [];
  const { rename = {}, split = {}, merge = {} } = definition.migrate ?? {};
  return now.properties.flatMap((name) => {
    const from = [
      ...Object.keys(rename).filter((old) => rename[old] === name),
      ...Object.keys(split).filter((old) => split[old]?.includes(name)),
      ...(merge[name] ?? []),
    ].filter((old) => before.byProperty.get(old)?.id !== now.id);
    return from.length > 0 ? [{ kind: 'taken' as const, from, to: [name] }] : [];
  });
}
