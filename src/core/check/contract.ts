/** Checks that definition and contract agree: each property has a field, and each field a property of the right shape. */

import { contractText, versionKey } from '../definitions/freeze.ts';
import { propertiesByPart } from '../definitions/inputs.ts';
import { isFormList } from '../definitions/lists.ts';
import { problemRowKey } from '../definitions/rows.ts';
import type { Constants, Field, JsonSchema } from '../definitions/types.ts';
import type { Contract, FieldType } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { geometrySchema, positionListSchema } from '../form/types/places/shape.ts';
import { escapePointer, getOwn, isObject } from '../json.ts';
import {
  didYouMean,
  type FormFile,
  type IssueCode,
  type IssueParams,
  type IssuePhrase,
  type MisfitCode,
  type ReportIssue,
} from './issues/issue.ts';

export function checkContract(
  { definition, schema }: FormFile,
  constants: Constants | undefined,
  report: ReportIssue,
  reportSchema: ReportIssue,
): void {
  if (schema.type !== 'object') reportSchema('/type', 'contract_object');
  if (schema.additionalProperties !== false && schema.unevaluatedProperties !== false) {
    reportSchema('/additionalProperties', 'contract_closed');
  }
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  checkBounds(schema, '', reportSchema);
  const bound = checkFields(definition.fields, properties, '/fields', '/properties', constants, report);
  for (const name of Object.keys(properties)) {
    if (!bound.has(name))
      reportSchema(`/properties/${escapePointer(name)}`, 'property_unbound', {
        name,
        ...didYouMean(name, bound.keys()),
      });
  }
  for (const [index, name] of ((schema.required ?? []) as string[]).entries()) {
    if (!Object.hasOwn(properties, name)) reportSchema(`/required/${index}`, 'required_unknown', { name });
  }
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

/** Checks at every depth that a least value is not more than the most: such a contract accepts no answer. */
function checkBounds(schema: JsonSchema, at: string, report: ReportIssue): void {
  for (const [least, most] of BOUNDS) {
    const [low, high] = [schema[least], schema[most]];
    if (typeof low === 'number' && typeof high === 'number' && low > high)
      report(`${at}/${least}`, 'bounds_crossed', { least: low, most: high });
  }
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
    checkBounds(property, `${at}/properties/${escapePointer(name)}`, report);
  if (isObject(schema.items)) checkBounds(schema.items, `${at}/items`, report);
}

/** Checks that the form's problem rows match the row definition that it names. */
export function checkRow({ definition, schema }: FormFile, rows: readonly FormFile[], report: ReportIssue): void {
  const { problems } = definition;
  const key = problemRowKey(definition);
  if (!problems || key === undefined) return;
  const named = rows.map(versionKey);
  const row = rows[named.indexOf(key)];
  if (!row) report('/problems/row', 'row_unknown', { name: key, ...didYouMean(key, named) });
  const list = getOwn((schema.properties ?? {}) as Record<string, JsonSchema>, problems.field);
  if (row && list && contractText((list.items ?? {}) as JsonSchema) !== contractText(row.schema))
    report(`/fields/${escapePointer(problems.field)}`, 'row_differs', { name: problems.field, row: key });
}

/** The kind of answer that each limit of a definition is for. */
export const LIMIT_TYPES: Readonly<Record<string, 'number' | 'string' | 'array'>> = {
  minimum: 'number',
  maximum: 'number',
  multipleOf: 'number',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  minItems: 'array',
  maxItems: 'array',
};

/** Checks that the limits of a question are for such answers: a text has no maximum, and options no length. */
function checkLimits(
  { type, limits = {} }: Field,
  properties: readonly JsonSchema[],
  at: string,
  report: ReportIssue,
): void {
  const isFor = ({ type: of, enum: codes, format }: JsonSchema, kind: string) =>
    kind === (of === 'integer' ? 'number' : of) && (kind !== 'string' || (!codes && !format));
  for (const name of Object.keys(limits))
    if (!properties.some((one) => isFor(one, getOwn(LIMIT_TYPES, name) ?? '')))
      report(`${at}/limits/${name}`, 'limit_unfit', { type, name });
}

/** Checks fields (or the columns of a table) against properties. Returns the bound properties, each with its field. */
function checkFields(
  fields: Record<string, Field>,
  properties: Record<string, JsonSchema>,
  base: string,
  schemaBase: string,
  constants: Constants | undefined,
  report: ReportIssue,
): Map<string, string> {
  const bound = new Map<string, string>();
  for (const [name, field] of Object.entries(fields)) {
    const at = `${base}/${escapePointer(name)}`;
    checkParts(field, at, report);
    for (const [part, stored] of Object.entries(propertiesByPart(name, field))) {
      const other = bound.get(stored);
      if (other !== undefined) report(at, 'property_bound_twice', { name: stored, field: other });
      bound.set(stored, name);
      const contract = getOwn(properties, stored);
      if (!contract) {
        report(at, 'property_missing', { name: stored, ...didYouMean(stored, Object.keys(properties)) });
        continue;
      }
      // An unknown list is told as such.
      const wrong = isFormList(field.choices) ? undefined : typeMismatch(field, part, contract, constants);
      if (wrong) report(at, 'property_misfit', { name: stored, type: field.type, why: wrong });
    }
    checkOptions(name, field, properties, at, report);
    const own = Object.values(propertiesByPart(name, field)).flatMap((stored): JsonSchema[] => {
      const found = getOwn(properties, stored);
      return found ? [found] : [];
    });
    checkLimits(field, own, at, report);
    if (field.count && typeof getOwn(properties, name)?.maxItems !== 'number')
      report(`${at}/count`, 'count_limit', { name });
    if (field.columns) {
      const row = ((getOwn(properties, name)?.items ?? {}) as JsonSchema).properties as
        | Record<string, JsonSchema>
        | undefined;
      const cells = checkFields(
        field.columns,
        row ?? {},
        `${at}/columns`,
        `${schemaBase}/${name}/items/properties`,
        constants,
        report,
      );
      for (const cell of Object.keys(row ?? {})) {
        if (!cells.has(cell)) report(`${at}/columns`, 'cell_unbound', { name: cell });
      }
    }
  }
  return bound;
}

/** Issues for a key that the type needs but the field lacks, and for a key that the type does not need. */
const NEEDED = {
  rows: 'rows_needed',
  columns: 'columns_needed',
  derived: 'derivation_needed',
  record: 'forms_needed',
  person: 'forms_needed',
  ends: 'ends_needed',
} as const satisfies Record<NonNullable<FieldType['needs']>[number], IssueCode>;
const NOT_OTHERWISE = { rows: 'rows_none', columns: 'columns_none' } as const;

function checkParts(field: Field, at: string, report: ReportIssue): void {
  const { parts, binds, needs = [], offers } = FIELD_TYPES[field.type];
  const { type } = field;
  if (binds) {
    const given = Object.keys(field.bind ?? {});
    const missing = binds.filter((part) => !given.includes(part));
    if (missing.length > 0) report(`${at}/bind`, 'part_missing', { type, names: missing });
    const unknown = given.filter((part) => !Object.hasOwn(parts, part));
    if (unknown.length > 0) report(`${at}/bind`, 'part_unknown', { type, names: unknown });
  } else if (field.bind) report(`${at}/bind`, 'part_none', { type });
  for (const key of needs) if (!field[key]) report(at, NEEDED[key], { type });
  for (const key of ['rows', 'columns'] as const)
    if (field[key] && !needs.includes(key)) report(`${at}/${key}`, NOT_OTHERWISE[key], { type });
  if (field.derived && !needs.includes('derived') && !field.derived.collect)
    report(`${at}/derived`, 'derivation_type', { type });
  if (field.order && !(field.options && offers)) report(`${at}/order`, 'order_options', { type });
  if (offers && offers.filter((key) => field[key]).length !== 1) report(at, 'options_or_list', { type });
}

/** Checks that closed options and the contract's enum have exactly the same codes. */
function checkOptions(
  name: string,
  field: Field,
  properties: Record<string, JsonSchema>,
  at: string,
  report: ReportIssue,
): void {
  if (!field.options) return;
  const codes = field.options.map((option) => option.value);
  const known = new Set<string>();
  for (const [index, code] of codes.entries())
    if (known.size === known.add(code).size) report(`${at}/options/${index}`, 'option_twice', { names: [code] });
  for (const [index, { exclusive }] of field.options.entries())
    if (exclusive && !FIELD_TYPES[field.type].combines) report(`${at}/options/${index}/exclusive`, 'exclusive_single');
  for (const stored of field.rows ? field.rows.map((row) => row.name) : [name]) {
    const contract = getOwn(properties, stored);
    const allowed = enumCodesOf(contract ?? {});
    if (!contract || !allowed) continue;
    const enumerated = new Set(allowed);
    const missing = allowed.filter((code) => !known.has(code));
    const extra = codes.filter((code) => !enumerated.has(code));
    if (missing.length > 0) report(`${at}/options`, 'enum_no_option', { names: missing });
    if (extra.length > 0) report(`${at}/options`, 'option_not_in_enum', { names: extra, name: stored });
  }
}

/** Returns the codes of a closed list; undefined if it is open. */
export function enumCodesOf({ enum: one, items }: JsonSchema): string[] | undefined {
  const codes = one ?? (items as JsonSchema | undefined)?.enum;
  return Array.isArray(codes) ? (codes as string[]) : undefined;
}

/** Why a contract does not fit a type; undefined if it fits. */
type Why = IssuePhrase | undefined;

function why(code: MisfitCode, params: IssueParams = {}): IssuePhrase {
  return { code: `misfit_${code}`, params };
}

/** Returns why the property of a part does not fit the type of its field. */
export function typeMismatch(field: Field, part: string, schema: JsonSchema, constants: Constants | undefined): Why {
  const { contract, options } = FIELD_TYPES[field.type];
  if (!contract) return undefined;
  const wanted = typeof contract === 'function' ? contract(field, part) : contract;
  const items = (schema.items ?? {}) as JsonSchema;
  return (
    wrongType(wanted, schema, items) ??
    (wanted.format !== undefined && schema.format !== wanted.format
      ? why('format', { format: wanted.format })
      : undefined) ??
    (wanted.pattern !== undefined && schema.pattern !== wanted.pattern
      ? why('pattern', { pattern: wanted.pattern })
      : undefined) ??
    (wanted.unique && schema.uniqueItems !== true ? why('unique') : undefined) ??
    wrongSteps(wanted, schema) ??
    wrongSlider(wanted, schema) ??
    wrongCodes(wanted, schema, constants && options?.(constants, part)) ??
    wrongGeometry(wanted, schema, constants) ??
    outside(wanted, schema, constants)
  );
}

function wrongType({ type, items: of, enum: codes, otherwise }: Contract, schema: JsonSchema, items: JsonSchema): Why {
  const isRight = type.split(' or ').includes(String(schema.type));
  if (isRight && (of === undefined || items.type === of)) return undefined;
  if (type === 'array') return why('array', { type: of ?? 'string' });
  if (otherwise) return why(otherwise);
  return type === 'string' && codes ? why('string_enum') : why('type', { type });
}

function wrongSteps({ steps }: Contract, { minimum, maximum }: JsonSchema): Why {
  const numbers = Number(maximum) - Number(minimum) + 1;
  return steps === undefined || (numbers >= 2 && numbers <= steps) ? undefined : why('steps', { steps });
}

/** Multiples count from zero in JSON Schema, and from the least number on a slider. */
function wrongSlider({ slider }: Contract, { minimum, maximum, multipleOf }: JsonSchema): Why {
  if (!slider) return undefined;
  const [least, most, step] = [Number(minimum), Number(maximum), Number(multipleOf ?? 0)];
  const isMultiple = (bound: number) => step === 0 || Math.abs(Math.round(bound / step) - bound / step) < 1e-9;
  return least < most && isMultiple(least) && isMultiple(most) ? undefined : why('slider');
}

/** A contract lists the codes of a closed list, and never those of an open list. */
function wrongCodes({ type, enum: codes }: Contract, schema: JsonSchema, scale?: readonly { value: string }[]): Why {
  const isList = type === 'array';
  const values = enumCodesOf(schema);
  if (codes === undefined || (codes === 'none' && !values)) return undefined;
  if (codes === 'none') return why(isList ? 'open_items' : 'open_string');
  if (!values) return why(isList ? 'items_enum' : 'string_enum');
  const strange = codes === 'scale' && scale ? values.filter((value) => !scale.some((one) => one.value === value)) : [];
  return strange.length > 0 ? why('off_scale', { names: strange }) : undefined;
}

/** The contract of a shape chooses only how many positions it may have. */
function wrongGeometry({ geometry }: Contract, schema: JsonSchema, constants: Constants | undefined): Why {
  if (!geometry || !constants) return undefined;
  const most = positionListSchema(schema).maxItems;
  const isRight =
    typeof most === 'number' && contractText(schema) === contractText(geometrySchema(geometry, constants, most));
  return isRight ? undefined : why('geometry', { type: geometry });
}

function outside({ bounds: name }: Contract, schema: JsonSchema, constants: Constants | undefined): Why {
  const bounds = name && constants?.[name];
  if (!bounds || (schema.minimum === bounds.minimum && schema.maximum === bounds.maximum)) return undefined;
  return why('bounds', { minimum: bounds.minimum, maximum: bounds.maximum });
}
