/** Small data for tests of the data layer: a site, a sheet with problems, a person, a record, three provinces, actors. */

import type {
  CommonSources,
  CompiledForm,
  FormDefinition,
  FormSource,
  JsonSchema,
  RecordData,
} from '../../src/core/definitions/types.ts';
import type { Actor, Grant } from '../../src/core/records/types.ts';
import type { RecordWithScope, WriteContext } from '../../src/core/saving/types.ts';
import type { Database } from '../../src/server/db/open.ts';
import { createFormRegistry, type FormRegistry } from '../../src/server/definitions/registry.ts';
import { createRecords, type RecordService } from '../../src/server/records/records.ts';
import { ROWS } from './problem.ts';

const text = (en: string) => ({ en, fa: `${en} (دری)`, ps: `${en} (پښتو)` });

type Fields = Record<string, Record<string, unknown> & { schema?: JsonSchema; required?: boolean }>;

/** Makes a form from a list of fields. `schema` and `required` of a field go into the contract. */
export function formOf(head: Partial<FormDefinition> & { form: string }, fields: Fields): FormSource {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const defs: Record<string, unknown> = {};
  for (const [name, { schema, required: isRequired, ...def }] of Object.entries(fields)) {
    const bound = def.bind ? Object.values(def.bind as Record<string, string>) : [name];
    for (const property of bound) properties[property] = schema ?? { type: 'string', maxLength: 250 };
    if (isRequired) required.push(...bound);
    defs[name] = { id: `q_${head.form.replaceAll('-', '_')}_${name}`, type: 'text', label: text(name), ...def };
  }
  return {
    definition: {
      version: 1,
      kind: 'record',
      programme: 'testing',
      title: text(head.form),
      plural: text(`${head.form}s`),
      paths: { list: `/${head.form}`, record: `/${head.form}/:id` },
      api: { base: head.form },
      workflow: 'checked',
      sections: [{ id: 'main', title: text('Main'), fields: Object.keys(fields) }],
      fields: defs,
      list: { columns: ['code'] },
      changes: { from: 0, note: text('First') },
      ...head,
    } as FormDefinition,
    schema: { type: 'object', additionalProperties: false, properties, required },
  };
}

const id = { type: 'string', minLength: 1, maxLength: 64 };
const ids = { type: 'array', items: id, uniqueItems: true };
const rate = { type: 'string', enum: ['excellent', 'good', 'fair', 'bad', 'na'] };
const problem = {
  type: 'object',
  required: ['problem_type_id', 'problem_details'],
  additionalProperties: false,
  properties: {
    id,
    problem_type_id: id,
    date_identified: { type: 'string' },
    date_solved: { type: 'string' },
    problem_details: { type: 'string' },
    resolution_steps: { type: 'string' },
    problem_status_id: { type: 'string', enum: ['ongoing', 'advocated', 'solved', 'dropped'] },
    trouble_shooter_id: id,
    identified_by_id: ids,
    solved_by_id: ids,
    advocated_by_id: ids,
    photo: ids,
  },
};

export const SITE = formOf(
  {
    form: 'site',
    kind: 'site',
    name: ['title'],
    place: 'place',
    code: { pattern: 'SITE_{seq}' },
    list: {
      columns: ['index', 'code', 'title', 'province', 'pupils', 'kind'],
      filters: ['province_id', 'kind'],
      search: ['title', 'pupils'],
      sort: 'title',
    } as never,
    api: {
      base: 'sites',
      formTypes: { visits: { form: 'visit' }, first: { form: 'visit', where: { round: 'one' } } },
    } as never,
  },
  {
    title: { required: true, unique: true },
    kind: {
      type: 'choice',
      options: [
        { value: 'small', label: text('Small') },
        { value: 'big', label: text('Big') },
      ],
      schema: { type: 'string', enum: ['small', 'big'] },
    },
    pupils: { type: 'integer', schema: { type: 'integer', minimum: 0 } },
    place: { type: 'place', bind: { province: 'province_id', district: 'district_id' }, schema: id },
  },
);

export const VISIT = formOf(
  {
    form: 'visit',
    kind: 'sheet',
    date: 'visit_date',
    sameAs: { fields: ['site_id_answer', 'visit_date'] },
    parent: { forms: ['site'], field: 'site_id_answer', param: 'site_id' },
    code: { pattern: 'VISIT_{seq}' },
    problems: { types: 'problem-type.testing', field: 'problems' },
    list: {
      columns: [
        'code',
        'status',
        'visit_date',
        'parent.name',
        'parent.pupils',
        'parent.province_id',
        'water',
        'seen_by',
      ],
      filters: ['province_id', 'status', 'water', 'seen_by'],
      search: ['remarks', 'score'],
      sort: '-visit_date',
    } as never,
  },
  {
    site_id_answer: { type: 'record', record: { forms: ['site'] }, schema: id, required: true },
    visit_date: { type: 'date', schema: { type: 'string', format: 'date' }, required: true },
    round: {
      type: 'choice',
      options: [
        { value: 'one', label: text('One') },
        { value: 'two', label: text('Two') },
      ],
      schema: { type: 'string', enum: ['one', 'two'] },
    },
    water: { type: 'rating', schema: rate, problemWhen: { enum: ['bad'] } },
    seen_by: { type: 'person', person: { forms: ['person'] }, schema: id },
    helpers: { type: 'person', person: { forms: ['person'], multiple: true }, schema: ids },
    remarks: { type: 'longtext', schema: { type: 'string', maxLength: 5000 } },
    boys: { type: 'integer', schema: { type: 'integer', minimum: 0 } },
    girls: { type: 'integer', schema: { type: 'integer', minimum: 0 } },
    score: { type: 'derived', derived: { sum: ['boys', 'girls'] }, schema: { type: 'integer' } },
    photo: { type: 'image', schema: ids },
    problems: { type: 'problems', schema: { type: 'array', items: problem } },
  },
);

export const PERSON = formOf(
  {
    form: 'person',
    kind: 'person',
    name: ['given', 'family'],
    place: 'place',
    list: { columns: ['given', 'family'] } as never,
  },
  { given: { required: true }, family: {}, place: { type: 'place', bind: { province: 'province_id' }, schema: id } },
);

const state = (name: string, extra = {}) => ({
  id: name,
  label: text(name),
  variant: 'gray',
  icon: 'circle',
  ...extra,
});
const step = (action: string, from: string[], to: string, comment = 'none') => ({
  action,
  label: text(action),
  done: text(action),
  from,
  to,
  comment,
  changes_record_status: true,
  bulk: true,
});

export const COMMON = {
  constants: {},
  navigation: { departments: [], bar: [] },
  permissions: {
    roles: ['chief', 'coordinator', 'writer', 'monitor'].map((role) => ({ id: role, label: text(role) })),
    rules: [
      { id: 'everything', roles: ['chief'], actions: ['*'], place: 'any' },
      { id: 'check', roles: ['coordinator'], actions: ['view', 'create', 'edit', 'delete', 'verify', 'send-back'] },
      { id: 'write', roles: ['writer'], actions: ['view', 'create'] },
      { id: 'correct', roles: ['writer'], actions: ['edit'], own: true, states: ['submitted', 'returned'] },
      { id: 'own', roles: ['monitor'], actions: ['view', 'create'], own: true },
      { id: 'look', roles: ['monitor'], actions: ['view'], kinds: ['site', 'person'] },
    ],
  },
  workflows: {
    checked: {
      workflow: 'checked',
      initial: 'submitted',
      states: [state('submitted'), state('returned'), state('verified', { locked: true })],
      transitions: [
        step('verify', ['submitted', 'returned'], 'verified'),
        step('send-back', ['submitted', 'verified'], 'returned', 'required'),
      ],
    },
  },
  choices: {
    'problem-type.testing': {
      list: 'problem-type.testing',
      title: text('Problems'),
      items: [
        { id: '1', code: 'water', label: text('Water') },
        { id: '2', code: 'roof', label: text('Roof') },
      ],
    },
  },
} as unknown as CommonSources;

const place = (
  placeId: string,
  level: 'province' | 'district',
  parent_id: string | null,
  name_en: string,
  name_fa: string,
) => ({
  id: placeId,
  level,
  pcode: null,
  parent_id,
  name_en,
  name_fa,
  name_ps: name_fa,
  aliases: [],
  latitude: null,
  longitude: null,
});

const PLACES = [
  place('bam', 'province', null, 'Bamyan', 'بامیان'),
  place('kab', 'province', null, 'Kabul', 'کابل'),
  place('her', 'province', null, 'Herat', 'هرات'),
  place('bam-1', 'district', 'bam', 'Yakawlang', 'یکاولنگ'),
  place('kab-1', 'district', 'kab', 'Paghman', 'پغمان'),
];

export function actor(name: string, ...grants: Grant[]): Actor {
  return { id: `user-${name}`, username: name, name, grants, language: 'en' };
}

export const CHIEF = actor('chief', { role: 'chief', programme: null, province_id: null });
export const BAMYAN = actor('bamyan', { role: 'coordinator', programme: 'testing', province_id: 'bam' });
export const KABUL = actor('kabul', { role: 'coordinator', programme: 'testing', province_id: 'kab' });
export const WRITER = actor('writer', { role: 'writer', programme: 'testing', province_id: 'bam' });
export const MONITOR = actor('monitor', { role: 'monitor', programme: 'testing', province_id: 'bam' });

export interface World extends RecordService {
  database: Database;
  registry: FormRegistry;
  form(name: string): ReturnType<FormRegistry['forms']>[number];
  /** Moves the clock forward. */
  wait(seconds: number): void;
  site(title: string, provinceId?: string, more?: Record<string, unknown>): Promise<string>;
  /** Replaces all answers, under the form's own version. */
  update(
    form: CompiledForm,
    id: string,
    data: RecordData,
    version: number | undefined,
    context: WriteContext,
  ): Promise<RecordWithScope>;
  visit(siteId: string, more?: Record<string, unknown>, by?: Actor): Promise<string>;
  close(): Promise<void>;
}

/** Opens the services on a database. The clock starts on 1 June 2026, noon in Kabul, and gains a second per read. */
export async function openWorld(database: Database, forms: FormSource[] = [SITE, VISIT, PERSON]): Promise<World> {
  let time = Date.parse('2026-06-01T07:30:00.000Z');
  const now = () => {
    time += 1000;
    return new Date(time);
  };
  const registry = await createFormRegistry({
    database,
    sources: { forms, rows: ROWS, common: COMMON },
    now,
    poll: false,
  });
  if (registry.places().size === 0) await registry.savePlaces(PLACES as never);
  const service = await createRecords({ database, registry, now });
  const { records } = service;
  const form = (name: string) => {
    const found = registry.form(name);
    if (!found) throw new Error(`no form ${name}`);
    return found;
  };
  return {
    database,
    registry,
    ...service,
    form,
    wait: (seconds) => {
      time += seconds * 1000;
    },
    async site(title, provinceId = 'bam', more = {}) {
      const made = await records.create(
        form('site'),
        { title, province_id: provinceId, district_id: provinceId === 'her' ? undefined : `${provinceId}-1`, ...more },
        {},
        { actor: CHIEF },
      );
      return made.record.id;
    },
    update: (of, id, data, version, context) => records.update(of, id, () => ({ form: of, data, version }), context),
    async visit(siteId, more = {}, by = CHIEF) {
      const made = await records.create(
        form('visit'),
        { visit_date: '2026-05-20', ...more },
        { parent_id: siteId },
        { actor: by },
      );
      return made.record.id;
    },
    async close() {
      registry.close();
      await database.close();
    },
  };
}

/** Returns the error that a call fails with. Throws if the call succeeds. */
export async function failure(call: Promise<unknown>): Promise<{
  code: string;
  errors?: Record<string, { code: string }[]>;
  detail?: unknown;
  params: Record<string, unknown>;
}> {
  try {
    await call;
  } catch (error) {
    return error as never;
  }
  throw new Error('the call should have failed');
}
