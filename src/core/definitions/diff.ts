/**
 * What changed between two versions of a form, as people ask it: which questions came, went, moved or were worded anew,
 * which options, conditions, rules, columns. Questions are matched by their id, so a new stored name is a rename.
 */
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
  for (const key of [
    'workflow',
    'parent',
    'problems',
    'code',
    'place',
    'date',
    'organization',
    'paths',
    'api',
  ] as const) {
    const [a, b] = [before.definition[key], after.definition[key]];
    if (!same(a, b))
      found.push({ kind: 'form_changed', pointer: `/${key}`, about: key, before: plain(a), after: plain(b) });
  }
  return found;
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
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
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
  for (const key of [
    'bind',
    'choices',
    'record',
    'person',
    'unique',
    'restricted',
    'problemType',
    'ui:widget',
    'ui:options',
  ] as const) {
    if (!same(was.field[key], now.field[key]))
      put('rule_changed', plain(was.field[key]), plain(now.field[key]), `${at}/${key}`);
  }
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
  const lists = [
    {
      key: 'options',
      old: was.options?.map((one) => ({ id: one.value, label: one.label })),
      now: now.options?.map((one) => ({ id: one.value, label: one.label })),
    },
    {
      key: 'rows',
      old: was.rows?.map(({ id, label }) => ({ id, label })),
      now: now.rows?.map(({ id, label }) => ({ id, label })),
    },
  ];
  for (const { key, old = [], now: next = [] } of lists) {
    for (const [index, one] of next.entries()) {
      const before = old.find((other) => other.id === one.id);
      const pointer = `${at}/${key}/${index}`;
      if (!before) found.push({ kind: 'option_added', pointer, about, after: one.label });
      else if (!same(before.label, one.label))
        found.push({ kind: 'option_worded', pointer, about, before: before.label, after: one.label });
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
  const names = ({ definition }: FormSource): string[] =>
    definition.list.columns.map((one) => (typeof one === 'string' ? one : one.field));
  const [old, now] = [names(before), names(after)];
  now.forEach((name, index) => {
    if (!old.includes(name))
      found.push({
        kind: 'column_added',
        pointer: `/list/columns/${index}`,
        about: after.definition.fields[name]?.label ?? name,
      });
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
