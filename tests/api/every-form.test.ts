/**
 * Takes every form of the product through its whole life over HTTP, from its definition alone: stored,
 * shown in its list and on its own, edited, refused to a user with an older version, decided by a second person, deleted. A
 * new form is included as soon as its files exist.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toListView } from '../../src/app/data/list/listView.ts';
import type { CompiledForm, RecordData, Workflow } from '../../src/core/definitions/types.ts';
import { propertyText } from '../../src/core/form/types/property.ts';
import { formRefusal } from '../../src/core/records/scope.ts';
import type { Actor } from '../../src/core/records/types.ts';
import { isBlank } from '../../src/core/text/letters.ts';
import { productFiles } from '../support/definitions.ts';
import { Answerer, opening } from '../support/everyForm.ts';
import { ENGINE, exportCells, shownOf, sourcesOf, textContext } from '../support/listText.ts';
import { expectRefusal } from '../support/refusal.ts';
import { expectRoundTrip } from '../support/roundTrip.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import { ADMINISTRATOR, type Grant, newPerson, type Person, regrant } from './permissions-cast.ts';

const FORMS = [...(await productFiles).values()]
  .filter(({ kind, path }) => kind === 'form' && !path.includes('/examples/') && !path.includes('/frozen/'))
  // Only the server writes logs, and rows are inside records of other forms.
  .filter(({ json }) => !['log', 'row'].includes((json as { kind: string }).kind))
  .map(({ json }) => (json as { form: string }).form)
  .sort();

/** Roles that enter and roles that decide, those with the fewest rights first. */
const WRITERS = ['focal-point', 'finance-officer', 'program-manager', 'me-officer', 'administrator'];
const DECIDERS = ['provincial-coordinator', 'finance-officer', 'program-manager', 'me-officer', 'administrator'];
const LANGUAGES = ['en', 'fa'] as const;

describe.each(ANY_DATABASE)('every form on %s', (database) => {
  let server: TestServer;
  let answerer: Answerer;
  let admin: Person;
  let writer: Person;
  let decider: Person;
  let province: string;

  beforeAll(async () => {
    server = await startTestServer(database);
    admin = server.person('admin');
    [writer, decider] = [
      await newPerson(server.base, admin, ADMINISTRATOR),
      await newPerson(server.base, admin, ADMINISTRATOR),
    ];
    province = [...server.services.registry.places().values()].find((place) => place.name_en === 'Bamyan')
      ?.id as string;
    answerer = new Answerer(server, admin, province);
  });
  afterAll(() => server?.stop());

  it.each(FORMS)('%s', { timeout: 60_000 }, async (name) => {
    const form = server.services.registry.form(name) as CompiledForm;
    const workflow = server.services.registry.workflow(form);
    const { base, record: key = 'data' } = form.definition.api;
    const [first, ...others] = workflow.transitions.filter((one) => one.from.includes(workflow.initial));
    const step = [first, ...others].find((one) => one?.variant === 'primary') ?? first;
    await grant(form, writer, WRITERS, ['create', 'edit']);
    await grant(form, decider, DECIDERS, ['view', step?.action ?? 'view']);

    const sent = await answerer.answers(form, writer, 1);
    const made = await writer.call('POST', `${base}/store`, sent);
    expect(made.status, `${JSON.stringify(made.body)} from ${JSON.stringify(sent)}`).toBe(200);
    const { id } = made.body;
    // The response contains the code of the record, generated or typed.
    expect(String(made.body.code)).toMatch(codePattern(form, sent));
    const stored = await shown(writer, base, key, id);
    expect(made.body.code).toBe(stored.code);
    expectStored(form, stored.data, sent);
    await expectListed(form, stored);

    const open = opening(form, unanswered(form, sent));
    const corrected = await answerer.answers(form, writer, 2, { ...open, ...kept(form, stored.data) });
    const saved = await writer.call('PUT', `${base}/${id}`, { ...corrected, version: stored.version });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.version).toBe(stored.version + 1);
    const now = await shown(writer, base, key, id);
    expectStored(form, now.data, corrected);
    await expectListed(form, now);
    const { data: changes } = await writer.must('GET', `${base}/${id}/history`);
    expect(changes.flatMap((change: Json) => change.changes ?? []).length).toBeGreaterThan(0);
    expect(unanswered(form, sent, corrected), 'questions the test never asked').toEqual([]);

    const late = await writer.call('PUT', `${base}/${id}`, { ...sent, version: stored.version });
    expectRefusal(late, 'conflict');
    expect(late.body).toMatchObject({ code: 'conflict', theirs: { version: now.version, by: { id: writer.id } } });
    expectStored(form, late.body.mine.data, sent);
    expect(late.body.theirs.data).toEqual(now.data);
    await expectRoundTrip(server, form, id, admin);

    if (step) await decide(form, workflow, id, step.action);
    await remove(form, id, corrected);
  });

  /** Returns a person who may do all these actions and see what the form refers to. */
  async function grant(form: CompiledForm, person: Person, roles: string[], actions: string[]) {
    const { permissions } = server.services.registry.common();
    const named = [...form.fields.values()].flatMap((node) => node.def.record?.forms ?? node.def.person?.forms ?? []);
    const programme = form.definition.programme;
    const grants = roles.map((role): Grant => ({ role, programme, province_id: province }));
    const found = grants.find((one) => {
      const actor = { id: 'x', username: 'x', name: 'x', language: 'en', grants: [one] } satisfies Actor;
      const may = (action: string, of: CompiledForm) =>
        formRefusal(actor, action, of, permissions, server.services.registry.workflow(of)) === undefined;
      return (
        actions.every((action) => may(action, form)) &&
        named.every((one) => may('view', server.services.registry.form(one) as CompiledForm))
      );
    });
    await regrant(admin, person, found ?? ADMINISTRATOR);
  }

  async function shown(person: Person, base: string, key: string, id: string): Promise<Json> {
    const answer = await person.must('GET', `${base}/${id}`);
    const record = key.split('.').reduce((value: Json, part) => value?.[part], answer);
    expect(record, `the record under ${key}`).toBeTruthy();
    expectEnvelope(record, id);
    return record;
  }

  /** Checks the keys that every record has around its answers. */
  function expectEnvelope(record: Json, id: string) {
    expect(record).toMatchObject({ id, code: expect.stringMatching(/\S/), recordScope: { view: true } });
    expect(record.current_state).toMatchObject({ name: expect.stringMatching(/\S/), variant: expect.any(String) });
    expect(record, 'its province').toHaveProperty('province');
  }

  /** Checks that the list shows the record, each column with the text of its stored answer, on screen and in the export. */
  async function expectListed(form: CompiledForm, record: Json) {
    const { registry } = server.services;
    const { base } = form.definition.api;
    const names = await namesOf(form, record);
    for (const language of LANGUAGES) {
      const spoken = { 'accept-language': language };
      const { body } = await admin.call('GET', `${base}?per_page=200`, undefined, spoken);
      const at = body.data.findIndex((row: Json) => row.id === record.id);
      expect(at, 'its place in the list').toBeGreaterThanOrEqual(0);
      const row = body.data[at];
      const expected = textContext(registry, language, names);
      const listed = { ...expected, refs: toListView(body).meta.refs ?? {} };
      for (const source of sourcesOf(form)) {
        const answer = shownOf(form, source, record.data);
        if (!answer) {
          expectEngine(form, source, row, record, language);
          continue;
        }
        const { node } = answer;
        const words = propertyText(node, source, row.data, listed);
        expect(words, `${source} in ${language}`).toBe(propertyText(node, source, record.data, expected));
        const parts = form.fields.has(source) ? node.properties : [source];
        const filled = parts.some((one) => !isBlank(record.data[one]));
        if (filled) expect(words, `${source} in ${language}`).toMatch(/\S/);
        expect(words, `${source} in ${language}`).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
      }
    }
    const file = await admin.call('GET', `${base}/export?format=csv&localSuffix=fa&per_page=200`);
    const [head = [], ...rows] = csv(file.body);
    const { data: inOrder } = await admin.must('GET', `${base}?per_page=200`);
    const cells = rows[inOrder.findIndex((row: Json) => row.id === record.id)];
    expect(cells, 'its row of the spreadsheet').toHaveLength(head.length);
    const context = textContext(registry, 'fa', names);
    for (const source of sourcesOf(form)) {
      const answer = shownOf(form, source, record.data);
      for (const cell of answer ? exportCells(answer, source, context) : []) expect(cells, source).toContain(cell);
    }
  }

  function expectEngine(form: CompiledForm, source: string, row: Json, record: Json, language: 'en' | 'fa') {
    const { registry } = server.services;
    if (source === 'status') {
      const state = registry.workflow(form).states.find((one) => one.id === record.current_state.id);
      expect(row.current_state.label).toEqual({ [language]: state?.label[language] });
      expect(row.current_state.variant, 'its colour').toBe(state?.variant);
    } else if (source === 'code' || source === 'name') {
      expect(row[source], source).toBe(record[source]);
      expect(row[source], source).toMatch(/\S/);
    } else if (['province', 'district', 'village'].includes(source)) {
      const place = row[source] && registry.place(row[source].id);
      expect(row[source]?.name, source).toBe(place?.[`name_${language}`]);
      if (source === 'province') expect(row.province?.id, source).toBe(province);
    } else if (source.startsWith('parent.')) {
      const words = source === 'parent.name' ? (row.parent?.name ?? row.columns[source]) : row.columns[source];
      if (row.parent) expect(words, source).toBeDefined();
    } else {
      expect([...ENGINE, 'created_at', 'updated_at', 'created_by'], `the column ${source}`).toContain(source);
    }
  }

  /** Returns the names of the records that it refers to. */
  async function namesOf(form: CompiledForm, record: Json): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    const pointed = [...form.fields.values()].flatMap((node) => node.def.record?.forms ?? node.def.person?.forms ?? []);
    const stored = JSON.stringify(record.data);
    for (const one of new Set(pointed))
      for (const { id } of answerer.records(one)) {
        if (!stored.includes(id)) continue;
        const { definition } = server.services.registry.form(one) as CompiledForm;
        const { api } = definition;
        names.set(id, (await shown(admin, api.base, api.record ?? 'data', id)).name);
      }
    return names;
  }

  /** A second person decides, with a reason if needed. The record is then locked, and editable again when returned. */
  async function decide(form: CompiledForm, workflow: Workflow, id: string, action: string) {
    const { base, record: key = 'data' } = form.definition.api;
    const go = (person: Person, step: string, comment: string) =>
      person.call('POST', `${base}/change-record-status`, { record_id: id, action: step, comment });
    const stateOf = async () => (await shown(decider, base, key, id)).current_state.id;
    const to = workflow.transitions.find((one) => one.action === action)?.to as string;
    const done = await go(decider, action, 'Seen on the spot');
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await stateOf()).toBe(to);
    const before = await shown(admin, base, key, id);
    if (workflow.states.find((one) => one.id === to)?.locked) {
      const refused = await writer.call('PUT', `${base}/${id}`, { ...before.data, version: before.version });
      expectRefusal(refused, 'state_locked', undefined, 'what is closed is not changed');
    }
    const back = workflow.transitions.find((one) => one.from.includes(to) && one.to !== to);
    if (!back) return;
    if (back.comment === 'required') {
      const silent = await go(admin, back.action, '');
      expect(silent.body.code, 'a return needs its reason').toBe('transition_comment_required');
      expect(await stateOf()).toBe(to);
    }
    const returned = await go(admin, back.action, 'The second page is missing');
    expect(returned.status, JSON.stringify(returned.body)).toBe(200);
    expect(await stateOf()).toBe(back.to);
    const { data: changes } = await admin.must('GET', `${base}/${id}/history`);
    expect(changes.map((change: Json) => change.action)).toEqual(expect.arrayContaining([action, back.action]));
  }

  /** Deletes the record: it leaves list and screen, and its unique values are free again. */
  async function remove(form: CompiledForm, id: string, data: RecordData) {
    const { base } = form.definition.api;
    const gone = await admin.call('DELETE', `${base}/${id}`);
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    expect((await admin.must('GET', `${base}?per_page=200`)).data.map((row: Json) => row.id)).not.toContain(id);
    await regrant(admin, writer, { role: 'analyst', programme: null, province_id: null });
    expectRefusal(
      await writer.call('GET', `${base}/${id}`),
      'record_not_found',
      undefined,
      'for who may not restore it',
    );
    for (const node of form.fields.values()) {
      const value = data[node.properties[0] ?? ''];
      // A code is never used twice.
      if (!node.def.unique || node.name === 'code' || typeof value !== 'string') continue;
      const query = new URLSearchParams({ fieldName: node.name, value });
      expect(await admin.must('GET', `${base}/validation?${query}`)).toEqual({ validate: true });
    }
  }
});

/** Returns the pattern of a record's code: numbered by the form's pattern, or the code that was typed. */
function codePattern({ definition: { code } }: CompiledForm, sent: RecordData): RegExp {
  if (typeof sent.code === 'string') return new RegExp(`^${sent.code}$`);
  const patterns = code ? [code.pattern, ...Object.values(code.by?.patterns ?? {})] : [];
  if (patterns.length === 0) return /^(null)?$/;
  return new RegExp(`^(${patterns.map((one) => one.replace('{seq}', '\\d+').replace(/\{\w+\}/g, '.+')).join('|')})$`);
}

/** Returns the answers that an edit keeps: the one that says where the record belongs. */
function kept(form: CompiledForm, data: RecordData): RecordData {
  const field = form.definition.parent?.field;
  return field && data[field] !== undefined ? { [field]: data[field] } : {};
}

/** Checks that exactly the sent answers are stored. A problem holds more than was sent. */
function expectStored(form: CompiledForm, stored: RecordData, sent: RecordData) {
  const field = form.definition.problems?.field ?? '';
  const { [field]: storedProblems = [], ...answers } = stored;
  const { [field]: sentProblems = [], ...expected } = sent;
  expect(answers).toEqual(expected);
  expect(storedProblems).toHaveLength((sentProblems as unknown[]).length);
  expect(storedProblems).toMatchObject(sentProblems as object);
}

/** Returns the questions without an answer in any of these. */
function unanswered(form: CompiledForm, ...given: RecordData[]): string[] {
  return [...form.fields.values()]
    .filter(({ type, def }) => !def.derived && !['note', 'hidden', 'problems'].includes(type))
    .filter(({ properties }) => given.every((data) => properties.every((name) => isBlank(data[name]))))
    .map(({ name }) => name);
}

/** Returns the rows of a CSV text with quoted cells. */
function csv(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.replace(/^\ufeff/, '').match(/(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/g) ?? [])
    rows.push(
      [...line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
  return rows;
}
