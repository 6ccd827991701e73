/** Old records in new versions: what a row shows, what a cell of the export holds and what a filter finds agree. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/server/demo/random.ts';
import { History, textsOf } from '../support/anyHistory.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

/** On each database. */
const HISTORIES = process.env.AMANAT_FULL === '1' ? 8 : 4;
const VERSIONS = 5;
const RECORDS = 4;

describe.each(ANY_DATABASE)('versions lose nothing on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it.each(Array.from({ length: HISTORIES }, (_none, at) => at + 1))('random history %i', async (seed) => {
    const admin = server.person('admin');
    const history = new History(`test-history-${seed}`, seededRandom(seed));
    for (let version = 1; version <= VERSIONS; version++) {
      if (version > 1) history.next();
      await server.services.registry.publish(history.source());
      await server.services.idle();
      await expectAgreement(history);
      for (let made = 0; made < RECORDS; made++) {
        const answers = history.answers();
        history.recorded((await admin.must('POST', history.form, answers)).id, answers);
      }
    }
    await expectAgreement(history);
  });

  it('the shipped example renames a question, splits one and puts options together', async () => {
    const admin = server.person('admin');
    const before = { source: 'river', people: 40, keeper: 'The guard', form_version: 1 };
    const { id } = await admin.must('POST', 'examples-versions', before);
    await admin.must('POST', 'examples-versions', { source: 'tap', users: 7, keeper: 'Nobody', cleaner: 'The pupils' });
    const { data } = await admin.must('GET', 'examples-versions?sort=code&fields=all');
    expect(data.map((row: Json) => [row.form_version, row.data])).toEqual([
      [1, { source: 'open', users: 40, keeper: 'The guard', cleaner: 'The guard' }],
      [2, { source: 'tap', users: 7, keeper: 'Nobody', cleaner: 'The pupils' }],
    ]);
    const filters = encodeURIComponent(JSON.stringify({ source: 'open' }));
    const found = await admin.must('GET', `examples-versions?filters=${filters}`);
    expect(found.data.map((row: Json) => row.id)).toEqual([id]);
    const lifted = { source: 'open', users: 41, keeper: 'The guard', cleaner: 'The guard', form_version: 2 };
    await admin.must('PUT', `examples-versions/${id}`, lifted);
    const [edited, entered] = (await admin.must('GET', `examples-versions/${id}/history`)).data.toSorted(
      (a: Json, b: Json) => b.seq - a.seq,
    );
    expect([edited.form_version, edited.changes]).toEqual([2, [{ field: 'users', before: 40, after: 41 }]]);
    expect([entered.form_version, entered.changes.map(({ field }: Json) => field)]).toEqual([
      1,
      ['source', 'people', 'keeper'],
    ]);
    const { changes } = await server
      .person('mande')
      .must('GET', 'definitions/example-versions/questions/q_example_keeper');
    expect(changes).toEqual([{ version: 2, kind: 'split', from: ['keeper'], to: ['keeper', 'cleaner'] }]);
  });

  it('a mapping declared afterwards is applied at once, and can be taken back', async () => {
    const admin = server.person('admin');
    const publish = async (version: number, migrate?: object) => {
      const source = wellSource(1);
      const { depth } = source.definition.fields;
      source.definition.version = version;
      source.definition.changes.from = version - 1;
      if (depth && version > 1) {
        depth.options = [
          { value: 'deep', label: { en: 'Deep', fa: 'عمیق', ps: 'ژور' } },
          { value: 'shallow', label: { en: 'Shallow', fa: 'کم‌عمق', ps: 'کم ژور' } },
        ];
        (source.schema.properties as Json).depth.enum = ['deep', 'shallow'];
      }
      await server.services.registry.publish({
        ...source,
        definition: { ...source.definition, ...(migrate && { migrate }) },
      });
      await server.services.idle();
    };
    const expectDepth = async (cell: string, value: string | undefined) => {
      const [row] = (await admin.must('GET', 'test/wells')).data;
      expect(row.data.depth).toBe(value);
      const [headings = [], line = []]: string[][] = parse(await admin.must('GET', 'test/wells/export?format=csv'), {
        bom: true,
      });
      expect(line[headings.indexOf('Depth')]).toBe(cell);
      for (const option of ['flat', 'shallow']) {
        const found = (await admin.must('GET', `test/wells?filters={"depth":"${option}"}`)).data;
        expect(found, option).toHaveLength(option === value ? 1 : 0);
      }
    };
    await publish(1);
    await admin.must('POST', 'test/wells', { name: 'Old well', depth: 'flat' });
    await expectDepth('Flat', 'flat');
    await publish(2);
    await expectDepth('', undefined);
    await publish(2, { map: { depth: { flat: 'shallow' } } });
    await expectDepth('Shallow', 'shallow');
    await publish(2);
    await expectDepth('', undefined);
  });

  async function expectAgreement({ form, version, questions, records }: History): Promise<void> {
    const admin = server.person('admin');
    const rows: Json[] = (await admin.must('GET', `${form}?fields=all&per_page=100`)).data;
    expect(rows).toHaveLength(records.length);
    const csv: string[][] = parse(await admin.must('GET', `${form}/export?format=csv&all=1`), { bom: true });
    const [headings = [], names = [], ...lines] = csv;
    expect(lines).toHaveLength(records.length);
    const codes = new Map(rows.map(({ id, code }) => [id, code]));
    const codeAt = names.indexOf('code');
    for (const { id, reads, lost } of records) {
      const row = rows.find((one) => one.id === id);
      const line = lines.find((one) => one[codeAt] === codes.get(id)) ?? [];
      for (const question of questions) {
        const answer = reads.get(question.id);
        const about = `${form}@${version} ${question.id} of ${id}`;
        expect(sorted(row.data[question.name]), about).toEqual(sorted(answer));
        const column = names.indexOf(`${question.name} (${question.id})`);
        expect(headings[column], about).toBe(question.label);
        expect(line[column]?.split(', ').sort(), about).toEqual(
          answer === undefined ? [''] : textsOf(question, answer).sort(),
        );
      }
      for (const texts of lost) {
        const about = `${form}@${version}: ${texts} is still exported in ${line.join('\n')}`;
        expect(
          texts.some((text) => line.join('\n').includes(text)),
          about,
        ).toBe(true);
      }
    }
    for (const question of questions.filter(({ type }) => type !== 'multi')) {
      const values = new Set(records.flatMap(({ reads }) => reads.get(question.id) ?? []));
      for (const value of values) {
        const filters = encodeURIComponent(JSON.stringify({ [question.name]: value }));
        const found: Json[] = (await admin.must('GET', `${form}?filters=${filters}&per_page=100`)).data;
        const expected = records.filter(({ reads }) => reads.get(question.id) === value);
        expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
      }
    }
  }
});

function sorted(answer: unknown): unknown {
  return Array.isArray(answer) ? [...answer].sort() : answer;
}
