/**
 * What is restricted, and what is made of it. A question is restricted if any version of its form marks it, until a recorded
 * decision lifts that, or if any version works its answer out of a restricted one: by a derivation, a default, a filter or a
 * condition, through any number of steps, also from the record above or the last one. Each restricted question has the forms
 * whose restricted answers it shows: only who may read those of all of them may read it. Lifting a mark lifts what is made of
 * it; what is made of it cannot be lifted by itself, because the next version may make it of something else.
 */
import {
  type Formula,
  type FormVersion,
  formulasOf,
  type QuestionInFormulas,
  questionsNamed,
  questionTree,
} from '../definitions/formulas.ts';
import { movesOf } from '../definitions/versions/moves.ts';
import { READS_NOTHING } from '../expressions/reads.ts';
import { getOwn } from '../json.ts';

/** By form and question id: the forms whose restricted answers it shows. */
export type RestrictionSpread = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** A question of a form. */
export interface QuestionReference {
  form: string;
  question: string;
}

interface Rules {
  /** Returns true if a decision ended the restriction. It does not hold while the newest version marks the question. */
  isLifted?(of: QuestionReference): boolean;
  /** Returns false for formulas that do not pass on a restriction. Default: those that decide an answer do. */
  passesOn?(formula: Formula, version: FormVersion): boolean;
}

/** Formulas that decide an answer, and not only whether it may be saved. */
export function decidesAnswer({ kind }: Formula): boolean {
  return kind !== 'checked' && kind !== 'problem' && kind !== 'worded';
}

/** `versions` are those of all forms and rows. */
export function findRestrictions(
  versions: readonly FormVersion[],
  { isLifted = () => false, passesOn = decidesAnswer }: Rules = {},
): RestrictionSpread {
  const all = versionsByForm(versions);
  const found = new Map<string, Map<string, Set<string>>>();
  const add = ({ form, question }: QuestionReference, owners: Iterable<string>): boolean => {
    const known = found.get(form) ?? new Map<string, Set<string>>();
    found.set(form, known);
    const before = known.get(question) ?? new Set();
    known.set(question, before);
    const size = before.size;
    for (const owner of owners) before.add(owner);
    return before.size > size;
  };
  for (const [form, own] of all)
    for (const version of own)
      for (const { id: question, def } of everyQuestion(questionTree(version)))
        if (def.restricted && (version === own.at(-1) || !isLifted({ form, question })))
          add({ form, question }, [form]);
  const links = versions.flatMap((version) =>
    formulaLinksOf(version, all)
      .filter(({ formula }) => passesOn(formula, version))
      .map(({ formula, from }) => ({ form: version.definition.form, to: formula.questions, from })),
  );
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const { form, to, from } of links) {
      const owners = from.flatMap((one) => [...(found.get(one.form)?.get(one.question) ?? [])]);
      if (owners.length === 0) continue;
      for (const question of to) if (add({ form, question }, owners)) isDone = false;
    }
  }
  return found;
}

/** A formula, and the questions that it reads. */
export interface FormulaLink {
  formula: Formula;
  from: readonly ReadQuestion[];
}

/** A question that is read. `as` is how the formula names it. */
export interface ReadQuestion extends QuestionReference {
  as: string;
}

/** Returns what decides the answers of a version: its formulas, and the version before whose answers it takes over. */
export function formulaLinksOf(version: FormVersion, all: VersionsByForm): FormulaLink[] {
  const formulas = formulasOf(version).map((formula) => ({ formula, from: [...questionsRead(formula, version, all)] }));
  return [...formulas, ...moves(version, all)];
}

/** A question that keeps its id needs no entry in `migrate`, and no link either. */
function moves(version: FormVersion, all: VersionsByForm): FormulaLink[] {
  const { form, version: number } = version.definition;
  const before = all.get(form)?.findLast((one) => one.definition.version < number);
  if (!before) return [];
  const pairs = movesOf(version.definition).all.flatMap(({ from, to }) => to.map((name) => [from, name] as const));
  return pairs.flatMap(([old, name]) => {
    const [from, to] = [findIn(questionTree(before), old), findIn(questionTree(version), name)];
    if (!from || !to) return [];
    const formula: Formula = { kind: 'moved', pointer: '/migrate', questions: [to.id], reads: READS_NOTHING };
    return [{ formula, from: [{ form, question: from.id, as: old }] }];
  });
}

export type VersionsByForm = ReadonlyMap<string, readonly FormVersion[]>;

/** Returns the versions of each form, the oldest first. */
export function versionsByForm(versions: readonly FormVersion[]): VersionsByForm {
  const found = new Map<string, FormVersion[]>();
  for (const version of versions) {
    const { form } = version.definition;
    found.set(form, [...(found.get(form) ?? []), version]);
  }
  for (const own of found.values()) own.sort((a, b) => a.definition.version - b.definition.version);
  return found;
}

/** Returns the questions that a formula reads: of its own form, of the forms above it, of the options of a filter. */
function* questionsRead(
  { reads, table, options }: Formula,
  version: FormVersion,
  all: VersionsByForm,
): Generator<ReadQuestion> {
  const { form, parent } = version.definition;
  const levels = levelsOf(questionTree(version), table);
  const others: Record<string, readonly string[]> = {
    parent: parent?.forms ?? [],
    last: [form],
  };
  for (const other of options ? (options.forms ?? peopleForms(all)) : [])
    for (const one of all.get(other) ?? [])
      for (const name of options?.names ?? [])
        for (const question of along(questionTree(one), [name], true))
          yield { form: other, question, as: `option.${name}` };
  for (const path of new Set([...reads.paths, ...reads.whole])) {
    const isWhole = reads.whole.has(path);
    const [first = '', ...rest] = path.split('.');
    const level = levels.find((one) => findIn(one, first));
    if (level) for (const question of along(level, [first, ...rest], isWhole)) yield { form, question, as: path };
    else
      for (const other of getOwn(others, first) ?? [])
        for (const one of all.get(other) ?? [])
          for (const question of along(questionTree(one), rest, isWhole)) yield { form: other, question, as: path };
  }
}

/** Returns the questions that a row may read, the innermost first. */
function levelsOf(tree: readonly QuestionInFormulas[], table: string | undefined): (readonly QuestionInFormulas[])[] {
  const levels = [tree];
  for (const step of table?.split('.') ?? []) levels.unshift(findIn(levels[0] ?? [], step)?.columns ?? []);
  return levels;
}

function findIn(level: readonly QuestionInFormulas[], name: string): QuestionInFormulas | undefined {
  return questionsNamed(level, name)[0];
}

/** Yields the ids of the questions along a path; if its value is read as a whole, also those of all columns in it. */
function* along(level: readonly QuestionInFormulas[], path: readonly string[], isWhole: boolean): Generator<string> {
  let inside = level;
  for (const step of path) {
    const question = findIn(inside, step);
    if (!question) return;
    yield question.id;
    inside = question.columns ?? [];
  }
  if (isWhole) for (const { id } of everyQuestion(inside)) yield id;
}

function peopleForms(all: VersionsByForm): string[] {
  return [...all].filter(([, own]) => own.some(({ definition }) => definition.kind === 'person')).map(([form]) => form);
}

export function* everyQuestion(level: readonly QuestionInFormulas[]): Generator<QuestionInFormulas> {
  for (const one of level) {
    yield one;
    if (one.columns) yield* everyQuestion(one.columns);
  }
}
