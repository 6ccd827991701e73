/** Permissions on screens: the same decisions as in every call, grants within an area, and the log of their changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kabulDay } from '../../src/core/text/dates.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

describe.each(ANY_DATABASE)('permissions on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const province = (name: string): string =>
    [...server.services.registry.places().values()].find((place) => place.name_en === name)?.id as string;
  const explain = async (who: string, form: string, more = ''): Promise<Json> =>
    admin().must('GET', `permissions/explain?account=${server.person(who).id}&form=${form}${more}`);
  const judged = (answer: Json, action: string): Json => answer.actions.find((one: Json) => one.action === action);
  const officer = { role: 'finance-officer', programme: null, province_id: null };

  it('says what an account may do in each state and why, as the server itself decides', async () => {
    const bamyan = await explain('focal.bamyan', 'school', `&province=${province('Bamyan')}&own=1`);
    expect(judged(bamyan, 'create').always).toMatchObject({
      allowed: true,
      rule: 'focal-points-enter',
      grant: { role: 'focal-point', programme: 'schools' },
    });
    expect(judged(bamyan, 'edit').states.submitted).toMatchObject({ allowed: true, rule: 'field-corrects-its-own' });
    expect(judged(bamyan, 'edit').states.verified).toMatchObject({ allowed: false, code: 'state_locked' });
    expect(judged(bamyan, 'verify').states.submitted).toMatchObject({ allowed: false, code: 'role_needed' });
    expect(judged(bamyan, 'export').always).toMatchObject({ allowed: false, code: 'role_needed' });
    const kabul = await explain('focal.bamyan', 'school', `&province=${province('Kabul')}`);
    expect(judged(kabul, 'view').states.submitted).toMatchObject({ allowed: false, code: 'other_province' });
    const others = await explain('focal.bamyan', 'school', `&province=${province('Bamyan')}`);
    expect(judged(others, 'edit').states.submitted).toMatchObject({ allowed: false, code: 'not_yours' });
    const seen = judged(await explain('finance', 'finance-initial'), 'view').states.submitted;
    expect(seen).toMatchObject({ allowed: true, rule: 'finance-keeps-payments-and-certificates' });
    expect((await server.person('finance').call('GET', 'finance-initials')).status).toBe(200);
  });

  it('shows people of an area their area and nothing else; others nothing', async () => {
    const finance = server.person('finance');
    const table = await finance.must('GET', 'permissions?area=finance');
    expect(table.forms.map(({ form }: Json) => form).sort()).toEqual([
      'certificate',
      'finance-initial',
      'partner-implementation',
      'partner-initial',
    ]);
    expect(table.may).toEqual({ change: false });
    expect(table.roles.map(({ id }: Json) => id)).toContain('finance-officer');
    const { data } = await finance.must('GET', 'permissions/accounts?area=finance');
    expect(data.map(({ username }: Json) => username)).toEqual(['finance']);
    expect((await finance.must('GET', 'session')).may).toMatchObject({ 'permissions:finance': true, accounts: false });
    expect((await server.person('focal.bamyan').must('GET', 'session')).may['permissions:finance']).toBeUndefined();
    const self = server.person('finance').id;
    for (const [method, path, body, code] of [
      ['GET', 'permissions', undefined, 'forbidden'],
      ['GET', 'permissions/accounts', undefined, 'forbidden'],
      ['GET', 'permissions/accounts?area=finance&all=1', undefined, 'forbidden'],
      ['GET', 'permissions/changes', undefined, 'forbidden'],
      ['GET', 'permissions?area=unheard', undefined, 'forbidden'],
      ['GET', `permissions/explain?area=finance&form=school&account=${self}`, undefined, 'record_not_found'],
      ['GET', `permissions/explain?area=finance&form=certificate&account=${admin().id}`, undefined, 'record_not_found'],
      ['PUT', `permissions/accounts/${admin().id}?area=finance`, { grants: [] }, 'forbidden'],
    ] as const)
      expectRefusal(await finance.call(method, path, body), code, undefined, path);
    for (const path of ['permissions?area=finance', 'permissions/changes?area=finance', 'permissions'])
      expectRefusal(await server.person('focal.bamyan').call('GET', path), 'forbidden');
  });

  it('gives and takes roles of an area, leaves others, refuses what is stale, and keeps every change', async () => {
    const { id } = server.person('focal.bamyan');
    const path = `permissions/accounts/${id}?area=finance`;
    const school = (await admin().must('GET', `users/${id}`)).data.grants;
    const bamyan = { ...officer, province_id: province('Bamyan') };
    await admin().must('PUT', path, { grants: [bamyan], seen: [] });
    expect((await server.person('focal.bamyan').call('GET', 'finance-initials')).status).toBe(200);
    expect((await admin().must('GET', `users/${id}`)).data.grants).toEqual([...school, bamyan]);
    const stale = await admin().call('PUT', path, { grants: [], seen: [] });
    expectRefusal(stale, 'conflict');
    expect(stale.body.theirs.grants).toEqual([bamyan]);
    const other = await admin().call('PUT', path, { grants: [{ ...officer, role: 'administrator' }], seen: [bamyan] });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['/grants/0/role']]);
    expectRefusal(await admin().call('PUT', path, { seen: [bamyan] }), 'too_many', '/grants');
    await admin().must('PUT', path, { grants: [], seen: [bamyan] });
    expect((await admin().must('GET', `users/${id}`)).data.grants).toEqual(school);
    expectRefusal(
      await admin().call('PUT', `permissions/accounts/${admin().id}?area=finance`, { grants: [] }),
      'forbidden',
    );

    const log = async (more = ''): Promise<Json> =>
      server.person('finance').must('GET', `permissions/changes?area=finance${more}`);
    const { data, meta } = await log(`&account=${id}`);
    expect(meta.total).toBe(2);
    expect(data.map(({ before, after }: Json) => [before, after])).toEqual([
      [[bamyan], []],
      [[], [bamyan]],
    ]);
    expect(data[0]).toMatchObject({ by: { name: 'Test Administrator' }, account: { name: 'Test Focal B' } });
    expect((await log(`&by=${id}`)).data).toEqual([]);
    expect((await log('&to=2020-01-01')).data).toEqual([]);
    const day = kabulDay(new Date(data[0].at));
    expect((await log(`&from=${day}&to=${day}`)).meta.total).toBe(2);
    expect((await admin().must('GET', 'permissions/changes')).meta.total).toBe(2);
    expectRefusal(await admin().call('GET', 'permissions/changes?from=soon'), 'bad_filter');
    for (const method of ['POST', 'PUT', 'DELETE'])
      expectRefusal(await admin().call(method, 'permissions/changes', {}), 'route_not_found');
  });
});
