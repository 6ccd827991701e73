/** Definition and contract must say the same: every property has its field, every field its property of the right shape. */
import { partsOf } from '../compile.ts';
import type { Constants, Field, JsonSchema } from '../types.ts';
import { escapePointer, type FormFile, meant, quoted, type Report } from './issue.ts';

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
  if (schema.type !== 'object') reportSchema('/type', 'A data contract must be of type object.');
  if (schema.additionalProperties !== false && schema.unevaluatedProperties !== false) {
    reportSchema(
      '/additionalProperties',
      'A data contract must refuse unknown properties: set additionalProperties to false.',
    );
  }
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const bound = checkFields(definition.fields, properties, '/fields', '/properties', constants, report);
  for (const name of Object.keys(properties)) {
    if (!bound.has(name))
      reportSchema(
        `/properties/${escapePointer(name)}`,
        `No field binds the property “${name}”.${meant(name, bound.keys())}`,
      );
  }
  for (const [index, name] of ((schema.required ?? []) as string[]).entries()) {
    if (!Object.hasOwn(properties, name))
      reportSchema(`/required/${index}`, `The required property “${name}” does not exist.`);
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
      if (other !== undefined) report(at, `The property “${stored}” is already bound by the field “${other}”.`);
      bound.set(stored, name);
      const contract = properties[stored];
      if (!contract) {
        report(
          at,
          `The field has no property “${stored}” in the data contract.${meant(stored, Object.keys(properties))}`,
        );
        continue;
      }
      const wrong = misfit(field, part, contract, constants);
      if (wrong) report(at, `The property “${stored}” does not fit the field type ${field.type}: ${wrong}.`);
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
        if (!cells.has(cell)) report(`${at}/columns`, `No column binds the property “${cell}” of a row.`);
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
    if (missing.length > 0) report(`${at}/bind`, `A field of type ${field.type} must bind ${quoted(missing)}.`);
    const unknown = given.filter((part) => !parts.possible.includes(part));
    if (unknown.length > 0) report(`${at}/bind`, `A field of type ${field.type} has no part ${quoted(unknown)}.`);
  } else if (field.bind) report(`${at}/bind`, `A field of type ${field.type} binds its own name only.`);
  const rowed = field.type === 'matrix' || field.type === 'counts';
  if (rowed && !field.rows) report(at, `A field of type ${field.type} needs rows.`);
  if (!rowed && field.rows) report(`${at}/rows`, `A field of type ${field.type} has no rows.`);
  if (field.type === 'table' && !field.columns) report(at, 'A field of type table needs columns.');
  if (field.type !== 'table' && field.columns) report(`${at}/columns`, `A field of type ${field.type} has no columns.`);
  if (field.type === 'derived' && !field.derived) report(at, 'A field of type derived needs a derivation.');
  if (field.derived && field.type !== 'derived')
    report(`${at}/derived`, `A derived value must be of type derived, not ${field.type}.`);
  if (field.type === 'record' && !field.record) report(at, 'A field of type record must say from which forms.');
  if (field.type === 'person' && !field.person) report(at, 'A field of type person must say from which forms.');
  if ((field.type === 'choice' || field.type === 'multi') && Boolean(field.options) === Boolean(field.choices)) {
    report(at, `A field of type ${field.type} needs either options or a choice list.`);
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
  if (twice.length > 0) report(`${at}/options`, `The option ${quoted(twice)} is there twice.`);
  for (const stored of field.rows ? field.rows.map((row) => row.name) : [name]) {
    const contract = properties[stored];
    const allowed = enumOf(field.type === 'multi' ? ((contract?.items ?? {}) as JsonSchema) : (contract ?? {}));
    if (!contract || !allowed) continue;
    const missing = allowed.filter((code) => !codes.includes(code));
    const extra = codes.filter((code) => !allowed.includes(code));
    if (missing.length > 0) report(`${at}/options`, `The data contract allows ${quoted(missing)}, which is no option.`);
    if (extra.length > 0) report(`${at}/options`, `The option ${quoted(extra)} is not in the enum of “${stored}”.`);
  }
}

function enumOf(schema: JsonSchema): string[] | undefined {
  return Array.isArray(schema.enum) ? (schema.enum as string[]) : undefined;
}

/** Why a contract does not fit a type; undefined when it does. */
function misfit(field: Field, part: string, schema: JsonSchema, constants: Constants | undefined): string | undefined {
  const values = enumOf(schema);
  const items = (schema.items ?? {}) as JsonSchema;
  const among = (known: readonly { value: string }[] | undefined): string | undefined => {
    if (schema.type !== 'string' || !values) return 'it must be a string with an enum';
    const strange = known ? values.filter((value) => !known.some((one) => one.value === value)) : [];
    return strange.length > 0 ? `${quoted(strange)} is not on the scale` : undefined;
  };
  const kind = (type: string, format?: string): string | undefined =>
    schema.type !== type
      ? `it must be of type ${type}`
      : format !== undefined && schema.format !== format
        ? `it needs the format ${format}`
        : undefined;
  const list = (of: string): string | undefined =>
    schema.type !== 'array' || items.type !== of ? `it must be an array of ${of}s` : undefined;
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
      return schema.type === 'string' && values ? undefined : 'it must be a string with an enum';
    case 'choice':
      if (field.options) return schema.type === 'string' && values ? undefined : 'it must be a string with an enum';
      return schema.type === 'string' && !values ? undefined : 'items of an open list are strings without an enum';
    case 'multi':
      if (field.options) return list('string') ?? (enumOf(items) ? undefined : 'its items need an enum');
      return list('string') ?? (enumOf(items) ? 'items of an open list have no enum' : undefined);
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
        list('object') ??
        ('problem_type_id' in ((items.properties ?? {}) as object) ? undefined : 'its items must be the common problem')
      );
    case 'derived':
      return derivedMisfit(field, schema);
    case 'hidden':
    case 'note':
      return undefined;
  }
}

function outside(part: string, schema: JsonSchema, constants: Constants | undefined): string | undefined {
  const bounds = part === 'latitude' ? constants?.latitude : constants?.longitude;
  if (!bounds || (schema.minimum === bounds.minimum && schema.maximum === bounds.maximum)) return undefined;
  return `its bounds must be those of the constants, ${bounds.minimum} to ${bounds.maximum}`;
}

function derivedMisfit({ derived = {} }: Field, { type }: JsonSchema): string | undefined {
  if (derived.concat) return type === 'string' ? undefined : 'joined texts are of type string';
  if (derived.count !== undefined || derived.age !== undefined)
    return type === 'integer' ? undefined : 'it must be of type integer';
  if (derived.average) return type === 'number' ? undefined : 'an average is of type number';
  return type === 'integer' || type === 'number' ? undefined : 'it must be of type integer or number';
}
