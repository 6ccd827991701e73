/**
 * Checks a version against the version before it: no number is skipped, names keep their question, nothing is gone without
 * a word, and `migrate` names what exists.
 */

import { contractText } from '../definitions/freeze.ts';
import { withoutKeys } from '../definitions/otherChanges.ts';
import { type Moves, movesOf } from '../definitions/versions/moves.ts';
import { lacksNote } from '../definitions/versions/newVersion.ts';
import { equalJson, escapePointer } from '../json.ts';
import { type AnswerDefinition, answersOfVersion } from './answers.ts';
import { didYouMean, type FormFile, type ReportIssue } from './issues/issue.ts';

type Answers = ReadonlyMap<string, AnswerDefinition>;

/** `older` holds all older versions of the form, `restricted` the ids of its restricted questions. */
export function checkLineage(
  form: FormFile,
  older: readonly FormFile[],
  restricted: ReadonlyMap<string, unknown> | undefined,
  report: ReportIssue,
): void {
  const { version } = form.definition;
  const before = older.find(({ definition }) => definition.version === version - 1);
  if (!before && version > 1) report('/version', 'version_skipped', { version, missing: version - 1 });
  if (before && !form.frozen && lacksNote(form.definition)) report('/changes/note', 'note_placeholder', { version });
  if (before && !form.frozen && isSame(before, form)) report('/version', 'version_same', { version: version - 1 });
  const old: Answers = before ? answersOfVersion(before) : new Map();
  const now = answersOfVersion(form);
  checkNames(form, old, now, report);
  checkRemoved(form, old, now, report);
  checkMigrate(form, old, now, report);
  checkMoved(form, restricted, old, now, report);
}

/** What every version has for itself. */
const OF_VERSION = new Set(['$schema', 'version', 'changes', 'migrate']);

/** True if nothing else differs. */
function isSame(before: FormFile, now: FormFile): boolean {
  const isSameForm = equalJson(withoutKeys(before.definition, OF_VERSION), withoutKeys(now.definition, OF_VERSION));
  return !now.definition.migrate && isSameForm && contractText(before.schema) === contractText(now.schema);
}

/** Answers are read by name. Another question under the same name would mix the answers of both. */
function checkNames({ definition }: FormFile, old: Answers, now: Answers, report: ReportIssue): void {
  const moves = movesOf(definition);
  for (const [name, { question, pointer }] of now) {
    const before = old.get(name)?.question;
    if (before === undefined || before === question || moves.of(name)) continue;
    report(pointer, 'id_changed', { name, before, version: definition.version - 1 });
  }
}

/** Returns the answers of the new version that take an old one. Empty if there are none. */
function targetsOf(old: AnswerDefinition, now: Answers, moves: Moves): AnswerDefinition[] {
  const same = [...now.values()].filter((one) => one.question === old.question && one.part === old.part);
  return moves.of(old.name)?.to.flatMap((name) => now.get(name) ?? []) ?? same;
}

/** Returns the options of answers from closed lists, undefined if one of the answers is not from a closed list. */
function optionsOf(answers: readonly AnswerDefinition[]): readonly string[] | undefined {
  const lists = answers.map(({ options }) => options);
  return lists.length > 0 && lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** Checks that `migrate` says what becomes of the answers to questions and options that are gone. */
function checkRemoved({ definition }: FormFile, old: Answers, now: Answers, report: ReportIssue): void {
  const { version } = definition;
  const moves = movesOf(definition);
  const gone = new Map<string, string[]>();
  for (const [name, before] of old) {
    const targets = targetsOf(before, now, moves);
    const table = before.table === undefined ? undefined : old.get(before.table);
    const isTableGone = table !== undefined && targetsOf(table, now, moves).length === 0;
    if (moves.of(name)?.kind === 'dropped' || isTableGone) continue;
    const isTold = (option: string) =>
      targets.some((to) => to.options?.includes(option) || Object.hasOwn(moves.mapping(name, to.name), option));
    const left = new Set((optionsOf(targets) && before.options)?.filter((option) => !isTold(option)));
    if (left.size > 0) report('/migrate', 'option_removed', { names: [...left], field: name, version: version - 1 });
    else if (targets.length === 0 && !now.has(name) && !moves.of(name))
      gone.set(before.asked, [...(gone.get(before.asked) ?? []), name]);
  }
  for (const names of gone.values()) report('/migrate', 'question_removed', { names, version: version - 1 });
}

/** A restricted answer may move only to a question that is restricted too. */
function checkMoved(
  { definition }: FormFile,
  restricted: ReadonlyMap<string, unknown> | undefined,
  old: Answers,
  now: Answers,
  report: ReportIssue,
): void {
  const moves = movesOf(definition);
  for (const { name, asked } of old.values()) {
    if (!restricted?.has(asked)) continue;
    const open = (moves.of(name)?.to ?? []).filter((target) => !restricted.has(now.get(target)?.asked ?? asked));
    if (open.length > 0) report('/migrate', 'migrate_restricted', { name, names: open });
  }
}

function checkMigrate({ definition }: FormFile, old: Answers, now: Answers, report: ReportIssue): void {
  const { version, migrate = {} } = definition;
  const { rename = {}, drop = {}, split = {}, merge = {}, set = {}, map = {} } = migrate;
  const expect = (names: string | readonly string[], key: string, answers: Answers, of: number): void => {
    for (const name of [names].flat())
      if (!answers.has(name))
        report(`/migrate/${key}`, 'migrate_unknown', { name, version: of, ...didYouMean(name, answers.keys()) });
  };
  const at = (key: string, name: string) => `${key}/${escapePointer(name)}`;
  for (const [key, moves] of Object.entries({ rename, split }))
    for (const [from, to] of Object.entries(moves)) {
      expect(from, at(key, from), old, version - 1);
      expect(to, at(key, from), now, version);
    }
  for (const [to, from] of Object.entries(merge)) {
    expect(to, at('merge', to), now, version);
    expect(from, at('merge', to), old, version - 1);
  }
  for (const name of Object.keys(drop)) expect(name, at('drop', name), old, version - 1);
  for (const name of Object.keys(set)) expect(name, at('set', name), now, version);
  for (const [name, options] of Object.entries(map)) {
    const before = old.get(name);
    const targets = [before ? targetsOf(before, now, movesOf(definition)) : [], now.get(name) ?? []].flat();
    if (!before && targets.length === 0) expect(name, at('map', name), old, version - 1);
    const known = optionsOf(targets);
    for (const [from, to] of Object.entries(options)) {
      const field = targets[0]?.name ?? name;
      if (to !== null && known && !known.includes(to))
        report(`/migrate/${at('map', name)}/${escapePointer(from)}`, 'migrate_option', {
          name: to,
          field,
          version,
          ...didYouMean(to, known),
        });
    }
  }
}
