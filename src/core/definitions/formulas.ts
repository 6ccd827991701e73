/**
 * Everything in a definition that is worked out from answers: whose answer it decides, and what it reads. Conditions and
 * closed derivations are listed like expressions.
 */

import { expressionReadsOf } from '../expressions/program.ts';
import { type ExpressionReads, READS_NOTHING } from '../expressions/reads.ts';
import { lastPathName, readsToday, tablePathOf } from '../expressions/types.ts';
import { escapePointer, getOwn, isObject } from '../json.ts';
import { memoizeByObject, memoizeByStamps } from '../memoize.ts';
import { answerNamesIn } from '../text/languages.ts';
import { propertiesByPart } from './inputs.ts';
import { groupsOf } from './sections.ts';
import type { Condition, Field, FormDefinition, Section } from './types.ts';

/** A form version, with the definition of the rows in its problems. */
export interface FormVersion {
  definition: FormDefinition;
  row?: FormDefinition | undefined;
}

/** A question, or a column of a table. */
export interface QuestionInFormulas {
  name: string;
  id: string;
  def: Field;
  /** Stored names. */
  properties: readonly string[];
  columns?: readonly QuestionInFormulas[];
}

/**
 * derived, default, filter: the answer follows what is read. moved: it is taken over from the version before. shown: whether
 * there is an answer, or how many rows. checked: whether it may be saved. problem: whether a problem must be entered. worded: what words of the question say.
 */
export type FormulaKind = 'derived' | 'default' | 'filter' | 'moved' | 'shown' | 'checked' | 'problem' | 'worded';

export interface Formula {
  kind: FormulaKind;
  /** JSON Pointer in the definition; undefined in the row of its problems, which is a definition of its own. */
  pointer: string | undefined;
  /** Ids of the questions whose answers it decides, or whose error it gives. */
  questions: readonly string[];
  reads: ExpressionReads;
  /** Path of the table whose row it reads. */
  table?: string | undefined;
  /** What it reads of the records that are its options. */
  options?: OptionReads;
}

export interface OptionReads {
  /** Null: all forms of people. */
  forms: readonly string[] | null;
  names: readonly string[];
}

const trees = memoizeByStamps<FormDefinition, readonly QuestionInFormulas[]>('questions of versions');

/** Returns the questions of a version with their columns, also those of problems. */
export function questionTree({ definition, row }: FormVersion): readonly QuestionInFormulas[] {
  return trees(definition, [row], () => {
    const field = definition.problems?.field;
    return treeOf(definition.fields).map((one) =>
      row && one.name === field ? { ...one, columns: treeOf(row.fields) } : one,
    );
  });
}

function treeOf(fields: Record<string, Field>): QuestionInFormulas[] {
  return Object.entries(fields).map(([name, def]) => ({
    name,
    id: def.id,
    def,
    properties: Object.values(propertiesByPart(name, def)),
    ...(def.columns && { columns: treeOf(def.columns) }),
  }));
}

const formulas = memoizeByStamps<FormDefinition, readonly Formula[]>('formulas of versions');

export function formulasOf(version: FormVersion): readonly Formula[] {
  const { definition, row } = version;
  return formulas(definition, [row], () => [
    ...definition.sections.flatMap((section, index) => ofSection(definition, section, `/sections/${index}`)),
    ...ofFields(definition.fields, { date: definition.date, base: '/fields' }),
    ...ofConstraints(version),
    ...ofHeadings(definition.sections),
    ...(row && definition.problems
      ? ofFields(row.fields, { date: definition.date, table: definition.problems.field })
      : []),
  ]);
}

/** What the conditions of a section and its groups decide. */
function ofSection({ fields }: FormDefinition, section: Section, pointer: string): Formula[] {
  const idsOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = getOwn(fields, name);
      return field && isStored(name, field) ? [field.id] : [];
    });
  const all = section.fields.flatMap((one) => (typeof one === 'string' ? [one] : one.fields));
  const blocks = [
    { visibleWhen: section.visibleWhen, names: all, at: pointer },
    ...groupsOf(section, pointer).map(({ group, pointer: at }) => ({
      visibleWhen: group.visibleWhen,
      names: group.fields as readonly string[],
      at,
    })),
  ];
  return blocks.flatMap(({ visibleWhen, names, at }) =>
    visibleWhen
      ? [{ kind: 'shown', pointer: `${at}/visibleWhen`, questions: idsOf(names), reads: conditionReads(visibleWhen) }]
      : [],
  );
}

/** A note has no answer, so that its conditions tell nothing. */
function isStored(name: string, field: Field): boolean {
  return Object.keys(propertiesByPart(name, field)).length > 0;
}

interface Around {
  /** The question that dates the record. */
  date: string | undefined;
  /** Pointer of the fields. */
  base?: string | undefined;
  table?: string | undefined;
}

function ofFields(fields: Record<string, Field>, { date, base, table }: Around): Formula[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { id, columns, visibleWhen, requiredWhen, problemWhen, notBefore, count, filter } = field;
    const { where, same } = field.record ?? {};
    const at = base === undefined ? undefined : `${base}/${escapePointer(name)}`;
    const formula = (
      kind: FormulaKind,
      key: string,
      reads: ExpressionReads | undefined,
      more: Partial<Formula> = {},
    ): Formula[] => (reads ? [{ kind, pointer: at && `${at}/${key}`, questions: [id], reads, table, ...more }] : []);
    const isAnswered = isStored(name, field);
    const inside = table === undefined ? name : `${table}.${name}`;
    const words = { label: field.label, help: field.help };
    const labels = (field.options ?? []).map(({ label }, index) => [`options/${index}/label`, label] as const);
    return [
      ...[...Object.entries(words), ...labels].flatMap(([key, text]) => formula('worded', key, wordReads(text))),
      ...formula('derived', 'derived', derivationReads(field, date)),
      ...formula('default', 'default', field.default === undefined ? undefined : expressionReadsOf(field.default)),
      ...(filter === undefined
        ? []
        : formula('filter', 'filter', expressionReadsOf(filter), optionReads(field, attributesIn(filter)))),
      ...(isAnswered ? formula('shown', 'visibleWhen', visibleWhen && conditionReads(visibleWhen)) : []),
      ...(isAnswered ? formula('shown', 'requiredWhen', requiredWhen && conditionReads(requiredWhen)) : []),
      ...formula('shown', 'count', count && expressionReadsOf(count.expr)),
      ...(where || same
        ? formula(
            'filter',
            'record',
            named(Object.values(same ?? {})),
            optionReads(field, Object.keys({ ...where, ...same })),
          )
        : []),
      ...formula('checked', 'notBefore', notBefore === undefined ? undefined : named([notBefore])),
      ...formula(
        'problem',
        'problemWhen',
        problemWhen && (problemWhen.expr ? expressionReadsOf(problemWhen.expr) : named([name])),
      ),
      ...(field.groups ?? []).flatMap((group, index) =>
        (['title', 'help'] as const).flatMap((key) =>
          formula('worded', `groups/${index}/${key}`, wordReads(group[key]), { table: inside }),
        ),
      ),
      ...(columns
        ? ofFields(columns, {
            date,
            base: at && `${at}/columns`,
            table: inside,
          })
        : []),
    ];
  });
}

/** Constraints, and the questions of their reasons, which are shown while they are not met. */
function ofConstraints(version: FormVersion): Formula[] {
  return (version.definition.constraints ?? []).flatMap(({ expr, at, reason, message }, index): Formula[] => {
    const table = tablePathOf(at);
    const read = { reads: expressionReadsOf(expr), table };
    const pointer = `/constraints/${index}`;
    // The question of the reason says it too, where the reason is missing.
    const asked = [at, ...(reason === undefined ? [] : [reason])].flatMap((path) => questionAt(version, path));
    const said = wordReads(message);
    return [
      ...(said
        ? [{ kind: 'worded' as const, pointer: `${pointer}/message`, questions: asked, reads: said, table }]
        : []),
      { kind: 'checked', pointer: `${pointer}/expr`, questions: questionAt(version, at), ...read },
      ...(reason === undefined
        ? []
        : [{ kind: 'shown' as const, pointer: `${pointer}/reason`, questions: questionAt(version, reason), ...read }]),
    ];
  });
}

/** Headings are of no question. */
function ofHeadings(sections: readonly Section[]): Formula[] {
  return sections.flatMap((section, index) => {
    const at = `/sections/${index}`;
    const blocks = [{ group: section, pointer: at }, ...groupsOf(section, at)];
    return blocks.flatMap(({ group, pointer }) =>
      (['title', 'help'] as const).flatMap((key): Formula[] => {
        const reads = wordReads(group[key]);
        return reads ? [{ kind: 'worded', pointer: `${pointer}/${key}`, questions: [], reads }] : [];
      }),
    );
  });
}

/** What words name; undefined if that is nothing. A half-written draft may say anything. */
function wordReads(text: unknown): ExpressionReads | undefined {
  const names = isObject(text) ? Object.values(text).flatMap((words) => answerNamesIn(String(words))) : [];
  return names.length > 0 ? named(names) : undefined;
}

function questionAt(version: FormVersion, path: string): string[] {
  const table = tablePathOf(path)?.split('.') ?? [];
  let level = questionTree(version);
  for (const step of table) level = level.find(({ name }) => name === step)?.columns ?? [];
  return questionsNamed(level, lastPathName(path)).map(({ id }) => id);
}

/** Questions of a level by each name that they have: a long form has as many rules as questions. */
const byName = memoizeByObject('questions by name', (level: readonly QuestionInFormulas[]) => {
  const found = new Map<string, QuestionInFormulas[]>();
  for (const one of level)
    for (const name of new Set([one.name, ...one.properties])) found.set(name, [...(found.get(name) ?? []), one]);
  return found;
});

/** Returns the questions of a level that a formula means by a name: its own, or that of a value it stores. */
export function questionsNamed(level: readonly QuestionInFormulas[], name: string): readonly QuestionInFormulas[] {
  return byName(level).get(name) ?? [];
}

/** Records and people have their answers as attributes. */
function optionReads({ record, person }: Field, names: readonly string[]): { options?: OptionReads } {
  return record || person ? { options: { forms: (record ?? person)?.forms ?? null, names } } : {};
}

function attributesIn(filter: string): string[] {
  return [...expressionReadsOf(filter).paths].flatMap((path) =>
    path.startsWith('option.') ? (path.split('.')[1] as string) : [],
  );
}

/** What a closed derivation or an expression reads. Counting from a day reads the date of the record. */
function derivationReads({ derived }: Field, date: string | undefined): ExpressionReads | undefined {
  if (!derived) return undefined;
  const { expr, collect, ...closed } = derived;
  const isOfDay = derived.age !== undefined || readsToday(expr ?? '');
  const day = isOfDay && date !== undefined ? [date] : [];
  if (expr !== undefined) return both([expressionReadsOf(expr), named(day)]);
  if (collect) return { paths: withTables(collect), whole: new Set(collect) };
  return { paths: withTables([...Object.values(closed).flat().map(String), ...day]), whole: new Set() };
}

/** A condition reads the whole answer. */
function conditionReads(condition: Condition): ExpressionReads {
  if ('expr' in condition) return expressionReadsOf(condition.expr);
  if ('field' in condition) return named([condition.field]);
  if ('not' in condition) return conditionReads(condition.not);
  return both(('all' in condition ? condition.all : condition.any).map(conditionReads));
}

/** Reads these answers as they are. */
function named(names: readonly string[]): ExpressionReads {
  return names.length === 0 ? READS_NOTHING : { paths: new Set(names), whole: new Set(names) };
}

/** Adds the table of each `table.column`. */
function withTables(paths: readonly string[]): Set<string> {
  return new Set(paths.flatMap((path) => (path.includes('.') ? [path.split('.')[0] as string, path] : [path])));
}

function both(all: readonly ExpressionReads[]): ExpressionReads {
  return {
    paths: new Set(all.flatMap(({ paths }) => [...paths])),
    whole: new Set(all.flatMap(({ whole }) => [...whole])),
  };
}
