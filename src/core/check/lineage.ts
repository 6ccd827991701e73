/**
 * Checks a version against the version before it: no number is skipped, names keep their question, nothing is gone without
 * a word, and `migrate` names what exists.
 */

import { escapePointer } from '../errors/json.ts';
import { type Answer, answersOf } from './answers.ts';
import { type FormFile, meant, type Report } from './issue.ts';

type Answers = ReadonlyMap<string, Answer>;

/** `older` holds all older versions of the form. */
export function checkLineage(form: FormFile, older: readonly FormFile[], report: Report): void {
  const { version } = form.definition;
  const before = older.find(({ definition }) => definition.version === version - 1);
  if (!before && version > 1) report('/version', 'version_skipped', { version, missing: version - 1 });
  const old: Answers = before ? answersOf(before) : new Map();
  const now = answersOf(form);
  checkNames(form, old, now, report);
  checkRemoved(form, old, now, report);
  checkMigrate(form, old, now, report);
}

/** Answers are read by name. Another question under the same name would mix the answers of both. */
function checkNames({ definition }: FormFile, old: Answers, now: Answers, report: Report): void {
  const { version, migrate = {} } = definition;
  for (const [name, { question, pointer }] of now) {
    const before = old.get(name)?.question;
    if (before === undefined || before === question || isMoved(name, migrate)) continue;
    report(pointer, 'id_changed', { name, before, version: version - 1 });
  }
}

function isMoved(name: string, { rename = {}, drop = {} }: NonNullable<FormFile['definition']['migrate']>): boolean {
  return Object.hasOwn(rename, name) || Object.hasOwn(drop, name);
}

/** Checks that `migrate` says what becomes of the answers to questions and options that are gone. */
function checkRemoved({ definition }: FormFile, old: Answers, now: Answers, report: Report): void {
  const { version, migrate = {} } = definition;
  const gone = new Map<string, string[]>();
  for (const [name, before] of old) {
    const same = sameAnswer(before, now);
    if (same) {
      const left = (before.options ?? []).filter((option) => same.options && !same.options.includes(option));
      const mapped = migrate.map?.[name] ?? migrate.map?.[same.name] ?? {};
      const names = [...new Set(left)].filter((option) => !Object.hasOwn(mapped, option));
      if (names.length > 0) report('/migrate', 'option_removed', { names, field: name, version: version - 1 });
    } else if (!isMoved(name, migrate) && !now.has(name) && (before.table === undefined || now.has(before.table)))
      gone.set(before.asked, [...(gone.get(before.asked) ?? []), name]);
  }
  for (const names of gone.values()) report('/migrate', 'question_removed', { names, version: version - 1 });
}

function sameAnswer({ question, part }: Answer, now: Answers): Answer | undefined {
  return [...now.values()].find((one) => one.question === question && one.part === part);
}

function checkMigrate({ definition }: FormFile, old: Answers, now: Answers, report: Report): void {
  const { version, migrate: { rename = {}, drop = {}, set = {}, map = {} } = {} } = definition;
  const expect = (name: string, key: string, answers: Answers, of: number): void => {
    const pointer = `/migrate/${key}`;
    if (!answers.has(name)) report(pointer, 'migrate_unknown', { name, version: of, ...meant(name, answers.keys()) });
  };
  for (const [from, to] of Object.entries(rename)) {
    expect(from, `rename/${escapePointer(from)}`, old, version - 1);
    expect(to, `rename/${escapePointer(from)}`, now, version);
  }
  for (const name of Object.keys(drop)) expect(name, `drop/${escapePointer(name)}`, old, version - 1);
  for (const name of Object.keys(set)) expect(name, `set/${escapePointer(name)}`, now, version);
  for (const [name, options] of Object.entries(map)) {
    const key = `map/${escapePointer(name)}`;
    const before = old.get(name);
    const target = now.get(rename[name] ?? (before && sameAnswer(before, now)?.name) ?? name);
    if (!before && !now.has(name)) expect(name, key, old, version - 1);
    for (const [from, to] of Object.entries(options)) {
      const known = target?.options;
      if (to !== null && known && !known.includes(to))
        report(`/migrate/${key}/${escapePointer(from)}`, 'migrate_option', {
          name: to,
          field: target.name,
          version,
          ...meant(to, known),
        });
    }
  }
}
