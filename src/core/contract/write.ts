/**
 * Writes the data contract of a form: it follows from the definition, for questions of every type. What a contract says
 * besides stays, so that everybody may tighten it. The same contract comes out of every command and of the server.
 */
import type { Finding } from '../check/issues/issue.ts';
import type { ContractChange } from '../definitions/files.ts';
import { propertiesByPart } from '../definitions/inputs.ts';
import type { Field, FormDefinition, JsonSchema } from '../definitions/types.ts';
import { compileExpression } from '../expressions/program.ts';
import { answerTypes, DEFAULT_TYPES, namesInExpression, ROW_TYPES } from '../expressions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import type { ListOption } from '../generated/form.ts';
import { getOwn, isObject } from '../json.ts';
import type { SteppedWork } from '../steps.ts';
import {
  type ContractContext,
  contractProperty,
  LIST_CODES_POINTER,
  rowsSchemaPart,
  type SchemaPart,
  type ValueType,
} from './property.ts';

export interface WrittenContract {
  schema: JsonSchema;
  wrote: readonly ContractChange[];
}

/** Returns a finding for each kind of change, with the names of the properties. */
export function contractFindings(wrote: readonly ContractChange[]): Finding[] {
  const kinds = [...new Set(wrote.map(({ what }) => what))];
  return kinds.map((kind) => ({
    code: `contract_${kind}` as const,
    params: { names: wrote.filter(({ what }) => what === kind).map(({ name }) => name) },
  }));
}

/**
 * Returns the contract of a definition, in steps, since its formulas may be long and many. `given` is there already; it is
 * returned as it is if nothing has to be written.
 */
export function* writeContract(
  { form, fields }: FormDefinition,
  given: SchemaPart | undefined,
  writing: ContractContext,
): SteppedWork<WrittenContract> {
  const level = new Level('', given, writing);
  yield* level.fill(fields);
  if (given && level.wrote.length === 0) return { schema: given.raw, wrote: [] };
  const schema = { ...(given ? {} : beginning(form)), ...withCodes(level.object().raw, writing.lists) };
  return { schema, wrote: level.wrote };
}

/** Adds the codes of the lists that its questions refer to. */
function withCodes(schema: JsonSchema, lists: ContractContext['lists']): JsonSchema {
  if (lists.size === 0) return schema;
  const text = JSON.stringify(schema.properties);
  const used = [...lists].filter(([, name]) => text.includes(`"${LIST_CODES_POINTER}${name}"`));
  if (used.length === 0) return schema;
  const codes = used.map(([options, name]) => [name, { enum: (options as ListOption[]).map(({ value }) => value) }]);
  return { ...schema, $defs: { ...(schema.$defs as object | undefined), ...Object.fromEntries(codes) } };
}

function beginning(form: string): JsonSchema {
  const title = form.replace(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase());
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title };
}

/** The questions of a form, or the columns of a table, with the object that holds their answers. */
class Level {
  readonly wrote: ContractChange[] = [];
  readonly #properties = new Map<string, SchemaPart>();
  readonly #path: string;
  readonly #given: SchemaPart | undefined;
  /** What the given contract has. */
  readonly #before: ReadonlyMap<string, SchemaPart>;
  readonly #required: string[];
  readonly #writing: ContractContext;
  readonly #answers: Answers;

  constructor(
    path: string,
    given: SchemaPart | undefined,
    writing: ContractContext,
    around: Answers = () => undefined,
  ) {
    this.#path = path;
    this.#given = given && (given.raw.$ref === undefined ? given : { raw: given.resolved, resolved: given.resolved });
    this.#before = propertiesOf(this.#given);
    this.#required = [...((given?.resolved.required ?? []) as string[])];
    this.#writing = writing;
    this.#answers = (name) => (this.#properties.get(name) ?? this.#before.get(name))?.resolved ?? around(name);
  }

  *fill(fields: Record<string, Field>): SteppedWork<void> {
    const stored = new Set<string>();
    const questions = Object.entries(fields);
    // What is worked out has the type of its formula, which depends on the types of the others.
    const isWorkedOut = (field: Field) => field.derived !== undefined || formulaOf(field) !== undefined;
    const ordered = [
      ...questions.filter(([, one]) => !isWorkedOut(one)),
      ...questions.filter(([, one]) => isWorkedOut(one)),
    ];
    for (const [name, field] of ordered) {
      yield;
      for (const [part, property] of Object.entries(propertiesByPart(name, field))) {
        stored.add(property);
        const known = this.#before.get(property);
        const now = yield* this.#part(field, part, known, this.#path + property);
        if (!known) this.#write(property, 'added');
        else if (now !== known && !field.columns) this.#write(property, 'changed');
        this.#properties.set(property, now);
        this.#require(field, part, property);
      }
    }
    for (const name of this.#before.keys()) if (!stored.has(name)) this.#write(name, 'removed');
  }

  #write(name: string, what: ContractChange['what']): void {
    this.wrote.push({ name: this.#path + name, what });
  }

  object(): SchemaPart {
    const before = this.#before;
    const order = [...before.keys()].filter((name) => this.#properties.has(name));
    const names = [...new Set([...order, ...this.#properties.keys()])];
    const all = (side: keyof SchemaPart) =>
      Object.fromEntries(names.map((name) => [name, (this.#properties.get(name) as SchemaPart)[side]]));
    // A name that was never there is left to the check.
    const required = this.#required.filter((name) => this.#properties.has(name) || !before.has(name));
    const closed = { type: 'object', ...(required.length > 0 && { required }), additionalProperties: false };
    const { raw = closed, resolved = closed } = this.#given ?? {};
    const head = (side: JsonSchema): JsonSchema => ({
      ...side,
      ...(side.unevaluatedProperties !== false && { additionalProperties: false }),
      type: 'object',
      ...((required.length > 0 || side.required !== undefined) && { required }),
    });
    return {
      raw: { ...head(raw), properties: all('raw') },
      resolved: { ...head(resolved), properties: all('resolved') },
    };
  }

  *#part(field: Field, part: string, given: SchemaPart | undefined, path: string): SteppedWork<SchemaPart> {
    const writing = this.#writing;
    if (!field.columns)
      return contractProperty(field, part, given, writing, typeOfFormula(field, this.#answers, this.#path !== ''));
    const isList = given?.resolved.type === 'array' && isObject(given.resolved.items);
    const list = isList ? (given as SchemaPart) : undefined;
    const rows = list && {
      raw: (list.raw.$ref === undefined && isObject(list.raw.items)
        ? list.raw.items
        : list.resolved.items) as JsonSchema,
      resolved: list.resolved.items as JsonSchema,
    };
    const level = new Level(`${path}.`, rows, writing, this.#answers);
    yield* level.fill(field.columns);
    this.wrote.push(...(given ? level.wrote : []));
    const hasChanged = level.wrote.length > 0;
    const items = rows && !hasChanged ? rows : level.object();
    const own = list && (hasChanged ? withItems(list, items) : list);
    const { columns: _, ...plain } = field;
    const limited = contractProperty(plain, part, own ?? rowsSchemaPart(items), writing, undefined);
    if (given && limited !== own) this.wrote.push({ name: path, what: 'changed' });
    return limited;
  }

  /** `required` of the definition decides; where it says nothing, the contract does. */
  #require({ required, type }: Field, part: string, property: string): void {
    const at = this.#required.indexOf(property);
    const isOptional = FIELD_TYPES[type].optional?.includes(part);
    if (required === true && at < 0 && !isOptional) {
      this.#required.push(property);
      if (this.#given) this.#write(property, 'required');
    } else if (required === false && at >= 0) {
      this.#required.splice(at, 1);
      this.#write(property, 'optional');
    }
  }
}

function propertiesOf({ raw, resolved }: SchemaPart = { raw: {}, resolved: {} }): Map<string, SchemaPart> {
  const inFile = (raw.properties ?? {}) as Record<string, JsonSchema>;
  const all = Object.entries((resolved.properties ?? {}) as Record<string, JsonSchema>);
  return new Map(all.map(([name, one]) => [name, { raw: getOwn(inFile, name) ?? one, resolved: one }]));
}

function withItems({ raw, resolved }: SchemaPart, items: SchemaPart): SchemaPart {
  const own = raw.$ref === undefined ? raw : resolved;
  return { raw: { ...own, items: items.raw }, resolved: { ...resolved, items: items.resolved } };
}

/** Returns the contract of an answer that a formula may read; in a row, also of those around it. */
type Answers = (name: string) => JsonSchema | undefined;

/** Returns the expression of a value that is worked out. */
function formulaOf({ derived, default: initial, type, rowOf }: Field): string | undefined {
  return derived?.expr ?? (FIELD_TYPES[type].isHidden && !rowOf ? initial : undefined);
}

/** Shared types of what a formula gives. */
const OF_FORMULA: Readonly<Record<string, string>> = { number: 'decimal', text: 'longText', texts: 'choices' };

/**
 * Returns the shared type of a value that is worked out of these answers; undefined where the type of the question says it, or
 * the formula has a fault, which the check tells.
 */
function typeOfFormula(field: Field, answers: Answers, isInRow: boolean): ValueType | undefined {
  const { sum, difference, product } = field.derived ?? {};
  const worked = sum ?? difference ?? product;
  if (worked) return { name: 'decimal', isWhole: worked.every((path) => isWhole(path, answers)) };
  const formula = formulaOf(field);
  if (formula === undefined) return undefined;
  const beside = field.derived ? {} : DEFAULT_TYPES;
  const read = namesInExpression(formula).flatMap((name) => {
    const schema = answers(name);
    return schema ? [[name, schema]] : [];
  });
  const types = answerTypes(Object.fromEntries(read));
  const compiled = compileExpression(formula, types, { ...beside, ...(isInRow && ROW_TYPES) });
  const name = 'program' in compiled ? getOwn(OF_FORMULA, compiled.program.type) : undefined;
  return name === undefined ? undefined : { name, isWhole: false };
}

/** True if an answer, or a column of a table, is a whole number or a day, whose difference is one. */
function isWhole(path: string, answers: Answers): boolean {
  const [table = '', column] = path.split('.');
  const found = answers(table) ?? {};
  const cells = ((found.items as JsonSchema | undefined)?.properties ?? {}) as Record<string, JsonSchema>;
  const { type: kind, format } = column === undefined ? found : (getOwn(cells, column) ?? {});
  return kind === 'integer' || format === 'date';
}
