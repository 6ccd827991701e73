/** Definition and contract must say the same: every property has its field, every field its property of the right shape. */
import { partsOf } from '../definitions/compile.ts';
import type { Constants, Field, JsonSchema } from '../definitions/types.ts';
import {
  escapePointer,
  type FormFile,
  type IssueParams,
  type IssuePhrase,
  type MisfitCode,
  meant,
  type Report,
} from './issue.ts';

const PARTS: Partial<Record<Field['type'], { needed: string[]; possible: string[] }>> = {
  place: { needed: ['province'], possible: ['province', 'district', 'village'] },
  geopoint: { needed: ['latitude', 'longitude'], possible: ['latitude', 'longitude'] },
  money: { needed: ['amount', 'currency'], possible: ['amount', 'currency'] },
};

export function checkContract(
  { definition, schema }: FormFile,
  constants: Constants | undefined,
  report: Report,
  reportSchema: Report,
): void {
  if (schema.type !== 'object') reportSchema('/type', 'contract_object');
  if (schema.additionalProperties !== false && schema.unevaluatedProperties !== false) {
    reportSchema('/additionalProperties', 'contract_closed');
  }
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const bound = checkFields(definition.fields, properties, '/fields', '/properties', constants, report);
  for (const name of Object.keys(properties)) {
    if (!bound.has(name))
      reportSchema(`/properties/${escapePointer(name)}`, 'property_unbound', { name, ...meant(name, bound.keys()) });
  }
  for (const [index, name] of ((schema.required ?? []) as string[]).entries()) {
    if (!Object.hasOwn(properties, name)) reportSchema(`/required/${index}`, 'required_unknown', { name });
  }
}

/** Checks fields (or the columns of a table) against properties; answers which properties are bound. */
function checkFields(
  fields: Record<string, Field>,
  properties: Record<string, JsonSchema>,
  base: string,
  schemaBase: string,
  constants: Constants | undefined,
  report: Report,
): Map<string, string> {
  const bound = new Map<string, string>();
  for (const [name, field] of Object.entries(fields)) {
    const at = `${base}/${escapePointer(name)}`;
    checkParts(field, at, report);
    for (const [part, stored] of Object.entries(partsOf(name, field))) {
      const other = bound.get(stored);
      if (other !== undefined) report(at, 'property_bound_twice', { name: stored, field: other });
      bound.set(stored, name);
      const contract = properties[stored];
      if (!contract) {
        report(at, 'property_missing', { name: stored, ...meant(stored, Object.keys(properties)) });
        continue;
      }
      const wrong = misfit(field, part, contract, constants);
      if (wrong) report(at, 'property_misfit', { name: stored, type: field.type, why: wrong });
    }
    checkOptions(name, field, properties, at, report);
    if (field.columns) {
      const row = ((properties[name]?.items ?? {}) as JsonSchema).properties as Record<string, JsonSchema> | undefined;
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

function checkParts(field: Field, at: string, report: Report): void {
  const parts = PARTS[field.type];
  if (parts) {
    const given = Object.keys(field.bind ?? {});
    const missing = parts.needed.filter((part) => !given.includes(part));
    if (missing.length > 0) report(`${at}/bind`, 'part_missing', { type: field.type, names: missing });
    const unknown = given.filter((part) => !parts.possible.includes(part));
    if (unknown.length > 0) report(`${at}/bind`, 'part_unknown', { type: field.type, names: unknown });
  } else if (field.bind) report(`${at}/bind`, 'part_none', { type: field.type });
  const rowed = field.type === 'matrix' || field.type === 'counts';
  if (rowed && !field.rows) report(at, 'rows_needed', { type: field.type });
  if (!rowed && field.rows) report(`${at}/rows`, 'rows_none', { type: field.type });
  if (field.type === 'table' && !field.columns) report(at, 'columns_needed');
  if (field.type !== 'table' && field.columns) report(`${at}/columns`, 'columns_none', { type: field.type });
  if (field.type === 'derived' && !field.derived) report(at, 'derivation_needed');
  if (field.derived && field.type !== 'derived' && !field.derived.collect)
    report(`${at}/derived`, 'derivation_type', { type: field.type });
  if (field.type === 'record' && !field.record) report(at, 'forms_needed', { type: 'record' });
  if (field.type === 'person' && !field.person) report(at, 'forms_needed', { type: 'person' });
  const offers = [field.options, field.choices, field.type === 'multi' && field.places].filter(Boolean).length;
  if ((field.type === 'choice' || field.type === 'multi') && offers !== 1) {
    report(at, 'options_or_list', { type: field.type });
  }
}

/** Closed options are the contract's enum, no more and no less. */
function checkOptions(
  name: string,
  field: Field,
  properties: Record<string, JsonSchema>,
  at: string,
  report: Report,
): void {
  if (!field.options) return;
  const codes = field.options.map((option) => option.value);
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
  if (twice.length > 0) report(`${at}/options`, 'option_twice', { names: twice });
  for (const stored of field.rows ? field.rows.map((row) => row.name) : [name]) {
    const contract = properties[stored];
    const allowed = enumOf(field.type === 'multi' ? ((contract?.items ?? {}) as JsonSchema) : (contract ?? {}));
    if (!contract || !allowed) continue;
    const missing = allowed.filter((code) => !codes.includes(code));
    const extra = codes.filter((code) => !allowed.includes(code));
    if (missing.length > 0) report(`${at}/options`, 'enum_no_option', { names: missing });
    if (extra.length > 0) report(`${at}/options`, 'option_not_in_enum', { names: extra, name: stored });
  }
}

function enumOf(schema: JsonSchema): string[] | undefined {
  return Array.isArray(schema.enum) ? (schema.enum as string[]) : undefined;
}

/** Why a contract does not fit a type; undefined when it does. */
type Why = IssuePhrase | undefined;

function why(code: MisfitCode, params: IssueParams = {}): IssuePhrase {
  return { code: `misfit_${code}`, params };
}

function misfit(field: Field, part: string, schema: JsonSchema, constants: Constants | undefined): Why {
  const values = enumOf(schema);
  const items = (schema.items ?? {}) as JsonSchema;
  const among = (known: readonly { value: string }[] | undefined): Why => {
    if (schema.type !== 'string' || !values) return why('string_enum');
    const strange = known ? values.filter((value) => !known.some((one) => one.value === value)) : [];
    return strange.length > 0 ? why('off_scale', { names: strange }) : undefined;
  };
  const kind = (type: string, format?: string): Why =>
    schema.type !== type
      ? why('type', { type })
      : format !== undefined && schema.format !== format
        ? why('format', { format })
        : undefined;
  const list = (of: string): Why =>
    schema.type !== 'array' || items.type !== of ? why('array', { type: of }) : undefined;
  switch (field.type) {
    case 'text':
    case 'longtext':
    case 'phone':
    case 'url':
    case 'code':
      return kind('string');
    case 'email':
      return kind('string', 'email');
    case 'integer':
    case 'year':
    case 'counts':
      return kind('integer');
    case 'decimal':
      return kind('number');
    case 'geopoint':
      return kind('number') ?? outside(part, schema, constants);
    case 'money':
      return part === 'amount' ? kind('number') : among(constants?.currencies);
    case 'date':
      return kind('string', 'date');
    case 'datetime':
      return kind('string', 'date-time');
    case 'yesno':
      return among(constants?.yesNo);
    case 'yes-no-dontknow':
      return among(constants?.yesNoDontKnow);
    case 'rating':
      return among(constants?.ratings);
    case 'matrix':
      return schema.type === 'string' && values ? undefined : why('string_enum');
    case 'choice':
      if (field.options) return schema.type === 'string' && values ? undefined : why('string_enum');
      return schema.type === 'string' && !values ? undefined : why('open_string');
    case 'multi':
      if (field.options) return list('string') ?? (enumOf(items) ? undefined : why('items_enum'));
      return list('string') ?? (enumOf(items) ? why('open_items') : undefined);
    case 'place':
      return kind('string');
    case 'record':
      return field.record?.multiple ? list('string') : kind('string');
    case 'person':
      return field.person?.multiple ? list('string') : kind('string');
    case 'file':
    case 'image':
      return list('string');
    case 'table':
      return list('object');
    case 'problems':
      return (
        list('object') ?? ('problem_type_id' in ((items.properties ?? {}) as object) ? undefined : why('problem_items'))
      );
    case 'derived':
      return derivedMisfit(field, schema);
    case 'hidden':
    case 'note':
      return undefined;
  }
}

function outside(part: string, schema: JsonSchema, constants: Constants | undefined): Why {
  const bounds = part === 'latitude' ? constants?.latitude : constants?.longitude;
  if (!bounds || (schema.minimum === bounds.minimum && schema.maximum === bounds.maximum)) return undefined;
  return why('bounds', { minimum: bounds.minimum, maximum: bounds.maximum });
}

function derivedMisfit({ derived = {} }: Field, { type }: JsonSchema): Why {
  if (derived.collect) return type === 'array' ? undefined : why('array', { type: 'string' });
  if (derived.concat) return type === 'string' ? undefined : why('concat');
  if (derived.count !== undefined || derived.age !== undefined)
    return type === 'integer' ? undefined : why('type', { type: 'integer' });
  if (derived.average) return type === 'number' ? undefined : why('average');
  return type === 'integer' || type === 'number' ? undefined : why('number');
}
