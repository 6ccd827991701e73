/**
 * What changed between two versions of a form, as people ask it: which questions came, went, moved or were worded anew,
 * which options, conditions, rules, columns. Questions are matched by their id, so a new stored name is a rename.
 */
import { isRow } from './rows.ts';
import type { Field, FormSource, JsonSchema, Section, Text } from './types.ts';

export type DiffKind =
  | 'question_added'
  | 'question_removed'
  | 'question_moved'
  | 'question_reordered'
  | 'question_worded'
  | 'question_renamed'
  | 'question_retyped'
  | 'option_added'
  | 'option_removed'
  | 'option_worded'
  | 'condition_changed'
  | 'rule_changed'
  | 'now_required'
  | 'no_longer_required'
  | 'section_added'
  | 'section_removed'
  | 'section_worded'
  | 'column_added'
  | 'column_removed'
  | 'columns_reordered'
  | 'form_changed';

export interface Difference {
  kind: DiffKind;
  /** JSON Pointer into the newer definition; for what was removed into the older. */
  pointer: string;
  /** The question, section or column it is about, in words. */
  about: Text | string;
  before?: Text | string;
  after?: Text | string;
}

interface Asked {
  name: string;
  field: Field;
  section: string;
  sectionTitle: Text | string;
  place: number;
  pointer: string;
}

/** Differences in the order of the newer form. */
export function diffForms(before: FormSource, after: FormSource): Difference[] {
  const found: Difference[] = [];
  const old = questions(before);
  const now = questions(after);
  for (const [id, asked] of now) {
    const was = old.get(id);
    if (was) questionChanges(was, asked, before.schema, after.schema, found);
    else
      found.push({
        kind: 'question_added',
        pointer: asked.pointer,
        about: asked.field.label,
        after: asked.sectionTitle,
      });
  }
  for (const [id, was] of old) {
    if (!now.has(id))
      found.push({ kind: 'question_removed', pointer: was.pointer, about: was.field.label, before: was.sectionTitle });
  }
  reordered(old, now, found);
  sectionChanges(before.definition.sections, after.definition.sections, found);
  columnChanges(before, after, found);
  for (const key of ['title', 'plural', 'new', 'description'] as const) {
    const [a, b] = [before.definition[key], after.definition[key]];
    if (!same(a, b))
      found.push({
        kind: 'form_changed',
        pointer: `/${key}`,
        about: key,
        ...(a && { before: a }),
        ...(b && { after: b }),
      });
  }
  const rest = ({ definition }: FormSource) => ({
    ...without(definition, TOLD_OF_FORM),
    list: isRow(definition) ? {} : without(definition.list, new Set(['columns'])),
  });
  otherChanges(rest(before), rest(after), '', (pointer, was, now) =>
    found.push({ kind: 'form_changed', pointer, about: pointer.slice(1), ...given(was, now) }),
  );
  return found;
}

/** What has lines of its own, and what tells one version from another. */
const TOLD_OF_FORM = new Set([
  '$schema',
  'form',
  'version',
  'changes',
  'title',
  'plural',
  'new',
  'description',
  'sections',
  'fields',
]);
const TOLD_OF_QUESTION = new Set([
  'id',
  'type',
  'label',
  'short',
  'help',
  'placeholder',
  'unit',
  'options',
  'rows',
  'columns',
  'visibleWhen',
  'requiredWhen',
  'problemWhen',
  'derived',
]);
const TOLD_OF_OPTION = new Set(['id', 'value', 'label']);
const TOLD_OF_SECTION = new Set(['id', 'title', 'help', 'visibleWhen', 'fields']);

function without(value: object, keys: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
}

type Put = (pointer: string, before: Text | string | undefined, after: Text | string | undefined) => void;

function given(
  before: Text | string | undefined,
  after: Text | string | undefined,
): Pick<Difference, 'before' | 'after'> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/**
 * Whatever else differs, told where it differs: texts as texts, things with an id by their id, of names those
 * that came and went, the rest as it is written.
 */
function otherChanges(was: unknown, now: unknown, pointer: string, put: Put): void {
  if (same(was, now)) return;
  if ((isText(was) || was === undefined) && (isText(now) || now === undefined)) put(pointer, was, now);
  else if ((isPlain(was) || was === undefined) && (isPlain(now) || now === undefined)) {
    for (const key of new Set([...Object.keys(now ?? {}), ...Object.keys(was ?? {})]))
      otherChanges(was?.[key], now?.[key], `${pointer}/${escaped(key)}`, put);
  } else if (haveIds(was) && haveIds(now)) {
    now.forEach((one, index) => {
      otherChanges(
        was.find((other) => other.id === one.id),
        one,
        `${pointer}/${index}`,
        put,
      );
    });
    was.forEach((one, index) => {
      if (!now.some((other) => other.id === one.id)) put(`${pointer}/${index}`, plain(one), undefined);
    });
    const order = (list: { id: unknown }[], other: { id: unknown }[]) =>
      list.map((one) => one.id).filter((id) => other.some((one) => one.id === id));
    const [old, next] = [order(was, now), order(now, was)];
    if (!same(old, next)) put(pointer, old.join(', '), next.join(', '));
  } else if (areNames(was) && areNames(now)) {
    const [gone, come] = [was.filter((name) => !now.includes(name)), now.filter((name) => !was.includes(name))];
    const isOrder = gone.length + come.length === 0;
    put(pointer, (isOrder ? was : gone).join(', ') || undefined, (isOrder ? now : come).join(', ') || undefined);
  } else put(pointer, was === undefined ? undefined : plain(was), now === undefined ? undefined : plain(now));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isText(value);
}

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'en,fa,ps';
}

function haveIds(value: unknown): value is { id: unknown }[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isPlain(one) && 'id' in one);
}

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** A key as a part of a JSON Pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function questions({ definition }: FormSource): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  const sectionOf = new Map(
    definition.sections.flatMap((section) => section.fields.map((name, place) => [name, { section, place }] as const)),
  );
  const add = (fields: Record<string, Field>, base: string, inTable?: { section: Section; place: number }): void => {
    Object.entries(fields).forEach(([name, field], index) => {
      const where = inTable ? { section: inTable.section, place: index } : sectionOf.get(name);
      if (!where) return;
      const pointer = `${base}/${name}`;
      asked.set(field.id, {
        name,
        field,
        section: where.section.id + base,
        sectionTitle: where.section.title,
        place: where.place,
        pointer,
      });
      if (field.columns) add(field.columns, `${pointer}/columns`, where);
    });
  };
  add(definition.fields, '/fields');
  return asked;
}

function questionChanges(
  was: Asked,
  now: Asked,
  oldSchema: JsonSchema,
  newSchema: JsonSchema,
  found: Difference[],
): void {
  const about = now.field.label;
  const at = now.pointer;
  const put = (kind: DiffKind, before?: Text | string, after?: Text | string, pointer = at): void => {
    found.push({
      kind,
      pointer,
      about,
      ...given(before, after),
    });
  };
  if (was.section !== now.section) put('question_moved', was.sectionTitle, now.sectionTitle);
  for (const key of ['label', 'short', 'help', 'placeholder', 'unit'] as const) {
    if (!same(was.field[key], now.field[key])) put('question_worded', was.field[key], now.field[key], `${at}/${key}`);
  }
  if (was.name !== now.name) put('question_renamed', was.name, now.name);
  if (was.field.type !== now.field.type) put('question_retyped', was.field.type, now.field.type, `${at}/type`);
  optionChanges(was.field, now.field, about, at, found);
  for (const key of ['visibleWhen', 'requiredWhen', 'problemWhen', 'derived'] as const) {
    if (!same(was.field[key], now.field[key]))
      put('condition_changed', plain(was.field[key]), plain(now.field[key]), `${at}/${key}`);
  }
  otherChanges(without(was.field, TOLD_OF_QUESTION), without(now.field, TOLD_OF_QUESTION), at, (pointer, old, next) =>
    put('rule_changed', old, next, pointer),
  );
  const [oldRule, newRule] = [ruleOf(oldSchema, was.name), ruleOf(newSchema, now.name)];
  if (!same(oldRule, newRule)) put('rule_changed', plain(oldRule), plain(newRule));
  const [needed, needs] = [isRequired(oldSchema, was.name), isRequired(newSchema, now.name)];
  if (needed !== needs) put(needs ? 'now_required' : 'no_longer_required');
}

/** Rules of a property without its words and without options, which have lines of their own. */
function ruleOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const property = (schema.properties as Record<string, JsonSchema> | undefined)?.[name];
  if (!property) return undefined;
  const { enum: _options, title: _title, description: _words, items, ...rest } = property;
  const { enum: _itemOptions, properties: _columns, ...itemRest } = (items ?? {}) as JsonSchema;
  return { ...rest, ...(Object.keys(itemRest).length > 0 && { items: itemRest }) };
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return ((schema.required ?? []) as string[]).includes(name);
}

function optionChanges(was: Field, now: Field, about: Text, at: string, found: Difference[]): void {
  const options = ({ options }: Field) =>
    options?.map((one) => ({ id: one.value, label: one.label, rest: without(one, TOLD_OF_OPTION) }));
  const rows = ({ rows }: Field) =>
    rows?.map((one) => ({ id: one.id, label: one.label, rest: without(one, TOLD_OF_OPTION) }));
  const lists = [
    { key: 'options', old: options(was), now: options(now) },
    { key: 'rows', old: rows(was), now: rows(now) },
  ];
  for (const { key, old = [], now: next = [] } of lists) {
    for (const [index, one] of next.entries()) {
      const before = old.find((other) => other.id === one.id);
      const pointer = `${at}/${key}/${index}`;
      if (!before) found.push({ kind: 'option_added', pointer, about, after: one.label });
      else if (!same(before.label, one.label))
        found.push({ kind: 'option_worded', pointer, about, before: before.label, after: one.label });
      if (before)
        otherChanges(before.rest, one.rest, pointer, (where, a, b) =>
          found.push({ kind: 'rule_changed', pointer: where, about: one.label, ...given(a, b) }),
        );
    }
    for (const [index, one] of old.entries()) {
      if (!next.some((other) => other.id === one.id))
        found.push({ kind: 'option_removed', pointer: `${at}/${key}/${index}`, about, before: one.label });
    }
  }
}

/** Questions that stand before others than they did, the fewest that explain the new order. */
function reordered(old: Map<string, Asked>, now: Map<string, Asked>, found: Difference[]): void {
  const sections = new Set([...now.values()].map((asked) => asked.section));
  for (const section of sections) {
    const kept = [...now].filter(([id, asked]) => asked.section === section && old.get(id)?.section === section);
    const order = kept.sort(([, a], [, b]) => a.place - b.place);
    const stays = longestRise(order.map(([id]) => old.get(id)?.place ?? 0));
    for (const [index, [, asked]] of order.entries()) {
      if (!stays.has(index))
        found.push({
          kind: 'question_reordered',
          pointer: asked.pointer,
          about: asked.field.label,
          after: asked.sectionTitle,
        });
    }
  }
}

/** Indexes of a longest rising run of numbers. */
function longestRise(numbers: readonly number[]): Set<number> {
  const best = numbers.map(() => ({ length: 1, before: -1 }));
  for (let at = 0; at < numbers.length; at++) {
    for (let earlier = 0; earlier < at; earlier++) {
      const run = best[earlier] as { length: number };
      if ((numbers[earlier] as number) < (numbers[at] as number) && run.length + 1 > (best[at]?.length ?? 0))
        best[at] = { length: run.length + 1, before: earlier };
    }
  }
  const kept = new Set<number>();
  let at = best.reduce((top, one, index) => (one.length > (best[top]?.length ?? 0) ? index : top), 0);
  while (at >= 0 && best[at]) {
    kept.add(at);
    at = best[at]?.before ?? -1;
  }
  return kept;
}

function sectionChanges(before: readonly Section[], after: readonly Section[], found: Difference[]): void {
  after.forEach((section, index) => {
    const was = before.find((one) => one.id === section.id);
    const pointer = `/sections/${index}`;
    if (!was) found.push({ kind: 'section_added', pointer, about: section.title });
    else {
      for (const key of ['title', 'help'] as const) {
        if (!same(was[key], section[key]))
          found.push({
            kind: 'section_worded',
            pointer: `${pointer}/${key}`,
            about: section.title,
            ...(was[key] && { before: was[key] }),
            ...(section[key] && { after: section[key] }),
          });
      }
      otherChanges(without(was, TOLD_OF_SECTION), without(section, TOLD_OF_SECTION), pointer, (where, a, b) =>
        found.push({ kind: 'form_changed', pointer: where, about: section.title, ...given(a, b) }),
      );
      if (!same(was.visibleWhen, section.visibleWhen)) {
        found.push({
          kind: 'condition_changed',
          pointer: `${pointer}/visibleWhen`,
          about: section.title,
          before: plain(was.visibleWhen),
          after: plain(section.visibleWhen),
        });
      }
    }
  });
  before.forEach((section, index) => {
    if (!after.some((one) => one.id === section.id))
      found.push({ kind: 'section_removed', pointer: `/sections/${index}`, about: section.title });
  });
}

function columnChanges(before: FormSource, after: FormSource, found: Difference[]): void {
  const columns = ({ definition }: FormSource) =>
    // A row has no list.
    (isRow(definition) ? [] : definition.list.columns).map((one) => (typeof one === 'string' ? { field: one } : one));
  const names = (source: FormSource): string[] => columns(source).map((one) => one.field);
  const [old, now] = [names(before), names(after)];
  columns(after).forEach((column, index) => {
    const pointer = `/list/columns/${index}`;
    const about = after.definition.fields[column.field]?.label ?? column.field;
    const was = columns(before).find((one) => one.field === column.field);
    if (!was) found.push({ kind: 'column_added', pointer, about });
    else
      otherChanges(was, column, pointer, (where, a, b) =>
        found.push({ kind: 'form_changed', pointer: where, about, ...given(a, b) }),
      );
  });
  old.forEach((name, index) => {
    if (!now.includes(name))
      found.push({
        kind: 'column_removed',
        pointer: `/list/columns/${index}`,
        about: before.definition.fields[name]?.label ?? name,
      });
  });
  const kept = (list: string[], other: string[]): string => list.filter((name) => other.includes(name)).join();
  if (kept(old, now) !== kept(now, old))
    found.push({
      kind: 'columns_reordered',
      pointer: '/list/columns',
      about: after.definition.plural,
      before: old.join(', '),
      after: now.join(', '),
    });
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function plain(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
