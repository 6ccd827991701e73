/**
 * Valid answers for any form, from its definition and contract alone. Used for whatever a plan does not say and for volume;
 * every record is checked like one from a person, so a form whose answers cannot be made shows itself here.
 */
import type {
  CompiledForm,
  FieldNode,
  JsonSchema,
  RecordData,
  ValidatorModule,
} from '../../../core/definitions/types.ts';
import { type Evaluation, evaluate } from '../../../core/form/index.ts';
import { addDays } from '../../../core/text/dates.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { Random } from './random.ts';

export interface AnswerContext {
  random: Random;
  registry: FormRegistry;
  today: string;
  /** Where the record lies. */
  province_id: string;
  district_id: string | null;
  village_id: string | null;
  point: { latitude: number; longitude: number } | null;
  /** Ids of records of these forms, best near the place. */
  idsOf(forms: readonly string[]): readonly string[];
  /** Ids of stored files for this form and field; none leaves the answer out. */
  fileFor?(node: FieldNode): string | undefined;
}

/** Share of questions that are not required and get an answer all the same. */
const FILLED = 75;

const RATINGS = { excellent: 22, good: 40, fair: 24, bad: 10, na: 4 };

/** Raw answers: one per question, fixed ones as given. */
export function answersFor(form: CompiledForm, given: RecordData, context: AnswerContext): RecordData {
  const data: RecordData = { ...given };
  for (const node of form.fields.values()) {
    if (
      node.def.derived ||
      node.type === 'note' ||
      node.type === 'problems' ||
      node.properties.some((name) => name in given)
    )
      continue;
    if (!node.required && !node.def.requiredWhen && !context.random.percent(FILLED)) continue;
    Object.assign(data, answerOf(node, context));
  }
  return inOrder(form, data);
}

/** Dates that came out before the one they follow fall on the same day. */
function inOrder(form: CompiledForm, data: RecordData): RecordData {
  const next = { ...data };
  for (const { name, def } of form.fields.values()) {
    const [from, to] = [next[def.notBefore ?? ''], next[name]];
    if (typeof from === 'string' && typeof to === 'string' && to < from) next[name] = from;
  }
  return next;
}

/** Rows that repeat an answer which a table holds once are left out. */
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

/** Answers that pass every check, problems for flagged answers included; throws with the errors when none can be made. */
export function validAnswers(
  form: CompiledForm,
  validator: ValidatorModule,
  raw: RecordData,
  context: AnswerContext,
): RecordData {
  const evaluated = (given: RecordData) =>
    evaluate(form, validator, withoutRepeats(form, given), {
      today: context.today,
      ...checkContext(form, context.registry),
    });
  let found = evaluated(raw);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const withProblems = withFlagged(form, found, context);
    if (withProblems !== found.data) found = evaluated(withProblems);
    const pointers = Object.keys(found.errors);
    if (pointers.length === 0) return found.data;
    found = evaluated(repaired(form, found.data, pointers, context));
  }
  throw new Error(`no valid answers for ${form.key}: ${JSON.stringify(found.errors)}`);
}

const contexts = new WeakMap<CompiledForm, { revision: number; context: ReturnType<typeof makeContext> }>();

/** What checks need of the master tables, made once per state of them. */
export function checkContext(form: CompiledForm, registry: FormRegistry) {
  let known = contexts.get(form);
  if (known?.revision !== registry.revision()) {
    known = { revision: registry.revision(), context: makeContext(form, registry) };
    contexts.set(form, known);
  }
  return known.context;
}

function makeContext(form: CompiledForm, registry: FormRegistry) {
  const lists = new Set(
    [...form.fields.values()]
      .flatMap((node) => [node, ...(node.columns ?? [])])
      .flatMap((node) => node.def.choices ?? []),
  );
  return {
    ...(form.definition.problems && { problemTypes: registry.choices(form.definition.problems.types) }),
    choices: Object.fromEntries(
      [...lists].map((list) => [list, new Set(registry.choices(list).map((item) => item.id))]),
    ),
  };
}

/** Answers anew what was refused; what is refused again is left out where it may be. */
function repaired(form: CompiledForm, data: RecordData, pointers: string[], context: AnswerContext): RecordData {
  const next = { ...data };
  for (const pointer of pointers) {
    const name = pointer.split('/')[1] ?? '';
    const node = form.byProperty.get(name) ?? form.fields.get(name);
    if (!node || node.def.derived) continue;
    for (const property of node.properties) delete next[property];
    if (node.type === 'problems') continue;
    Object.assign(next, answerOf(node, context));
  }
  return inOrder(form, next);
}

/** The answers with a problem for each that asks for one; the same object when all have theirs. */
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

/** Stored properties of one question with values. */
export function answerOf(node: FieldNode, context: AnswerContext): RecordData {
  const { random, registry } = context;
  const own = node.properties[0] ?? node.name;
  const schema = node.schema;
  if (node.def.rowOf) return {};
  switch (node.type) {
    case 'place': {
      const values: RecordData = {};
      const parts: [string, string | null][] = [
        ['province', context.province_id],
        ['district', context.district_id],
        ['village', context.village_id],
      ];
      for (const [part, id] of parts) {
        const property = node.parts[part] ?? (part === 'province' ? node.parts.value : undefined);
        if (property && id) values[property] = id;
      }
      return values;
    }
    case 'geopoint': {
      const { latitude, longitude } = node.parts;
      if (!latitude || !longitude || !context.point) return {};
      const near = (value: number) => Math.round((value + (random.next() - 0.5) * 0.02) * 1e5) / 1e5;
      return { [latitude]: near(context.point.latitude), [longitude]: near(context.point.longitude) };
    }
    case 'person':
    case 'record': {
      const rule = node.def.person ?? node.def.record;
      const ids = context.idsOf(rule?.forms ?? []);
      if (ids.length === 0) return {};
      if (schema.type === 'array')
        return { [own]: [...new Set(Array.from({ length: random.whole(1, 3) }, () => random.pick(ids)))] };
      return { [own]: random.pick(ids) };
    }
    case 'file':
    case 'image': {
      const id = context.fileFor?.(node);
      return id ? { [own]: schema.type === 'array' ? [id] : id } : {};
    }
    case 'table': {
      const least = Number(schema.minItems ?? 0);
      const rows = Array.from(
        { length: random.whole(Math.max(least, 1), Math.max(least, 3)) },
        () =>
          Object.assign(
            {},
            ...(node.columns ?? []).filter((column) => !column.def.derived).map((column) => answerOf(column, context)),
          ) as RecordData,
      );
      return { [own]: rows };
    }
    case 'choice':
    case 'multi': {
      const codes = node.def.choices
        ? registry.choices(node.def.choices).map((item) => item.id)
        : node.def.places
          ? [context.province_id].filter((id) => id !== null)
          : (node.def.options ?? []).map((option) => option.value);
      if (codes.length === 0) return {};
      if (schema.type === 'array')
        return { [own]: [...new Set(Array.from({ length: random.whole(1, 2) }, () => random.pick(codes)))] };
      return { [own]: random.pick(codes) };
    }
    case 'rating':
      return { [own]: random.weighted(RATINGS) };
    default: {
      if (node.properties.length <= 1) {
        const value = bySchema(node, schema, context);
        return value === undefined ? {} : { [own]: value };
      }
      const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
      return Object.fromEntries(
        node.properties
          .map((name) => [name, bySchema(node, properties[name] ?? {}, context)])
          .filter(([, value]) => value !== undefined),
      );
    }
  }
}

/** What people write where a text has a shape: times, numbers, codes. 9 stands for a digit. */
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
    if (node.type === 'year') return random.whole(1980, Number(today.slice(0, 4)));
    const least = Number(schema.minimum ?? 0);
    const value = random.whole(least, Math.min(Number(schema.maximum ?? least + 60), least + 60));
    return value;
  }
  if (types.includes('boolean')) return random.percent(50);
  if (schema.format === 'date') return addDays(today, -random.whole(0, 540)) ?? today;
  if (schema.format === 'date-time') return `${addDays(today, -random.whole(0, 540)) ?? today}T06:00:00.000Z`;
  switch (node.type) {
    case 'phone':
      return `0700 000 ${String(random.whole(0, 999)).padStart(3, '0')}`;
    case 'email':
      return `sample${random.whole(1, 9999)}@example.org`;
    case 'url':
      return `https://example.org/${random.whole(1, 9999)}`;
    case 'code':
      return `S${random.whole(1, 999_999_999)}`;
    default:
  }
  if (!types.includes('string')) return undefined;
  if (typeof schema.pattern === 'string') {
    const pattern = new RegExp(schema.pattern, 'u');
    const fitting = SHAPES.map((shape) => drawn(shape, random)).filter((one) => pattern.test(one));
    return fitting.length > 0 ? random.pick(fitting) : undefined;
  }
  const words = [node.def.label.fa, node.def.label.ps, node.def.label.en];
  const text = `${random.pick(words)} ${random.whole(1, 9_999_999)}`;
  return text.slice(0, Number(schema.maxLength ?? 250));
}
