/**
 * Makes valid answers for any form from its definition and contract alone, for everything the plan does not state. Each
 * record is checked like one from a person, so a form for which no answers can be made fails here.
 */

import type { CompiledForm, FieldNode, JsonSchema, RecordData, ValidatorModule } from '../../core/definitions/types.ts';
import { compilePattern } from '../../core/expressions/pattern.ts';
import { type Evaluation, evaluateRecord } from '../../core/form/index.ts';
import { nodeAtPointer } from '../../core/form/messages.ts';
import { FIELD_TYPES } from '../../core/form/types/index.ts';
import { holdsFiles, holdsPlaces, holdsRecords } from '../../core/form/types/question.ts';
import { getOwn, isObject } from '../../core/json.ts';
import { recordCheckContext } from '../../core/saving/references.ts';
import { addDays } from '../../core/text/dates.ts';
import { textAsWritten } from '../../core/text/languages.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Random } from './random.ts';

export interface AnswerContext {
  random: Random;
  registry: FormRegistry;
  today: string;
  /** Place of the record. */
  province_id: string;
  district_id: string | null;
  village_id: string | null;
  point: { latitude: number; longitude: number } | null;
  /** Returns ids of records of these forms, preferably near the place. */
  idsOf(forms: readonly string[]): readonly string[];
  /** Counts the records that are made, for answers that no two of them may share. */
  nth?: number;
  /** Returns the id of a stored file for this field. If undefined, the answer is left out. */
  fileFor?(node: FieldNode): string | undefined;
}

/** Moves dates that are before the date they must follow to that date. */
export function orderDates(form: CompiledForm, data: RecordData): RecordData {
  const next = { ...data };
  for (const { name, def } of form.fields.values()) {
    const [from, to] = [next[def.notBefore ?? ''], next[name]];
    if (typeof from === 'string' && typeof to === 'string' && to < from) next[name] = from;
  }
  return next;
}

/** Removes rows that repeat a value which a table may hold only once. */
function withoutRepeats(form: CompiledForm, data: RecordData): RecordData {
  const next = { ...data };
  for (const { name, columns } of form.fields.values()) {
    const once = (columns ?? []).filter(({ def }) => def.once);
    const rows = next[name] as RecordData[] | undefined;
    if (once.length === 0 || !Array.isArray(rows)) continue;
    const repeats = (row: RecordData, before: readonly RecordData[]) =>
      once.some(({ name: key }) => row[key] !== undefined && before.some((other) => other[key] === row[key]));
    next[name] = rows.filter((row, index) => !repeats(row, rows.slice(0, index)));
  }
  return next;
}

const ATTEMPTS = 8;

/** Returns answers that pass every check, with problems for flagged answers. Throws if it finds none in `ATTEMPTS`. */
export function generateValidAnswers(
  form: CompiledForm,
  validator: ValidatorModule,
  raw: RecordData,
  context: AnswerContext,
): RecordData {
  const evaluated = (given: RecordData) =>
    evaluateRecord(form, validator, withoutRepeats(form, given), {
      today: context.today,
      ...recordCheckContext(form, context.registry),
    });
  let found = evaluated(raw);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const withProblems = withFlagged(form, found, context);
    if (withProblems !== found.data) found = evaluated(withProblems);
    if (Object.keys(found.errors).length === 0) return found.data;
    found = evaluated(repaired(form, found, context, attempt >= ATTEMPTS / 2));
  }
  throw new Error(`no valid answers for ${form.key}: ${JSON.stringify(found.errors)}`);
}

/**
 * Replaces refused answers by new ones. A refused list of problems is only removed. With `leaveOut`, so is every answer that
 * may be missing, because a rule between answers is rarely met by chance.
 */
function repaired(
  form: CompiledForm,
  { data, errors }: Pick<Evaluation, 'data' | 'errors'>,
  context: AnswerContext,
  leaveOut: boolean,
): RecordData {
  const next = structuredClone(data);
  for (const [pointer, found] of Object.entries(errors)) {
    const [, name = '', ...within] = pointer.split('/');
    const node = form.byProperty.get(name) ?? form.fields.get(name);
    if (!node || node.def.derived) continue;
    const cell = within.length > 1 ? nodeAtPointer(form, pointer) : undefined;
    const isMissing = found.some(({ code }) => code === 'required');
    if (cell) {
      repairCell(next, [name, ...within], cell, isMissing, context);
      continue;
    }
    const count = found.find(({ code }) => code === 'rows_missing' || code === 'rows_surplus')?.params?.limit;
    if (leaveOut && node.def.count && count === undefined) {
      // An answer says how many rows there are, so they stay.
      next[node.name] = requiredCells(node, next[node.name]);
      continue;
    }
    for (const property of node.properties) delete next[property];
    if (node.columns && typeof count === 'number') Object.assign(next, rowsFor(node, node.columns, count, context));
    else if (node.name !== form.definition.problems?.field && (node.required || isMissing || !leaveOut))
      Object.assign(next, generateAnswer(node, context));
  }
  return orderDates(form, next);
}

function requiredCells({ columns = [] }: FieldNode, rows: unknown): unknown {
  const kept = columns.filter(({ required }) => required).flatMap(({ properties }) => properties);
  const only = (row: unknown) => isObject(row) && Object.fromEntries(kept.map((name) => [name, getOwn(row, name)]));
  return Array.isArray(rows) ? rows.map(only) : rows;
}

/** Replaces a cell by a new one if its row must have it, and else removes it. */
function repairCell(
  data: RecordData,
  path: string[],
  cell: FieldNode,
  isMissing: boolean,
  context: AnswerContext,
): void {
  const row = path.slice(0, -1).reduce<unknown>((at, step) => (at as RecordData | undefined)?.[step], data);
  if (!isObject(row)) return;
  for (const property of cell.properties) delete row[property];
  if (cell.required || isMissing) Object.assign(row, generateAnswer(cell, context));
}

/** Adds a problem for each answer that requires one. Returns the same object if none is missing. */
function withFlagged(
  form: CompiledForm,
  { data, flagged }: Pick<Evaluation, 'data' | 'flagged'>,
  { registry, random }: AnswerContext,
): RecordData {
  const rule = form.definition.problems;
  if (!rule || flagged.size === 0) return data;
  const rows = Array.isArray(data[rule.field]) ? [...(data[rule.field] as RecordData[])] : [];
  const there = rows.length;
  const types = registry.choices(rule.types);
  for (const name of flagged) {
    const problemType = form.fields.get(name)?.problemType;
    const type = types.find((one) => one.code === problemType) ?? types.find((one) => one.id === problemType);
    if (!type || rows.some((row) => row.problem_type_id === type.id)) continue;
    rows.push({
      id: random.id(new Date(`${data[form.definition.date ?? ''] ?? '2025-01-01'}T06:00:00Z`)),
      problem_type_id: type.id,
      problem_details: type.name_fa,
    });
  }
  return rows.length > there ? { ...data, [rule.field]: rows } : data;
}

/** Returns values for the properties of one field. */
export function generateAnswer(node: FieldNode, context: AnswerContext): RecordData {
  const { random } = context;
  const { schema, columns, def } = node;
  const own = node.properties[0] ?? node.name;
  const { offers, sample } = FIELD_TYPES[node.type];
  if (def.rowOf) return {};
  if (holdsPlaces(node)) return placesFor(node, context);
  if (def.bind?.latitude && def.bind.longitude) return pointFor(def.bind.latitude, def.bind.longitude, context);
  if (holdsRecords(node)) {
    const rule = def.person ?? def.record;
    return drawFrom(own, context.idsOf(rule?.forms ?? []), schema, 3, context);
  }
  if (holdsFiles(node)) {
    const id = context.fileFor?.(node);
    return id ? { [own]: schema.type === 'array' ? [id] : id } : {};
  }
  if (columns) {
    const least = Number(schema.minItems ?? 0);
    return rowsFor(node, columns, random.whole(Math.max(least, 1), Math.max(least, 3)), context);
  }
  if (offers) return drawFrom(own, codesFor(node, context), schema, 2, context);
  if (sample) return { [own]: sample(random, context.today) };
  const properties = (node.properties.length > 1 ? schema.properties : { [own]: schema }) as Record<string, JsonSchema>;
  return Object.fromEntries(
    node.properties
      .map((name) => [name, bySchema(node, getOwn(properties, name) ?? {}, context)])
      .filter(([, value]) => value !== undefined),
  );
}

function rowsFor(
  { name }: FieldNode,
  columns: readonly FieldNode[],
  length: number,
  context: AnswerContext,
): RecordData {
  const asked = columns.filter((column) => !column.def.derived);
  const row = () => Object.assign({}, ...asked.map((column) => generateAnswer(column, context))) as RecordData;
  return { [name]: Array.from({ length }, row) };
}

function placesFor({ parts }: FieldNode, context: AnswerContext): RecordData {
  const values: RecordData = {};
  for (const level of ['province', 'district', 'village'] as const) {
    const id = context[`${level}_id`];
    const property = parts[level];
    if (property && id) values[property] = id;
  }
  return values;
}

function pointFor(latitude: string, longitude: string, { point, random }: AnswerContext): RecordData {
  if (!point) return {};
  const near = (value: number) => Math.round((value + (random.next() - 0.5) * 0.02) * 1e5) / 1e5;
  return { [latitude]: near(point.latitude), [longitude]: near(point.longitude) };
}

function codesFor({ def }: FieldNode, { registry, province_id }: AnswerContext): string[] {
  if (def.choices) return registry.choices(def.choices).map((item) => item.id);
  return def.places ? [province_id].filter((id) => id !== null) : (def.options ?? []).map((option) => option.value);
}

/** Picks one id, or some if the contract requires a list. */
function drawFrom(
  own: string,
  ids: readonly string[],
  schema: JsonSchema,
  most: number,
  { random }: AnswerContext,
): RecordData {
  if (ids.length === 0) return {};
  if (schema.type !== 'array') return { [own]: random.pick(ids) };
  const least = Number(schema.minItems ?? 1);
  const found = new Set(Array.from({ length: random.whole(least, Math.max(least, most)) }, () => random.pick(ids)));
  while (found.size < Math.min(least, ids.length)) found.add(random.pick(ids));
  return { [own]: [...found] };
}

/** Patterns of text with a fixed shape: times, numbers, codes. 9 stands for a digit. */
const SHAPES = ['09:99', '19:39', '9', '99', '9999', '999999', 'A9999', 'A-9999', '9999-9999', '99.9', '99/99'];

function drawn(shape: string, random: Random): string {
  return shape.replace(/9/g, (_nine, at: number) => String(random.whole(0, shape[at - 1] === ':' ? 5 : 9)));
}

function bySchema(node: FieldNode, schema: JsonSchema, context: AnswerContext): unknown {
  const { random, today } = context;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  if ('const' in schema) return schema.const;
  const types = [schema.type].flat();
  if (types.includes('integer') || types.includes('number')) {
    const least = Number(schema.minimum ?? 0);
    const value = random.whole(least, Math.min(Number(schema.maximum ?? least + 60), least + 60));
    return schema.multipleOf === undefined ? value : value - (value % Number(schema.multipleOf));
  }
  if (types.includes('boolean')) return random.percent(50);
  if (schema.format === 'date') return addDays(today, -random.whole(0, 540)) ?? today;
  if (schema.format === 'date-time') return `${addDays(today, -random.whole(0, 540)) ?? today}T06:00:00.000Z`;
  if (!types.includes('string')) return undefined;
  if (typeof schema.pattern === 'string') {
    const pattern = compilePattern(schema.pattern);
    const fitting = SHAPES.map((shape) => drawn(shape, random)).filter((one) => pattern.test(one));
    return fitting.length > 0 ? random.pick(fitting) : undefined;
  }
  const words = random.pick((['fa', 'ps', 'en'] as const).map((one) => textAsWritten(node.def.label, one)));
  // Drawn numbers meet again after some ten thousand records.
  const nth = node.def.unique ? context.nth : undefined;
  const number = ` ${nth === undefined ? random.whole(1, MOST_DRAWN) : COUNTED_FROM + nth}`;
  return `${words.slice(0, Number(schema.maxLength ?? 250) - number.length)}${number}`;
}

const MOST_DRAWN = 9_999_999;
/** Above all drawn numbers, which a store may hold from before. */
const COUNTED_FROM = MOST_DRAWN + 1;
