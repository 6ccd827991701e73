/** Small inline forms. A scenario names only what it tests, and the rest gets defaults. */

import constantsFile from '../../forms/common/constants.json' with { type: 'json' };
import { compileForm } from '../../src/core/definitions/compile.ts';
import type {
  CompiledForm,
  Constants,
  Field,
  FormDefinition,
  FormSource,
  JsonSchema,
  Section,
} from '../../src/core/definitions/types.ts';
import type { FullText } from '../../src/core/text/languages.ts';
import { ROWS, rowFor } from './problem.ts';

export const constants = constantsFile as unknown as Constants;

/** The same word in three languages, with a mark for each so that tests see which one was used. */
export function words(en: string): FullText {
  return { en, fa: `${en} دری`, ps: `${en} پښتو` };
}

type FieldSpec = Partial<Field> &
  Pick<Field, 'type'> & { contract?: JsonSchema; contracts?: Record<string, JsonSchema>; required?: boolean };

const rate = { type: 'string', enum: ['excellent', 'good', 'fair', 'bad', 'na'] };
const id = { type: 'string', minLength: 1, maxLength: 64 };

/** Default contract of a field type. */
const CONTRACTS: Partial<Record<Field['type'], JsonSchema>> = {
  text: { type: 'string', minLength: 1, maxLength: 250 },
  longtext: { type: 'string', minLength: 1, maxLength: 5000 },
  integer: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  decimal: { type: 'number' },
  year: { type: 'integer', minimum: 1850, maximum: 2200 },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  yesno: { type: 'string', enum: ['yes', 'no'] },
  'yes-no-dontknow': { type: 'string', enum: ['yes', 'no', 'dontknow'] },
  rating: rate,
  person: id,
  record: id,
  file: { type: 'array', items: id, uniqueItems: true, maxItems: 100 },
  image: { type: 'array', items: id, uniqueItems: true, maxItems: 100 },
  phone: { type: 'string', pattern: '^\\+?[0-9][0-9 \\-]{5,18}$' },
  email: { type: 'string', format: 'email', maxLength: 250 },
  url: { type: 'string', format: 'uri', pattern: '^https?://' },
  code: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_\\-]{0,39}$' },
  derived: { type: 'number' },
  hidden: { type: 'string' },
  problems: { type: 'array', maxItems: 200, items: ROWS[0]?.schema },
};

const PART_CONTRACTS: Record<string, JsonSchema> = {
  amount: { type: 'number', minimum: 0 },
  currency: { type: 'string', enum: ['USD', 'AFN', 'EURO'] },
  province: id,
  district: id,
  village: id,
  latitude: { type: 'number', minimum: constants.latitude.minimum, maximum: constants.latitude.maximum },
  longitude: { type: 'number', minimum: constants.longitude.minimum, maximum: constants.longitude.maximum },
};

export interface FormSpec extends Omit<Partial<FormDefinition>, 'fields' | 'sections'> {
  fields: Record<string, FieldSpec>;
  /** Fields by section id. Default: one section with all fields. */
  sections?: Record<string, string[] | (Partial<Section> & { fields: string[] })>;
  schema?: JsonSchema;
}

/** Returns definition and contract of a small form. */
export function source({ fields, sections, schema, ...rest }: FormSpec): FormSource {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, spec] of Object.entries(fields)) {
    const added = contractsOf(name, spec);
    Object.assign(properties, added);
    if (spec.required) required.push(...Object.keys(added));
  }
  const definition = {
    form: 'visit',
    version: 1,
    kind: 'sheet',
    programme: 'wells',
    title: words('Visit'),
    plural: words('Visits'),
    paths: { list: '/visits', record: '/visits/:id' },
    api: { base: 'visits' },
    workflow: 'verified-record',
    sections: sectionsOf(sections ?? { all: Object.keys(fields) }),
    fields: Object.fromEntries(Object.entries(fields).map(([name, spec]) => [name, fieldOf(name, spec)])),
    list: { columns: [Object.keys(fields)[0] as string] },
    changes: { from: 0, note: words('First') },
    ...rest,
  } as unknown as FormDefinition;
  return {
    definition,
    schema: { type: 'object', additionalProperties: false, required, properties, ...schema },
    ...rowFor(definition),
  };
}

export function form(spec: FormSpec): CompiledForm {
  return compileForm(source(spec));
}

function contractsOf(
  name: string,
  { type, contract, contracts, bind, rows, options, columns, person, record }: FieldSpec,
): Record<string, JsonSchema> {
  if (contracts) return contracts;
  if (type === 'note') return {};
  if (bind)
    return Object.fromEntries(
      Object.entries(bind).map(([part, stored]) => [stored, PART_CONTRACTS[part] as JsonSchema]),
    );
  const codes = options?.map((option) => option.value);
  const scale = codes ? { type: 'string', enum: codes } : id;
  if (rows)
    return Object.fromEntries(
      rows.map((row) => [row.name, contract ?? (type === 'counts' ? { type: 'integer', minimum: 0 } : scale)]),
    );
  if (contract) return { [name]: contract };
  if (type === 'choice') return { [name]: scale };
  if (type === 'multi') return { [name]: { type: 'array', items: scale, uniqueItems: true } };
  if ((person?.multiple ?? record?.multiple) === true)
    return { [name]: { type: 'array', items: id, uniqueItems: true } };
  if (type === 'table') {
    const cells = Object.entries(columns ?? {}).flatMap(([column, spec]) =>
      Object.entries(contractsOf(column, spec as FieldSpec)),
    );
    return {
      [name]: {
        type: 'array',
        items: { type: 'object', additionalProperties: false, properties: Object.fromEntries(cells) },
      },
    };
  }
  return { [name]: CONTRACTS[type] as JsonSchema };
}

function fieldOf(name: string, { contract: _c, contracts: _cs, required: _r, columns, ...field }: FieldSpec): Field {
  const made = { id: `q_${name}`, label: words(name), ...field } as Field;
  if (columns)
    made.columns = Object.fromEntries(
      Object.entries(columns).map(([column, spec]) => [column, fieldOf(column, spec as FieldSpec)]),
    );
  return made;
}

function sectionsOf(sections: NonNullable<FormSpec['sections']>): Section[] {
  return Object.entries(sections).map(([key, section]) => ({
    id: key,
    title: words(key),
    ...(Array.isArray(section) ? { fields: section } : section),
  })) as Section[];
}
