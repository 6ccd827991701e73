/** Saved views of lists: own and shared, read with the rights of the reader, across versions of the form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { endsOf, expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });
const VIEWS = 'views/test-well';

/** The well with a question that only its programme reads. Version 2 calls the depth otherwise and puts options together. */
function source(version: 1 | 2): FormSource {
  const made = wellSource(1);
  const { definition, schema } = made;
  const properties = schema.properties as Json;
  definition.version = version;
  definition.changes = { from: version - 1, note: words('Version') };
  definition.fields.owner = { id: 'q_well_owner', type: 'text', label: words('Owner'), restricted: true };
  definition.sections[0]?.fields?.push('owner');
  definition.list = { columns: ['name', 'depth'], filters: ['depth', 'owner', 'date'], sort: 'name' };
  properties.owner = { type: 'string', maxLength: 100 };
  if (version === 2) {
    definition.fields.deepness = {
      ...(definition.fields.depth as (typeof definition.fields)[string]),
      options: [{ value: 'any', label: words('Any') }],
    };
    delete definition.fields.depth;
    definition.sections[0] = { id: 'all', title: words('All'), fields: ['name', 'deepness', 'owner'] };
    definition.list = { columns: ['name', 'deepness'], filters: ['deepness', 'owner'], sort: 'name' };
    definition.migrate = { rename: { depth: 'deepness' }, map: { deepness: { deep: 'any', flat: 'any' } } };
    properties.deepness = { type: 'string', enum: ['any'] };
    delete properties.depth;
  }
  return made;
}

describe.each(ANY_DATABASE)('saved views on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(source(1));
    await server.services.idle();
  });
  afterAll(() => server?.stop());

  const who = (name: string) => server.person(name);
  const shown = async (name: string): Promise<Json[]> => (await who(name).must('GET', VIEWS)).data;
  const DEEP = [{ field: 'depth', op: 'eq', value: 'deep' }];
  const OWNER = [{ field: 'owner', op: 'contains', value: 'Karim' }];

  it('are their own until somebody who may shares one', async () => {
    const focal = who('focal.bamyan');
    const { data } = await focal.must('POST', VIEWS, { name: '  Deep\u202e wells ', filters: DEEP, sort: ['-name'] });
    expect(data).toMatchObject({
      name: 'Deep wells',
      own: true,
      shared: false,
      version: 1,
      filters: DEEP,
      dropped: [],
    });
    expect(await shown('focal.kabul')).toEqual([]);
    const foreign = await who('focal.kabul').call('PUT', `${VIEWS}/${data.id}`, { version: 1, name: 'Mine' });
    expectRefusal(foreign, 'record_not_found');
    const refused = await focal.call('POST', VIEWS, { name: 'For all', shared: true });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_needed']);
    expectRefusal(await focal.call('PUT', `${VIEWS}/${data.id}`, { version: 1, shared: true }), 'role_needed');
    const shared = await who('manager.schools').must('POST', VIEWS, { name: 'Deep wells', shared: true, text: 'a' });
    expect(await shown('focal.bamyan')).toMatchObject([{ id: data.id }, { name: 'Deep wells', own: false }]);
    expectRefusal(await focal.call('PUT', `${VIEWS}/${shared.data.id}`, { version: 1, name: 'X' }), 'role_needed');
    expectRefusal(await focal.call('DELETE', `${VIEWS}/${shared.data.id}?version=1`), 'role_needed');
    const taken = await focal.call('POST', VIEWS, { name: 'DEEP  WELLS' });
    expect([taken.status, taken.body.errors['/name'][0].code]).toEqual([422, 'view_name_taken']);
    await focal.must('DELETE', `${VIEWS}/${data.id}?version=1`);
    await who('admin').must('DELETE', `${VIEWS}/${shared.data.id}?version=1`);
    expect(await shown('focal.bamyan')).toEqual([]);
  });

  it('leave out what their reader may not read, and say so', async () => {
    const state = { filters: [...DEEP, ...OWNER], sort: ['-owner', 'name'], columns: ['name', 'owner'] };
    const { data } = await who('manager.schools').must('POST', VIEWS, { name: 'Of one owner', shared: true, ...state });
    expect(data).toMatchObject({ ...state, dropped: [] });
    const [seen] = await shown('finance');
    expect(seen).toMatchObject({ filters: DEEP, sort: ['name'], columns: ['name'], may_change: false });
    expect(seen?.dropped).toEqual(
      ['filter', 'sort', 'column'].map((part) => ({ part, field: 'owner', reason: 'restricted' })),
    );
    expect(JSON.stringify(seen)).not.toContain('Karim');
    // An evaluator may share, but what they cannot see must not get lost for the others.
    const path = `${VIEWS}/${data.id}`;
    expectRefusal(
      await who('mande').call('PUT', path, { version: 1, filters: [], sort: [], columns: null }),
      'forbidden',
    );
    await who('mande').must('PUT', path, { version: 1, name: 'Wells of one owner' });
    expect(await shown('manager.schools')).toMatchObject([{ name: 'Wells of one owner', ...state, version: 2 }]);
    expectRefusal(await who('finance').call('POST', VIEWS, { name: 'Theirs', filters: OWNER }), 'bad_filter');
    expect((await who('finance').call('PUT', `${VIEWS}/columns`, { columns: ['owner'] })).status).toBe(200);
    expect((await who('finance').must('GET', VIEWS)).columns).toBeNull();
    await who('manager.schools').must('DELETE', `${path}?version=2`);
  });

  it('are not overwritten by somebody who saw an earlier version', async () => {
    const manager = who('manager.schools');
    const { data } = await manager.must('POST', VIEWS, { name: 'Ours', shared: true });
    const path = `${VIEWS}/${data.id}`;
    const both = ['manager.schools', 'mande'].map((name) =>
      who(name).call('PUT', path, { version: 1, filters: [], text: name, sort: [], columns: null, per_page: 50 }),
    );
    expect(endsOf(await Promise.all(both))).toEqual(['conflict', 'done']);
    const late = await manager.call('DELETE', `${path}?version=1`);
    expectRefusal(late, 'conflict');
    expect(late.body.theirs.version).toBe(2);
    const names = ['A', 'a', 'Ａ'].map((name) => manager.call('POST', VIEWS, { name }));
    expect(endsOf(await Promise.all(names))).toEqual(['done', 'validation_failed', 'validation_failed']);
    for (const view of await shown('manager.schools'))
      await manager.must('DELETE', `${VIEWS}/${view.id}?version=${view.version}`);
  });

  it('refuse what no list could show', async () => {
    const focal = who('focal.bamyan');
    const long = 'x'.repeat(1_000_000);
    for (const [body, status] of [
      [{}, 422],
      [{ name: '\u200b \u0650' }, 422],
      [{ name: 'n'.repeat(81) }, 422],
      [{ name: long }, 422],
      [{ name: 'a', filters: [{ field: '__proto__', op: 'eq', value: 1 }] }, 400],
      [{ name: 'a', filters: [{ field: 'depth', op: 'gte', value: 'a' }] }, 400],
      [{ name: 'a', filters: 'depth' }, 400],
      [{ name: 'a', columns: ['constructor'] }, 400],
      [{ name: 'a', columns: [5] }, 400],
      [{ name: 'a', sort: ['-nothing'] }, 400],
      [{ name: 'a', text: long }, 400],
      [{ name: 'a', per_page: 'many' }, 400],
      [{ name: 'a', shared: 'yes' }, 400],
      [{ name: 'a', filters: [{ field: 'name', op: 'in', value: Array(500).fill('x'.repeat(400)) }] }, 422],
    ] as const)
      expect([JSON.stringify(body).slice(0, 90), (await focal.call('POST', VIEWS, body)).status]).toEqual([
        JSON.stringify(body).slice(0, 90),
        status,
      ]);
    expectRefusal(await focal.call('GET', 'views/nothing'), 'record_not_found');
    expectRefusal(await focal.call('GET', 'views/complaint-nothing'), 'record_not_found');
    expectRefusal(await focal.call('PUT', `${VIEWS}/%00`, { version: 1, name: 'a' }), 'record_not_found');
    for (let at = 0; at < 50; at++) await focal.must('POST', VIEWS, { name: `View ${at}` });
    const many = await focal.call('POST', VIEWS, { name: 'One more' });
    expect([many.status, many.body.errors['/name'][0].code]).toEqual([422, 'too_many']);
  });

  it('remember columns for the person, and follow the names of a newer version', async () => {
    const manager = who('manager.schools');
    for (const columns of [['name'], ['depth', 'name']]) await manager.must('PUT', `${VIEWS}/columns`, { columns });
    expect((await manager.must('GET', VIEWS)).columns).toEqual(['depth', 'name']);
    const filters = [...DEEP, { field: 'date', op: 'gte', value: '2026-01-01' }];
    await manager.must('POST', VIEWS, { name: 'Deep', filters, sort: ['-depth'], columns: ['depth'] });
    await server.services.registry.publish(source(2));
    await server.services.idle();
    expect(await manager.must('GET', VIEWS)).toMatchObject({
      columns: ['deepness', 'name'],
      data: [
        {
          filters: [{ field: 'deepness', op: 'eq', value: 'any' }, filters[1]],
          sort: ['-deepness'],
          columns: ['deepness'],
          dropped: [],
        },
      ],
    });
  });
});
