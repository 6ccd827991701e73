/** Navigation, permissions and choice lists are published while the server runs, checked as files are, and kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import type { Sources } from '../../src/core/definitions/load.ts';
import { openServices, shippedFiles } from '../../src/server/services.ts';
import { endsOf, expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const COMMON = 'definitions/common';
const WORDS = { en: 'Depth', fa: 'ژرفا', ps: 'ژوروالی' };

describe.each(ANY_DATABASE)('publishing what forms share on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const open = (part: string) => admin().must('GET', `${COMMON}/${part}`);
  /** Changes what is served of a part and sends it. */
  const send = async (part: string, change: (content: Json) => void, { who = 'admin', query = '', note = '' } = {}) => {
    const { data, content } = await open(part);
    change(content);
    return server.person(who).call('POST', `${COMMON}/${part}${query}`, { content, hash: data.hash, note });
  };
  const issuesOf = ({ status, body }: { status: number; body: Json }) => [
    status,
    body.issues?.map(({ pointer, code }: Json) => `${pointer} ${code}`),
  ];
  const addLine = (form: string) => (navigation: Json) => {
    const schools = navigation.departments.find(({ id }: Json) => id === 'schools');
    schools.items.push({ id: form, form });
  };

  it('is for those who publish; permissions for those who give roles too', async () => {
    const coordinator = server.person('coordinator.bamyan');
    expectRefusal(await coordinator.call('GET', COMMON), 'role_needed');
    expectRefusal(await coordinator.call('GET', `${COMMON}/navigation`), 'role_needed');
    const nothing = () => undefined;
    expectRefusal(await refusalOf(send('navigation', nothing, { who: 'coordinator.bamyan' })), 'role_needed');
    expectRefusal(await refusalOf(send('permissions', nothing, { who: 'mande', query: '?dry_run=1' })), 'role_needed');
    expect((await send('navigation', nothing, { who: 'mande', query: '?dry_run=1' })).status).toBe(200);
    expectRefusal(await admin().call('GET', `${COMMON}/constants`), 'record_not_found');
    expectRefusal(await admin().call('POST', `${COMMON}/constants`, { content: {} }), 'record_not_found');
  });

  it('refuses what the check of the files refuses, and what is in use', { timeout: 60_000 }, async () => {
    expect((await send('navigation', addLine('test-spring'))).body.issues).toMatchObject([{ code: 'form_unknown' }]);
    const unknown = await send('navigation', addLine('test-spring'), { query: '?dry_run=1' });
    expect(unknown.body.issues[0]).toMatchObject({ code: 'form_unknown', params: { name: 'test-spring' } });
    expect(unknown.body.issues[0]).not.toHaveProperty('file');
    const role = ({ rules }: Json) => rules[0].roles.push('nobody');
    expect(issuesOf(await send('permissions', role))).toEqual([422, ['/rules/0/roles/1 role_unknown']]);
    const shape = (navigation: Json) => delete navigation.departments;
    const shapeless = await send('navigation', shape);
    expectRefusal(shapeless, 'validation_failed');
    expect(shapeless.body.issues).not.toEqual([]);
    const withoutVolunteers = (permissions: Json) => {
      const gone = 'integrity-volunteer';
      permissions.roles = permissions.roles.filter(({ id }: Json) => id !== gone);
      for (const one of [...permissions.rules, ...(permissions.areas ?? [])])
        one.roles = one.roles.filter((id: string) => id !== gone);
      permissions.rules = permissions.rules.filter(({ roles }: Json) => roles.length > 0);
    };
    expect(issuesOf(await send('permissions', withoutVolunteers))).toEqual([422, ['/homes/1/roles/3 role_unknown']]);
    const locked = ({ rules }: Json) => {
      for (const rule of rules) rule.actions = rule.actions.map((action: string) => (action === '*' ? 'view' : action));
    };
    expect(issuesOf(await send('permissions', locked))).toEqual([422, ['/rules roles_locked']]);
    expect(issuesOf(await send('choices.bank', ({ items }) => items.pop()))).toEqual([422, ['/items item_left_out']]);
    expect((await admin().must('GET', COMMON)).data.every(({ version }: Json) => version === 0)).toBe(true);
  });

  it('tells in a dry run what would change, whom it touches, and where a text is no JSON', {
    timeout: 60_000,
  }, async () => {
    const dryRun = async (part: string, change: (content: Json) => void) =>
      (await send(part, change, { query: '?dry_run=1' })).body;
    const rights = await dryRun('permissions', ({ rules }) => {
      rules.find(({ id }: Json) => id === 'coordinators-enter').states = ['returned'];
      rules.push({ id: 'exports', roles: ['integrity-volunteer'], actions: ['export'], forms: ['school'] });
    });
    const gone = rights.impact.people.find(({ gains }: Json) => !gains);
    expect(gone).toMatchObject({ accounts: 2 });
    expect(gone.actions.map(({ en }: Json) => en)).toEqual(['Create']);
    expect(gone.examples).toEqual(['Test Coordinator B', 'Test Coordinator K']);
    expect(gone.provinces.map(({ place, accounts }: Json) => [place.en, accounts])).toEqual([
      ['Bamyan', 1],
      ['Kabul', 1],
    ]);
    const read = await server.person('mande').must('GET', `${COMMON}/permissions`);
    expect(read.locked).toBe('Only these roles can do this: Administrator. Ask somebody who has one of them.');
    expect((await server.person('mande').must('GET', `${COMMON}/navigation`)).locked).toBeNull();
    expect(
      rights.differences.map(({ label, about, before, after }: Json) => [label, about, (after ?? before).text]),
    ).toEqual([
      [
        'Gains a right',
        'Provincial coordinator',
        'Create: sites, visits, surveys, records, events · in the province of the role · the programme of the role · while: Returned for correction',
      ],
      [
        'Loses a right',
        'Provincial coordinator',
        'Create: sites, visits, surveys, records, events · in the province of the role · the programme of the role',
      ],
      [
        'Gains a right',
        'Integrity volunteer',
        'Download: Schools · in the province of the role · the programme of the role',
      ],
    ]);
    const holders = await server.services.database.read
      .selectFrom('grants')
      .innerJoin('users', 'users.id', 'grants.user_id')
      .select(({ fn }) => fn.count<number>('user_id').distinct().as('accounts'))
      .where('role', '=', 'provincial-coordinator')
      .where('disabled', '=', 0)
      .executeTakeFirstOrThrow();
    expect(rights.impact.roles.map(({ role, loses }: Json) => [role, loses])).toEqual([
      ['provincial-coordinator', true],
      ['integrity-volunteer', false],
    ]);
    expect(rights.impact.roles[0].accounts).toBe(Number(holders.accounts));

    const menu = await dryRun('navigation', ({ departments }) => {
      const schools = departments.find(({ id }: Json) => id === 'schools');
      schools.items = schools.items.filter(({ form }: Json) => form !== 'school-rating');
    });
    expect(menu.impact.forms).toEqual([
      { form: 'school-rating', title: expect.any(Object), records: expect.any(Number) },
    ]);
    const banks = await dryRun('choices.school-type', ({ items }) => items.push({ id: 'new', label: WORDS }));
    expect(banks.differences.map(({ label, after }: Json) => [label, after.text])).toEqual([['Option added', 'Depth']]);
    expect(banks.impact.forms.map(({ form }: Json) => form)).toContain('school');

    const { data, text, content, file } = await open('navigation');
    expect([JSON.parse(text), file]).toEqual([content, content]);
    const asText = (given: string) =>
      admin().call('POST', `${COMMON}/navigation?dry_run=1`, { text: given, hash: data.hash });
    expect((await asText(text)).body.differences).toEqual([]);
    const broken = await asText(text.replace('"departments":', '"departments"'));
    expect(broken.body.issues[0]).toMatchObject({ code: 'no_json', params: { line: 3 } });
    expectRefusal(await refusalOf(asText('')), 'validation_failed');
  });

  it('refuses permissions that take the right to publish them from who publishes', { timeout: 60_000 }, async () => {
    const handedOver = (permissions: Json) => {
      permissions.roles.push({ id: 'keeper', label: WORDS });
      permissions.rules[0].roles = ['keeper'];
    };
    const { status, body } = await send('permissions', handedOver, { query: '?dry_run=1' });
    expect([status, body.issues.map(({ code }: Json) => code)]).toEqual([422, ['own_right_lost']]);
    expect(body.issues[0].message).toContain('your own right');
  });

  it('makes a new form with a list of its own reachable without a file', { timeout: 60_000 }, async () => {
    const list = { list: 'test-depth', title: WORDS, items: [{ id: 'deep', label: WORDS }] };
    const withList = springSource(1);
    withList.definition.fields.depth = {
      ...withList.definition.fields.depth,
      options: undefined,
      choices: 'test-depth',
    };
    withList.schema.properties.depth = { type: 'string', minLength: 1, maxLength: 64 };
    delete withList.definition.api.create.depths;
    const early = await admin().call('POST', 'definitions', withList);
    expect(early.body.issues.map(({ code }: Json) => code)).toContain('list_unknown');
    const made = await admin().must('POST', `${COMMON}/choices.test-depth`, { content: list, note: 'Springs' });
    expect(made.data).toMatchObject({ part: 'choices.test-depth', title: WORDS, origin: 'published', version: 1 });
    expect((await admin().must('GET', 'master-tables/test-depth')).data.map(({ id }: Json) => id)).toEqual(['deep']);
    await admin().must('POST', 'definitions', withList);

    const focal = server.person('focal.bamyan');
    const { id } = await admin().must('POST', 'test/springs', { name: 'Spring', depth: 'deep' });
    const volunteer = server.person('volunteer.bamyan');
    const mayDelete = async () => (await volunteer.must('GET', `test/springs/${id}`)).recordScope.delete;
    expect(await mayDelete()).toBe(undefined);
    const shown = (await focal.must('GET', 'common')).navigation;
    expect((await send('navigation', addLine('test-spring'), { who: 'mande', note: 'New form' })).status).toBe(200);
    const { navigation } = await focal.must('GET', 'common');
    expect(JSON.stringify(shown)).not.toContain('test-spring');
    expect(JSON.stringify(navigation)).toContain('test-spring');
    const to = {
      roles: ['integrity-volunteer'],
      actions: ['delete'],
      forms: ['test-spring'],
      programme: 'any',
      place: 'any',
    };
    const granted = await send('permissions', ({ rules }) => rules.push({ id: 'springs-for-volunteers', ...to }));
    expect(issuesOf(granted)).toEqual([200, undefined]);
    expect((await admin().must('GET', 'permissions')).rules.map(({ id }: Json) => id)).toContain(
      'springs-for-volunteers',
    );
    expect(await mayDelete()).toBe(true);
  });

  it('keeps every version with who, when and note, and lets nobody overwrite another', async () => {
    const { data, content, versions } = await open('navigation');
    expect(data).toMatchObject({ part: 'navigation', origin: 'published', version: 1 });
    expect(versions).toEqual([
      {
        version: 1,
        at: expect.any(String),
        by: { id: server.person('mande').id, name: 'Test Evaluator' },
        note: 'New form',
        content,
        differences: [
          {
            kind: 'line_added',
            label: 'Menu line added',
            pointer: expect.stringMatching(/^\/departments\/\d+\/items\/\d+$/),
            about: 'Spring',
            before: null,
            after: { text: 'CBM-S', is_code: false },
            as_before: null,
          },
        ],
      },
    ]);
    expect(data).toMatchObject({ replaced: false, published: { note: 'New form', by: { name: 'Test Evaluator' } } });
    const body = { content: { ...content, quick: [] }, hash: data.hash };
    const both = await Promise.all(
      ['admin', 'mande'].map((who) => server.person(who).call('POST', `${COMMON}/navigation`, body)),
    );
    expect(endsOf(both)).toEqual(['conflict', 'done']);
    const late = await admin().call('POST', `${COMMON}/navigation`, body);
    expect([late.status, late.body.code, late.body.theirs.version]).toEqual([417, 'conflict', 2]);
    expectRefusal(await admin().call('POST', `${COMMON}/choices.test-depth`, { content: {} }), 'conflict');
    const events = await server.services.database.read
      .selectFrom('events')
      .select(['user_id', 'detail'])
      .where('action', '=', 'common_published')
      .orderBy('id')
      .execute();
    expect(events.map(({ detail }) => JSON.parse(detail ?? '').part)).toEqual([
      'choices.test-depth',
      'navigation',
      'permissions',
      'navigation',
    ]);
  });

  it('goes on after a restart until the file itself changes', { timeout: 60_000 }, async () => {
    const sources = await loadSources(shippedFiles);
    const published = (await open('navigation')).content;
    await server.release();
    const navigationWith = async (given: Sources) => {
      const services = await openServices({ settings: server.services.settings, sources: given });
      const { navigation, choices } = services.registry.common();
      const { version, published, replaced } = services.registry.commonParts().get('navigation') ?? {};
      await services.close();
      return {
        version,
        isPublished: published !== undefined,
        replaced: replaced?.version,
        quick: navigation.quick,
        list: choices['test-depth']?.list,
      };
    };
    const { quick } = sources.common.navigation;
    const kept = { version: 2, isPublished: true, replaced: undefined, quick: [], list: 'test-depth' };
    expect(await navigationWith(sources)).toEqual(kept);
    const newer = structuredClone(sources);
    newer.common.navigation.bar.pop();
    expect(await navigationWith(newer)).toEqual({ ...kept, isPublished: false, replaced: 2, quick });
    const same = structuredClone(newer);
    same.common.navigation = structuredClone(published);
    expect(await navigationWith(same), 'a file with the published text').toEqual(kept);
  });
});
