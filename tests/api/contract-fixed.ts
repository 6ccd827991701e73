/** Calls that belong to no form, with valid parameters and with refused ones. */
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { GRIEVANCE } from '../support/personal-forms.ts';
import { PASSWORD } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import { type Asking, NOWHERE } from './contract-forms.ts';
import type { Json } from './http-stage.ts';

export async function askFixedCalls(asking: Asking): Promise<void> {
  const { server, contract, answerer, admin } = asking;
  const token = server.tokens.admin;
  const ask = async (
    call: string,
    body?: unknown,
    params: Record<string, string> = {},
    query: Record<string, string> = {},
  ) => (await contract.ask({ call, params, query, token, ...(body !== undefined && { body }) })).body as Json;
  const { registry } = server.services;
  const province = [...registry.places().values()].find(({ name_en }) => name_en === 'Bamyan')?.id as string;
  for (const call of [
    'GET /session',
    'GET /common',
    'GET /definitions',
    'GET /home',
    'GET /map/sites',
    'GET /news',
    'GET /news/digest',
    'GET /provinces',
    'GET /districts',
    'GET /villages',
    'GET /master-tables',
    'GET /permissions',
    'GET /permissions/accounts',
    'GET /permissions/changes',
    'GET /users',
    'GET /health',
    'GET /ready',
  ])
    await ask(call);
  await ask('GET /start', undefined, {}, { path: '/schools' });
  for (const { api } of Object.values(registry.common().choices)) if (api) await ask(`GET /${api}`);
  await ask('PUT /session', { language: 'en', calendar: 'solar' });
  await ask('POST /news/seen', { until: '2026-05-01T00:00:00.000Z' });
  await ask('POST /news/seen', { until: 'tomorrow' });
  await ask('PUT /news/digest', { every: 'daily' });
  await ask('PUT /news/digest', { every: 'hourly' });
  await accounts(asking, ask);
  await places(ask, province);
  await lists(ask);
  await savedViews(ask, answerer.forms()[0]?.form as string);
  await formDrafts(ask, answerer.forms()[0] as CompiledForm);

  const people = answerer.forms().filter(({ definition }) => definition.kind === 'person');
  const [person, other] = await Promise.all([
    madeOf(asking, people[0] as CompiledForm),
    madeOf(asking, people[0] as CompiledForm),
  ]);
  await ask('GET /lookup/records', undefined, {}, { forms: people.map(({ form }) => form).join(), near: province });
  const searched = { form: 'example-filters', version: 2, field: 'village', answers: { valley: 'red' } };
  await ask('POST /lookup/options', searched);
  await ask('POST /lookup/options', { ...searched, field: 'nothing' });
  await ask('GET /lookup/places', undefined, {}, { text: 'bam', level: 'province,district' });
  await ask('GET /find', undefined, {}, { q: 'bam' });
  await ask('GET /find', undefined, {}, { q: 'b' });
  for (const call of ['GET /sync/plan', 'GET /sync/places', 'GET /sync/reference', 'GET /sync/rules']) await ask(call);
  await ask('GET /sync/places', undefined, {}, { province: '\0' });
  await ask('GET /sync/plan', undefined, {}, { filters: '{"name":"a"}' });
  await ask('GET /sync/records', undefined, {}, { ids: person });
  await ask('GET /sync/records', undefined, {}, { after: 'nothing' });
  await ask('GET /sync/state');
  await ask('POST /sync/check', { records: [{ id: person, version: 1 }] });
  await ask('POST /sync/check', { records: 'all' });
  await ask('POST /sync/done', { ids: ['op-1'] });
  await ask('POST /sync/done', { ids: 'all' });
  await ask('GET /personal-data', undefined, {}, { text: 'name' });
  await ask('GET /personal-data/{id}', undefined, { id: person });
  await ask('GET /personal-data/{id}/export', undefined, { id: person });
  await ask('POST /personal-data/{id}/anonymise', { reason: 'asked for' }, { id: other });
  const restricted = registry
    .forms()
    .find(
      (form) => form.definition.kind !== 'person' && [...form.fields.values()].some(({ def }) => def.restricted),
    ) as CompiledForm;
  await ask(
    'POST /personal-data/records/{id}/anonymise',
    { reason: 'asked for' },
    { id: await madeOf(asking, restricted) },
  );

  const form = registry.forms().find(({ definition }) => definition.kind === 'site') as CompiledForm;
  const named = { form: form.form, version: String(form.version) };
  await ask('GET /definitions/{form}', undefined, named);
  await ask('GET /definitions/{form}', undefined, { form: 'problem' });
  await ask('GET /definitions/{form}', undefined, named, { written: '1' });
  await ask('GET /definitions', undefined, {}, { written: '1' });
  await ask('GET /definitions/{form}/{version}', undefined, named);
  await ask('GET /definitions/{form}/versions', undefined, named);
  await ask('GET /definitions/{form}/{version}/validator.js', undefined, named);
  await ask('POST /definitions', { definition: form.definition, schema: form.contract });
  await ask('POST /definitions', { definition: { ...form.definition, form: 'No name' }, schema: form.contract });
  await definitionDrafts(ask, { definition: form.definition, schema: form.contract });
  await commonParts(ask);
  await restrictions(asking, ask);
  const { form: retired } = GRIEVANCE.definition;
  await ask('POST /definitions/{form}/retire', { reason: 'asked for', from: '2026-01-01' }, { form: retired });
  await ask('GET /definitions/{form}/versions', undefined, { form: retired });
  await ask('GET /definitions');
  await ask('POST /definitions/{form}/resume', { reason: 'asked for' }, { form: retired });
  const second = registry.forms().find(({ version }) => version > 1) as CompiledForm;
  const newest = { form: second.form, version: String(second.version) };
  await ask('POST /definitions/{form}/{version}/withdraw', { reason: 'asked for' }, newest);
  await ask('GET /definitions/{form}/versions', undefined, { form: second.form });
  await ask('POST /definitions/{form}/{version}/reinstate', { reason: 'asked for' }, newest);
  await ask('POST /definitions/{form}/{version}/start', { reason: 'asked for', from: '2099-01-01' }, newest);
  await registry.publish(springSource(1));
  await registry.publish(springSource(2), { from: '2099-01-01' });
  const waiting = { form: 'test-spring', version: '2' };
  await ask('POST /definitions/{form}/{version}/start', { reason: 'asked for', from: '2098-01-01' }, waiting);
  await ask('GET /definitions/{form}/questions', undefined, { form: second.form });
  const [question = ''] = second.byQuestion.keys();
  await ask('GET /definitions/{form}/questions/{question}', undefined, { form: second.form, question });

  const proved = registry.forms().find(({ definition }) => definition.api.public) as CompiledForm;
  const { api } = proved.definition;
  const shown = await admin.must('GET', `${api.base}/${await madeOf(asking, proved)}`);
  const key = Object.entries(api.show ?? {}).find(([, source]) => source === 'public')?.[0] as string;
  await ask('GET /proofs/{token}', undefined, {
    token: String(key.split('.').reduce((at, step) => at[step], shown))
      .split('/')
      .pop() as string,
  });

  const { data: reports } = await ask('GET /reports');
  const { report } = reports[0];
  await ask('GET /reports/{report}', undefined, { report });
  const { data: result } = await ask('GET /reports/{report}/result', undefined, { report });
  const block = result.blocks.find(({ rows }: Json) => rows.length > 0);
  const behind = { block: block.id, measure: block.columns[0].measure, row: block.rows[0].key };
  await ask('GET /reports/{report}/behind', undefined, { report }, behind);
  await ask('GET /reports/{report}/export', undefined, { report }, { format: 'csv' });
  await reportDrafts(ask, form.form, report);

  const { flows } = await ask('GET /public/figures');
  await ask('GET /public/flows/{id}', undefined, { id: flows[0].id });

  const parts = new FormData();
  parts.append('file', new Blob(['name,age\r\n'], { type: 'text/csv' }), 'list.csv');
  const { id } = await ask('POST /files', parts);
  await ask('GET /files/{id}', undefined, { id });
  const begun = await fetch(`${server.base}/api/files/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'upload-length': '5' },
  });
  await ask('GET /files/uploads/{id}', undefined, { id: begun.headers.get('location')?.split('/').pop() as string });
  const sound = new FormData();
  sound.append('file', new Blob([`RIFF----WAVEfmt ${'-'.repeat(60)}`]), 'sound.wav');
  const { data } = await ask('POST /definitions/media', sound);
  await ask('GET /definitions/media/{hash}', undefined, { hash: data[0].hash });
  await refuse(asking);
}

type AskFixed = (
  call: string,
  body?: unknown,
  params?: Record<string, string>,
  query?: Record<string, string>,
) => Promise<Json>;

async function commonParts(ask: AskFixed): Promise<void> {
  const path = '/definitions/common';
  await ask(`GET ${path}`);
  const params = { part: 'navigation' };
  const { data, content } = await ask(`GET ${path}/{part}`, undefined, params);
  await ask(`POST ${path}/{part}`, { content, hash: data.hash }, params, { dry_run: '1' });
  await ask(`POST ${path}/{part}`, { content, hash: data.hash, note: 'asked for' }, params);
  await ask(`POST ${path}/{part}`, { content, hash: 'other' }, params);
  await ask(`POST ${path}/{part}`, { content: { ...content, bar: 5 }, hash: data.hash }, params);
  await ask(`GET ${path}/{part}`, undefined, params);
  await ask(`GET ${path}`, undefined, {}, { written: '1' });
}

async function savedViews(ask: AskFixed, form: string): Promise<void> {
  const { data } = await ask('POST /views/{form}', { name: 'Mine', shared: true, sort: ['-created_at'] }, { form });
  const params = { form, view: data.id };
  await ask('GET /views/{form}', undefined, { form });
  await ask('GET /views/{form}', undefined, { form: 'nothing' });
  await ask('PUT /views/{form}/columns', { columns: ['code'] }, { form });
  await ask('POST /views/{form}', { name: 'Mine' }, { form });
  await ask('POST /views/{form}', { name: 'Other', sort: ['nothing'] }, { form });
  await ask('PUT /views/{form}/{view}', { version: 1, name: 'Ours' }, params);
  await ask('PUT /views/{form}/{view}', { version: 1, name: 'Ours' }, params);
  await ask('DELETE /views/{form}/{view}', undefined, params, { version: '1' });
  await ask('DELETE /views/{form}/{view}', undefined, params, { version: '2' });
}

async function formDrafts(ask: AskFixed, { form, version }: CompiledForm): Promise<void> {
  const params = { draft: '0b6d4f0e-3f0a-5c67-9a44-0f2d1c3b5a79' };
  const body = { revision: null, form, form_version: version, at: '2026-05-01T08:00:00.000Z', draft: { data: {} } };
  const { data } = await ask('PUT /drafts/{draft}', body, params);
  await ask('GET /drafts');
  await ask('GET /drafts/{draft}', undefined, params);
  await ask('PUT /drafts/{draft}', body, params);
  await ask('PUT /drafts/{draft}', { ...body, form_version: 0 }, params);
  await ask('PUT /drafts/{draft}', { ...body, form: 'nothing' }, params);
  await ask('DELETE /drafts/{draft}', undefined, params, { revision: '1' });
  await ask('DELETE /drafts/{draft}', undefined, params, { revision: params.draft });
  await ask('DELETE /drafts/{draft}', undefined, params, { revision: data.revision });
  await ask('GET /drafts/{draft}', undefined, params);
}

/** Writes drafts of a form that is published already, so that publishing it again changes nothing. */
async function definitionDrafts(ask: AskFixed, source: Json): Promise<void> {
  const path = '/definitions/drafts';
  const { data: copy } = await ask(`POST ${path}`, { from: { form: source.definition.form }, note: 'asked for' });
  await ask(`GET ${path}`);
  await ask(`GET ${path}/{draft}`, undefined, { draft: copy.id });
  await ask(`PUT ${path}/{draft}`, { version: 1, ...source }, { draft: copy.id });
  await ask(`PUT ${path}/{draft}`, { version: 1, ...source }, { draft: copy.id });
  const { validator } = await ask(`GET ${path}/{draft}/preview`, undefined, { draft: copy.id });
  const hash = new URLSearchParams(validator.split('?')[1]).get('hash') ?? '';
  await ask(`GET ${path}/{draft}/validator.js`, undefined, { draft: copy.id }, { hash });
  await ask(`GET ${path}/{draft}/words`, undefined, { draft: copy.id });
  await ask(`GET ${path}/{draft}/words.xlsx`, undefined, { draft: copy.id });
  const cell = { pointer: '/title', language: 'fa', was: 'another', words: 'new', state: 'checked' };
  await ask(`PUT ${path}/{draft}/words`, { version: 1, cells: [cell] }, { draft: copy.id });
  await ask(`PUT ${path}/{draft}/words`, { version: 2, cells: [cell] }, { draft: copy.id });
  const words = new FormData();
  words.append('version', '2');
  const sheet = `Pointer [form:${source.definition.form}@1],Dari [fa],Before [fa:was]\n/title,A,A\n`;
  words.append('file', new Blob([sheet]), 'words.csv');
  await ask(`POST ${path}/{draft}/words`, words, { draft: copy.id }, { dry_run: '1' });
  await ask(`POST ${path}/{draft}/check`, {}, { draft: copy.id });
  await ask(`POST ${path}/{draft}/publish`, { version: 2 }, { draft: copy.id });
  const xlsform = new FormData();
  xlsform.append('file', new Blob(['type,name,label\ninteger,size,Size?\nintger,age,Age?\n']), 'household.csv');
  await ask(`POST ${path}/xlsform`, xlsform);
  const { form, version } = source.definition;
  await ask('GET /definitions/{form}/{version}/xlsform.xlsx', undefined, { form, version: String(version) });
  const { data: empty } = await ask(`POST ${path}`, {});
  await ask(`DELETE ${path}/{draft}`, undefined, { draft: empty.id });
}

/** Writes a draft of a report that is served, without publishing it. */
async function reportDrafts(ask: AskFixed, form: string, report: string): Promise<void> {
  const path = '/definitions/report-drafts';
  await ask('GET /definitions/report-choices/{form}', undefined, { form });
  const { data, content } = await ask(`POST ${path}`, { from: report });
  const draft = { draft: data.id };
  await ask(`GET ${path}/{draft}`, undefined, draft);
  await ask(`PUT ${path}/{draft}`, { version: 1, content }, draft);
  await ask(`PUT ${path}/{draft}`, { version: 1, content }, draft);
  await ask(`POST ${path}/{draft}/check`, {}, draft);
  await ask(`DELETE ${path}/{draft}`, undefined, draft);
}

/** Publishes a version that no longer restricts a question, then asks every call about restrictions. */
async function restrictions({ server }: Asking, ask: AskFixed): Promise<void> {
  const open = structuredClone(GRIEVANCE);
  open.definition.version += 1;
  delete (open.definition.fields.teller as { restricted?: boolean }).restricted;
  for (const source of [GRIEVANCE, open]) await server.services.registry.publish(source);
  const params = { form: open.definition.form, question: String(open.definition.fields.teller?.id) };
  await ask('GET /definitions/{form}/restrictions', undefined, params);
  await ask('GET /definitions/{form}/restrictions/{question}', undefined, params);
  for (const decision of ['lift', 'restore'])
    await ask(`POST /definitions/{form}/restrictions/{question}/${decision}`, { reason: 'asked for' }, params);
  await ask('GET /restrictions');
}

/** Numbers of sets of answers, of which no two are the same. */
let nextNumber = 7000;

async function madeOf({ answerer, admin }: Asking, form: CompiledForm): Promise<string> {
  return (await admin.must('POST', form.definition.api.base, await answerer.answers(form, admin, nextNumber++))).id;
}

async function accounts({ contract, server }: Asking, ask: AskFixed): Promise<void> {
  const grants = [{ role: 'integrity-volunteer', programme: 'schools', province_id: null }];
  const {
    data: { id },
    password,
  } = await ask('POST /users', { username: 'contract', name: 'Contract', grants });
  const { access_token: token } = await ask('POST /auth/login', { username: 'contract', password });
  await contract.ask({ call: 'GET /home', token });
  await contract.ask({
    call: 'POST /auth/password',
    token,
    body: { current_password: password, new_password: 'Quiet rivers bend 27', confirmation: 'Quiet rivers bend 27' },
  });
  await contract.ask({
    call: 'POST /auth/password',
    token,
    body: { current_password: 'x', new_password: 'y', confirmation: 'z' },
  });
  await ask('GET /users/{id}', undefined, { id });
  await ask('PUT /users/{id}', { name: 'Contract kept' }, { id });
  await ask(
    'GET /permissions/explain',
    undefined,
    {},
    { account: id, form: (server.services.registry.forms()[0] as CompiledForm).form },
  );
  await ask('PUT /permissions/accounts/{id}', { grants, seen: [] }, { id });
  await ask('PUT /permissions/accounts/{id}', { grants, seen: grants }, { id });
  await ask('GET /permissions/changes');
  await ask('GET /users/{id}/changes', undefined, { id });
  await ask('DELETE /users/{id}/sessions', undefined, { id });
  await ask('POST /users/{id}/password', undefined, { id });
  await ask('POST /users/{id}/taking-in', undefined, { id });
  await ask('POST /users/{id}/opening', undefined, { id });
  const form = (server.services.registry.forms()[0] as CompiledForm).form;
  await ask('POST /users/{id}/left-out', { form, record_id: 'r-1', changes: 1, reason: 'A trial' }, { id });
  await ask('GET /rescue-key');
  const one = (await contract.ask({ call: 'POST /auth/login', body: { username: 'mande', password: PASSWORD } })).body
    .access_token;
  const { access_token: two } = (
    await contract.ask({ call: 'POST /auth/login', body: { username: 'mande', password: PASSWORD } })
  ).body;
  const { data } = (await contract.ask({ call: 'GET /auth/sessions', token: one })).body;
  await contract.ask({
    call: 'DELETE /auth/sessions/{id}',
    token: one,
    params: { id: data.find((session: Json) => !session.current).id },
  });
  await contract.ask({ call: 'DELETE /auth/sessions', token: one });
  await contract.ask({ call: 'POST /auth/logout', token: one });
  await contract.ask({ call: 'GET /session', token: two });
  await contract.ask({ call: 'POST /auth/login', body: { username: 'mande', password: 'wrong' } });
}

async function places(ask: AskFixed, province: string): Promise<void> {
  const {
    data: [district],
  } = await ask('GET /province/{id}/districts', undefined, { id: province });
  const village = (name: string) => ({ parent_id: district.id, name_en: name, name_fa: 'قریه', name_ps: 'کلی' });
  const { data: first } = await ask('POST /admin/places', village('Contract One'));
  const { data: second } = await ask('POST /admin/places', {
    ...village('Contract Two'),
    name_fa: 'قریهٔ دوم',
    name_ps: 'دویم کلی',
  });
  await ask('PUT /admin/places/{id}', { name_en: 'Contract First', updated_at: first.updated_at }, { id: first.id });
  await ask('PUT /admin/places/{id}', { name_en: 'Contract First', updated_at: first.updated_at }, { id: first.id });
  await ask('POST /admin/places/{id}/retire', undefined, { id: second.id });
  await ask('POST /admin/places/{id}/restore', undefined, { id: second.id });
  await ask('POST /admin/places/{id}/merge', { into: first.id }, { id: second.id });
  await ask('GET /admin/places', undefined, {}, { parent: district.id, all: '1' });
  await ask('GET /admin/places', undefined, {}, { text: 'contract' });
  await ask('GET /admin/places/history');
  const borders = new FormData();
  const ring = [
    [67, 34],
    [68, 34],
    [68, 35],
    [67, 34],
  ];
  const area = { type: 'Feature', properties: { code: 'AF10' }, geometry: { type: 'Polygon', coordinates: [ring] } };
  borders.append('file', new Blob([JSON.stringify(area)]), 'areas.geojson');
  await ask('POST /admin/places/borders', borders, {}, { dry_run: '1' });
  await ask('POST /admin/places/borders', borders);
  await ask('GET /admin/places/borders');
  await ask('GET /borders');
  await ask('DELETE /admin/places/borders/{level}', undefined, { level: 'province' });
  await ask('GET /district/{id}/villages', undefined, { id: district.id });
  await ask('GET /places', undefined, {}, { ids: `${province},${district.id}` });
}

async function lists(ask: AskFixed): Promise<void> {
  const {
    data: [, { list }],
  } = await ask('GET /master-tables');
  const item = (name: string) => ({ name_en: name, name_fa: `${name} فا`, name_ps: `${name} پښ` });
  const { data: first } = await ask('POST /master-tables/{list}', item('Contract one'), { list });
  const { data: second } = await ask('POST /master-tables/{list}', item('Contract two'), { list });
  await ask(
    'PUT /master-tables/{list}/{id}',
    { ...item('Contract first'), updated_at: first.updated_at },
    { list, id: first.id },
  );
  await ask(
    'PUT /master-tables/{list}/{id}',
    { ...item('Contract first'), updated_at: 'earlier' },
    { list, id: first.id },
  );
  await ask('POST /master-tables/{list}/{id}/retire', undefined, { list, id: second.id });
  await ask('POST /master-tables/{list}/{id}/restore', undefined, { list, id: second.id });
  await ask('POST /master-tables/{list}/{id}/merge', { into: first.id }, { list, id: second.id });
  await ask('GET /master-tables/{list}', undefined, { list }, { all: '1' });
  await ask('GET /master-tables/{list}/history', undefined, { list });
  await ask('POST /master-tables/{list}/order', { ids: [first.id] }, { list });
}

/** Sends these calls in ways that fail: without the right, for missing records, with unreadable input. */
async function refuse({ contract, nobody, server }: Asking): Promise<void> {
  for (const [path, methods] of Object.entries(contract.document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.tags[0] !== 'session' && operation.tags[0] !== 'system') continue;
      const call = `${method.toUpperCase()} ${path}`;
      const params = {
        id: NOWHERE,
        report: 'nothing',
        token: 'nothing',
        form: 'nothing',
        version: '1',
        question: 'nothing',
        list: 'nothing',
        draft: NOWHERE,
        part: 'nothing',
      };
      const body = method === 'post' || method === 'put' ? {} : undefined;
      const query = {
        text: '',
        ids: '',
        level: 'nothing',
        area: 'nothing',
        parent: NOWHERE,
        from: 'nothing',
        per_page: 'x',
        forms: ','.repeat(1),
      };
      await contract.ask({ call, params, body });
      if (path !== '/auth/logout' && path !== '/auth/sessions') {
        await contract.ask({ call, params, body, token: nobody });
        await contract.ask({ call, params, body, query, token: server.tokens.admin });
      }
    }
}
