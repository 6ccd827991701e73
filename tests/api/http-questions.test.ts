/** The page of one question: its words and names in every version, what became of its answers, who answers it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const said = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

/** The second version renames `depth`, splits `name`, maps an option and drops `water`, which the third asks again. */
function source(version: 1 | 2 | 3): Json {
  const made = wellSource(2) as Json;
  const { definition, schema } = made;
  definition.version = version;
  definition.changes = { from: version - 1, note: said(`Change ${version}`) };
  const people = { id: 'q_well_people', type: 'table', label: said('People') };
  const age = { id: 'q_well_age', type: 'integer', label: said('Age') };
  const job = { id: 'q_well_job', type: 'text', label: said('Work') };
  const rows = (properties: Json) => ({ type: 'array', maxItems: 9, items: { type: 'object', properties } });
  if (version === 1) {
    definition.fields.people = { ...people, columns: { age, job } };
    definition.sections[0].fields.push('people');
    schema.properties.people = rows({ age: { type: 'integer' }, job: { type: 'string', maxLength: 100 } });
    return made;
  }
  const { name, depth, water } = definition.fields;
  const [section] = definition.sections;
  const owner = { id: 'q_well_owner', type: 'text', label: said('Owner') };
  const how_deep = { ...depth, label: said('How deep?'), visibleWhen: { field: 'name', is: { const: 'Big' } } };
  how_deep.options = [depth.options[0], { value: 'shallow', label: said('Shallow') }];
  const years = { ...age, default: '30.0' };
  definition.fields = {
    name,
    owner,
    how_deep,
    people: { ...people, columns: { years } },
    ...(version === 3 && { water }),
  };
  section.fields = Object.keys(definition.fields);
  definition.list = { columns: ['name', 'how_deep'] };
  schema.required = ['name'];
  schema.properties = {
    name: schema.properties.name,
    owner: { type: 'string', maxLength: 100 },
    how_deep: { type: 'string', enum: ['deep', 'shallow'] },
    people: rows({ years: { type: 'integer' } }),
    ...(version === 3 && { water: schema.properties.water }),
  };
  if (version === 2)
    definition.migrate = {
      rename: { depth: 'how_deep' },
      split: { name: ['name', 'owner'] },
      map: { depth: { flat: 'shallow' } },
      drop: { water: said('Nobody knew'), 'people.job': said('Too private') },
    };
  return made;
}

describe.each(ANY_DATABASE)('the page of a question on %s', (database) => {
  let server: TestServer;
  const page = (question: string) => server.person('mande').must('GET', `definitions/test-well/questions/${question}`);
  beforeAll(async () => {
    server = await startTestServer(database);
    const admin = server.person('admin');
    await server.services.registry.publish(source(1) as never);
    const people = [{ age: 40 }, { age: 12, job: 'Herder' }];
    await admin.must('POST', 'test/wells', { name: 'Old', depth: 'flat', water: 'yes', people });
    await admin.must('POST', 'test/wells', { name: 'Old', depth: 'flat', water: 'no', people: [{ age: 3 }] });
    for (const version of [2, 3] as const) await server.services.registry.publish(source(version) as never);
    await server.services.idle();
    await admin.must('POST', 'test/wells', { name: 'Big', how_deep: 'deep' });
  });
  afterAll(() => server?.stop());

  it('is there for every question that was ever asked, for those who publish', async () => {
    const { data } = await server.person('mande').must('GET', 'definitions/test-well/questions');
    expect(data.map(({ question, versions, asked }: Json) => [question, versions, asked])).toEqual([
      ['q_well_name', [1, 2, 3], true],
      ['q_well_owner', [2, 3], true],
      ['q_well_depth', [1, 2, 3], true],
      ['q_well_people', [1, 2, 3], true],
      ['q_well_age', [1, 2, 3], true],
      ['q_well_water', [1, 3], true],
      ['q_well_job', [1], false],
    ]);
    const coordinator = server.person('coordinator.bamyan');
    for (const path of ['questions', 'questions/q_well_name'])
      expectRefusal(await coordinator.call('GET', `definitions/test-well/${path}`), 'forbidden');
    for (const path of ['test-well/questions/q_none', 'nothing/questions', 'nothing/questions/q_well_name'])
      expectRefusal(await server.person('mande').call('GET', `definitions/${path}`), 'record_not_found');
  });

  it('tells words, names, options and conditions of each version, and how many records answer', async () => {
    const { wordings, changes, filter, records, looked } = await page('q_well_depth');
    expect(wordings.map((one: Json) => [one.version, one.names, one.label.ps, one.answered])).toEqual([
      [1, ['depth'], 'Depth پښتو', 2],
      [2, ['how_deep'], 'How deep? پښتو', 0],
      [3, ['how_deep'], 'How deep? پښتو', 1],
    ]);
    expect(wordings.map((one: Json) => one.note.en)).toEqual(['Change 1', 'Change 2', 'Change 3']);
    expect(wordings.map((one: Json) => one.options.map(({ value }: Json) => value))).toEqual([
      ['deep', 'flat'],
      ['deep', 'shallow'],
      ['deep', 'shallow'],
    ]);
    expect(wordings[1].rules).toEqual([{ kind: 'visibleWhen', text: 'name == "Big"' }]);
    expect(changes).toEqual([
      { version: 2, kind: 'renamed', from: ['depth'], to: ['how_deep'] },
      { version: 2, kind: 'mapped', from: ['flat'], to: ['shallow'] },
    ]);
    expect([records, looked]).toEqual([3, 3]);
    const filters = encodeURIComponent(JSON.stringify([filter]));
    const list = await server.person('admin').must('GET', `test/wells?filters=${filters}`);
    expect(list.meta.total).toBe(3);
  });

  it('tells what became of answers that were split, taken over, dropped and asked again', async () => {
    const reason = said('Nobody knew');
    expect((await page('q_well_water')).changes).toEqual([
      { version: 2, kind: 'dropped', from: ['water'], to: [], reason },
      { version: 3, kind: 'back', from: [], to: ['water'] },
    ]);
    expect((await page('q_well_water')).wordings.map((one: Json) => one.answered)).toEqual([2, 0]);
    expect((await page('q_well_name')).changes).toEqual([
      { version: 2, kind: 'split', from: ['name'], to: ['name', 'owner'] },
    ]);
    expect((await page('q_well_owner')).changes).toEqual([
      { version: 2, kind: 'taken', from: ['name'], to: ['owner'] },
    ]);
  });

  it('is there for columns of tables, whose answers stand in rows', async () => {
    const age = await page('q_well_age');
    expect([age.label.en, age.within.map(({ en }: Json) => en), age.filter]).toEqual(['Age', ['People'], null]);
    expect(age.wordings.map((one: Json) => [one.version, one.names, one.answered])).toEqual([
      [1, ['people.age'], 2],
      [2, ['people.years'], 0],
      [3, ['people.years'], 0],
    ]);
    expect(age.wordings[1].rules).toEqual([{ kind: 'default', text: '30.0' }]);
    expect(age.changes).toEqual([{ version: 2, kind: 'renamed', from: ['people.age'], to: ['people.years'] }]);
    const job = await page('q_well_job');
    expect(job.wordings.map((one: Json) => one.answered)).toEqual([1]);
    const reason = said('Too private');
    expect(job.changes).toEqual([{ version: 2, kind: 'dropped', from: ['people.job'], to: [], reason }]);
  });
});
