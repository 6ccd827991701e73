/**
 * Writes the data contract of a form: it follows from the definition, for questions of every type. What a contract says
 * besides stays, so that everybody may tighten it. The same contract comes out of every command and of the server.
 */
import type { Wrote } from '../definitions/files.ts';
import { partsOf } from '../definitions/inputs.ts';
import type { Field, FormDefinition, JsonSchema } from '../definitions/types.ts';
import { isObject } from '../errors/json.ts';
import { compileExpression } from '../expressions/program.ts';
import { answerTypes, DEFAULT_TYPES, ROW_TYPES } from '../expressions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { getOwn } from '../getOwn.ts';
import { listOf, type Part, propertyOf, type Typed, type Writing } from './property.ts';

export interface Contract {
  part: Part;
  wrote: readonly Wrote[];
}

/** Returns the contract of a definition. `given` is there already; it is returned as it is if nothing has to be written. */
export function writeContract({ form, fields }: FormDefinition, given: Part | undefined, writing: Writing): Contract {
  const level = new Level(fields, '', given, writing);
  if (given && level.wrote.length === 0) return { part: given, wrote: [] };
  const head = given ? {} : beginning(form);
  const { raw, resolved } = level.object();
  return { part: { raw: { ...head, ...raw }, resolved: { ...head, ...resolved } }, wrote: level.wrote };
}

function beginning(form: string): JsonSchema {
  const title = form.replace(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase());
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title };
}

/** The questions of a form, or the columns of a table, with the object that holds their answers. */
class Level {
  readonly wrote: Wrote[] = [];
  readonly #properties = new Map<string, Part>();
  readonly #required: string[];
  readonly #given: Part | undefined;

  constructor(
    fields: Record<string, Field>,
    path: string,
    given: Part | undefined,
    writing: Writing,
    around: Schemas = {},
  ) {
    this.#given = given && (given.raw.$ref === undefined ? given : { raw: given.resolved, resolved: given.resolved });
    const before = this.#before();
    this.#required = [...((given?.resolved.required ?? []) as string[])];
    const stored = new Set<string>();
    const questions = Object.entries(fields);
    // What is worked out has the type of its formula, which depends on the types of the others.
    const isWorkedOut = (field: Field) => field.derived !== undefined || formulaOf(field) !== undefined;
    const ordered = [
      ...questions.filter(([, one]) => !isWorkedOut(one)),
      ...questions.filter(([, one]) => isWorkedOut(one)),
    ];
    const waiting = new Map(before);
    for (const [name, field] of ordered) {
      for (const [part, property] of Object.entries(partsOf(name, field))) {
        stored.add(property);
        const known = before.get(property);
        const answers = () => ({ ...around, ...schemasOf(waiting) });
        const now = this.#part(field, part, known, `${path}${property}`, writing, answers);
        if (!known) this.wrote.push({ name: `${path}${property}`, what: 'added' });
        else if (now !== known && !field.columns) this.wrote.push({ name: `${path}${property}`, what: 'changed' });
        this.#properties.set(property, now);
        waiting.set(property, now);
        this.#require(field, part, property, path);
      }
    }
    for (const name of before.keys()) if (!stored.has(name)) this.wrote.push({ name: path + name, what: 'removed' });
  }

  object(): Part {
    const before = this.#before();
    const order = [...before.keys()].filter((name) => this.#properties.has(name));
    const names = [...new Set([...order, ...this.#properties.keys()])];
    const all = (side: keyof Part) =>
      Object.fromEntries(names.map((name) => [name, (this.#properties.get(name) as Part)[side]]));
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

  #before(): Map<string, Part> {
    const { raw = {}, resolved = {} } = this.#given ?? {};
    const inFile = (raw.properties ?? {}) as Record<string, JsonSchema>;
    return new Map(
      Object.entries((resolved.properties ?? {}) as Record<string, JsonSchema>).map(([name, one]) => [
        name,
        { raw: getOwn(inFile, name) ?? one, resolved: one },
      ]),
    );
  }

  #part(
    field: Field,
    part: string,
    given: Part | undefined,
    path: string,
    writing: Writing,
    answers: () => Schemas,
  ): Part {
    const depth = path.split('.').length;
    if (!field.columns) return propertyOf(field, part, given, writing, typeOfFormula(field, answers, depth > 1));
    const isList = given?.resolved.type === 'array' && isObject(given.resolved.items);
    const list = isList ? (given as Part) : undefined;
    const rows = list && {
      raw: (list.raw.$ref === undefined && isObject(list.raw.items)
        ? list.raw.items
        : list.resolved.items) as JsonSchema,
      resolved: list.resolved.items as JsonSchema,
    };
    const level = new Level(field.columns, `${path}.`, rows, writing, answers());
    this.wrote.push(...(given ? level.wrote : []));
    const hasChanged = level.wrote.length > 0;
    const items = rows && !hasChanged ? rows : level.object();
    const own = list && (hasChanged ? withItems(list, items) : list);
    const { columns: _, ...plain } = field;
    const limited = propertyOf(plain, part, own ?? listOf(items), writing, undefined);
    if (given && limited !== own) this.wrote.push({ name: path, what: 'changed' });
    return limited;
  }

  /** `required` of the definition decides; where it says nothing, the contract does. */
  #require({ required, type }: Field, part: string, property: string, path: string): void {
    const at = this.#required.indexOf(property);
    const isOptional = FIELD_TYPES[type].optional?.includes(part);
    if (required === true && at < 0 && !isOptional) {
      this.#required.push(property);
      if (this.#given) this.wrote.push({ name: path + property, what: 'required' });
    } else if (required === false && at >= 0) {
      this.#required.splice(at, 1);
      this.wrote.push({ name: path + property, what: 'optional' });
    }
  }
}

function withItems({ raw, resolved }: Part, items: Part): Part {
  const own = raw.$ref === undefined ? raw : resolved;
  return { raw: { ...own, items: items.raw }, resolved: { ...resolved, items: items.resolved } };
}

type Schemas = Record<string, JsonSchema>;

function schemasOf(parts: ReadonlyMap<string, Part>): Schemas {
  return Object.fromEntries([...parts].map(([name, { resolved }]) => [name, resolved]));
}

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
function typeOfFormula(field: Field, answers: () => Schemas, isInRow: boolean): Typed | undefined {
  const { sum, difference, product } = field.derived ?? {};
  const worked = sum ?? difference ?? product;
  if (worked) return { name: 'decimal', isWhole: worked.every((path) => isWhole(path, answers())) };
  const formula = formulaOf(field);
  if (formula === undefined) return undefined;
  const beside = field.derived ? {} : DEFAULT_TYPES;
  const compiled = compileExpression(formula, answerTypes(answers()), { ...beside, ...(isInRow && ROW_TYPES) });
  const name = 'program' in compiled ? getOwn(OF_FORMULA, compiled.program.type) : undefined;
  return name === undefined ? undefined : { name, isWhole: false };
}

/** True if an answer, or a column of a table, is a whole number or a day, whose difference is one. */
function isWhole(path: string, answers: Schemas): boolean {
  const [table = '', column] = path.split('.');
  const found = getOwn(answers, table) ?? {};
  const cells = ((found.items as JsonSchema | undefined)?.properties ?? {}) as Schemas;
  const { type: kind, format } = column === undefined ? found : (getOwn(cells, column) ?? {});
  return kind === 'integer' || format === 'date';
}
