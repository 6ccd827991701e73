/** Five schools with their visits, a problem that was solved, and things with a price: on a server and on devices of its people. */
import { randomUUID } from 'node:crypto';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers, surveyAnswers } from '../api/http-stage.ts';
import { openSources, type Sources } from './bothSources.ts';
import { clockAt } from './clock.ts';
import { pull } from './localDevice.ts';
import { startTestServer, type TestServer } from './server.ts';

export const SCHOOLS = { base: 'schools' };
export const RATINGS = { base: 'schools-rates', record: 'monitoring' };
export const ITEMS = { base: 'inventory-items', record: 'item' };
export const PLACES = { base: 'test-places' };
export const SECRETS = { base: 'test-secrets' };
const FORMS = ['school', 'school-survey', 'school-rating', 'local-monitor', 'staff', 'inventory-item'];

export const FOCAL = 'focal.bamyan';

/** The last day of a month of the Solar calendar. */
export const TODAY = '2026-09-22';

export const NAMES = {
  sample: 'مکتب نمونهٔ بامیان',
  aftab: 'لیسه آفتاب',
  // The yeh of another keyboard.
  baran: 'ليسه باران',
  zebra: 'Zebra school',
  alpha: 'alpha School',
} as const;
type School = keyof typeof NAMES;
type Visit = 'sampled' | 'surveyed' | 'found' | 'solved' | 'today' | 'archived';

export interface ViewsWorld {
  sources: Sources;
  server: TestServer;
  stage: Stage;
  /** Ids by name. That elsewhere is in a province that the focal point does not see. */
  schools: Record<School | 'elsewhere', string>;
  visits: Record<Visit, string>;
  /** Ids of things with the tags T-0 to T-2. */
  items: string[];
  /** Id of the problem of the school Baran. */
  problem: string;
  /** Of the visit that found it. */
  file: { id: string; name: string; size: number };
  /** A record with two records below it, one of them counted by a restricted answer. */
  place: { id: string };
  /** Returns the name of a school or visit, else the id. */
  called(id: string): string;
  newest(form: string): number;
  close(): Promise<void>;
}

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

function formOf(form: string, fields: Record<string, object>, more: object): FormSource {
  const names = Object.keys(fields);
  const definition = {
    ...{ form, version: 1, kind: 'record', programme: 'schools', title: words(form), plural: words(`${form}s`) },
    paths: { list: `/${form}s`, record: `/${form}s/:id` },
    api: { base: `${form}s` },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: names }],
    fields,
    list: { columns: [names[0]] },
    changes: { from: 0, note: words('First') },
    ...more,
  };
  const text = { type: 'string', maxLength: 200 };
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  return {
    definition: definition as never,
    schema: { type: 'object', required: [names[0]], additionalProperties: false, properties },
  };
}

const question = (id: string, more: object = {}) => ({ id: `q_${id}`, type: 'text', label: words(id), ...more });

const PLACE = formOf(
  'test-place',
  { title: question('place_title') },
  {
    api: {
      base: PLACES.base,
      formTypes: { all: { form: 'test-secret' }, kept: { form: 'test-secret', where: { kind: 'x' } } },
    },
  },
);
const SECRET = formOf(
  'test-secret',
  {
    word: question('secret_word'),
    above_id: question('secret_above', { type: 'record', record: { forms: ['test-place'] } }),
    kind: question('secret_kind', { restricted: true }),
  },
  { parent: { forms: ['test-place'], field: 'above_id' }, list: { columns: ['word'], filters: ['kind'] } },
);

/** `people` are those who have devices. */
export async function openViewsWorld(people: readonly string[]): Promise<ViewsWorld> {
  const { now } = clockAt(`${TODAY}T12:00:00+04:30`);
  const server = await startTestServer('sqlite', { now });
  const stage = await prepareStage(server);
  for (const source of [SECRET, PLACE]) await server.services.registry.publish(source);
  const visited = await makeVisits(server, stage);
  const items = await makeItems(server, stage);
  const place = await makePlace(server);
  await server.services.idle();
  const { file, schools, visits } = visited;
  const forms = [...FORMS, 'test-place', 'test-secret'];
  const sources = await openSources(server, { forms, now, people }, async (store) => {
    // A record of a province that the person lost since.
    await pull(store, server.person('admin'), ['school']);
    await store.files.put({ ...file, type: 'text/plain' }, new Blob(['the gate'], { type: 'text/plain' }));
  });
  const names = new Map(Object.entries({ ...schools, ...visits }).map(([name, id]) => [id, name]));
  return {
    ...visited,
    ...{ sources, server, stage, items, place },
    called: (id) => names.get(id) ?? id,
    newest: (form) => server.services.registry.form(form)?.version ?? 0,
    close: () => server.stop(),
  };
}

type Visited = Pick<ViewsWorld, 'schools' | 'visits' | 'problem' | 'file'>;

async function makeVisits(server: TestServer, stage: Stage): Promise<Visited> {
  const [focal, admin] = [server.person(FOCAL), server.person('admin')];
  const save = async (base: string, answers: Json, by = focal): Promise<string> =>
    (await by.must('POST', `${base}/store`, answers)).id;
  const school = (name: string, more: Json, by = focal) =>
    save('schools', { ...schoolAnswers(stage, name), ...more }, by);
  const begins = { monitoring_start_date: TODAY };
  const aftab = await school(NAMES.aftab, begins, admin);
  const baran = await school(NAMES.baran, begins);
  const zebra = await school(NAMES.zebra, begins);
  const position = { latitude: 34.82, longitude: 67.82 };
  const alpha = await school(NAMES.alpha, { monitoring_status: 'suspended', ...position });
  const elsewhere = await school('Kabul school', kabul(server), admin);
  await save('schools-surveys', surveyAnswers({ ...stage, school: aftab }));

  const visit = (at: string, day: string, more: Json = {}, by = focal) =>
    save('schools-rates', { ...ratingAnswers({ ...stage, school: at }, day), ...more }, by);
  const dry = problemOf(server, stage, 'water', 'The well is dry');
  const solved = { ...dry, problem_status_id: 'solved', date_solved: '2026-06-01' };
  const visits = {
    sampled: stage.rating,
    surveyed: await visit(aftab, TODAY, position, admin),
    found: await visit(baran, '2026-05-01', { water: 'bad', problems: [dry] }),
    solved: await visit(baran, '2026-06-01', { water: 'fair', problems: [solved] }),
    today: await visit(zebra, TODAY, { problems: [problemOf(server, stage, 'toilets', 'Too few')] }),
    archived: await visit(zebra, '2026-05-02'),
  };
  const step = (username: string, base: string, body: Json) =>
    server.person(username).must('POST', `${base}/change-record-status`, body);
  const back = { action: 'return', comment: 'Who saw it?' };
  await step('manager.schools', 'schools-rates', { record_id: visits.solved, ...back });
  await step('manager.schools', 'schools-rates', { record_id: visits.today, ...back });
  await step('admin', 'schools-rates', { record_id: visits.archived, action: 'archive', comment: 'Not there' });
  await step('coordinator.bamyan', 'schools', { record_id: alpha, action: 'verify' });

  const parts = new FormData();
  parts.append('scan', new Blob(['the gate'], { type: 'text/plain' }), 'gate.txt');
  await focal.must('POST', `schools-rates/upload/${visits.found}`, parts);
  const { monitoring } = await focal.must('GET', `schools-rates/${visits.found}`);
  return {
    schools: { sample: stage.school, aftab, baran, zebra, alpha, elsewhere },
    visits,
    problem: dry.id,
    file: { id: monitoring.data.scan[0], name: 'gate.txt', size: 8 },
  };
}

function kabul({ services: { registry } }: TestServer) {
  const places = [...registry.places().values()];
  const province_id = places.find(({ level, name_en }) => level === 'province' && name_en === 'Kabul')?.id;
  return { province_id, district_id: places.find(({ parent_id }) => parent_id === province_id)?.id };
}

export function problemOf({ services: { registry } }: TestServer, { monitor }: Stage, type: string, details: string) {
  const list = registry.form('school-rating')?.definition.problems?.types ?? '';
  return {
    id: randomUUID(),
    problem_type_id: registry.choices(list).find(({ code }) => code === type)?.id,
    problem_details: details,
    date_identified: '2026-05-01',
    identified_by_id: [monitor],
    problem_status_id: 'ongoing',
  };
}

/** The last one is deleted. */
async function makeItems(server: TestServer, { province }: Stage): Promise<string[]> {
  const admin = server.person('admin');
  const department = server.services.registry.choices('department')[0]?.id;
  const item = {
    ...{ name: 'Table', asset_type_id: 'furniture', province_id: province, department_id: department },
    ...{ stock_user: 'stock', physical_status: 'good', purchase_date: '2026-01-05' },
  };
  const ids: string[] = [];
  for (const [at, price] of [{ AFN: 1200 }, { AFN: 300.5 }, { USD: 40 }, { USD: 1 }].entries()) {
    const [[currency, purchase_price]] = Object.entries(price) as [[string, number]];
    const answers = { ...item, tag_number: `T-${at}`, purchase_price, currency };
    ids.push((await admin.must('POST', 'inventory-items/store', answers)).id);
  }
  await admin.must('DELETE', `inventory-items/${ids.pop()}`);
  return ids;
}

async function makePlace(server: TestServer): Promise<{ id: string }> {
  const admin = server.person('admin');
  const { id } = await admin.must('POST', `${PLACES.base}/store`, { title: 'One' });
  for (const kind of ['x', 'y']) await admin.must('POST', `${SECRETS.base}/store`, { word: kind, above_id: id, kind });
  return { id };
}
