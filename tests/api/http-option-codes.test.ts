/** Options whose codes are numbers (`-1`, `1.5`) from a request to the list, its filters, its exports and back. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const codes = ['-1', '1', '1.5', '-1.5'];
const options = codes.map((value) => ({
  value,
  label: { en: `Level ${value}`, fa: `درجه ${value}`, ps: `کچه ${value}` },
}));

function source(): Json {
  const made = springSource(1);
  const add = (name: string, type: string, contract: object) => {
    const label = { en: name, fa: 'درجه', ps: 'کچه' };
    made.definition.fields[name] = { id: `q_spring_${name}`, label, type, options };
    made.definition.sections[0].fields.push(name);
    made.definition.list.columns.push(name);
    made.definition.list.filters.push(name);
    made.schema.properties[name] = contract;
  };
  add('level', 'choice', { type: 'string', enum: codes });
  add('levels', 'multi', { type: 'array', items: { type: 'string', enum: codes }, uniqueItems: true });
  return made;
}

const ANSWERS: Json[] = [
  { name: 'One', level: '-1', levels: ['-1', '1.5'] },
  // A number, and a list as one text, as other programs send them.
  { name: 'Two', level: 1.5, levels: '1,-1.5' },
  { name: 'Three', level: '1', levels: ['-1.5'] },
];

describe.each(ANY_DATABASE)('codes that are numbers on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    const admin = server.person('admin');
    await admin.must('POST', 'definitions', source());
    for (const answers of ANSWERS) await admin.must('POST', 'test/springs', answers);
  });
  afterAll(() => server?.stop());

  const names = async (query: string): Promise<string[]> => {
    const { data }: Json = await server.person('admin').must('GET', `test/springs?${query}`);
    return data.map(({ data: answers }: Json) => answers.name).sort();
  };

  it('are stored as codes', async () => {
    const { data }: Json = await server.person('admin').must('GET', 'test/springs?sort=created_at');
    expect(data.map(({ data: { level, levels } }: Json) => [level, levels])).toEqual([
      ['-1', ['-1', '1.5']],
      ['1.5', ['1', '-1.5']],
      ['1', ['-1.5']],
    ]);
  });

  it.each([
    ['filters={"level":"-1"}', ['One']],
    ['filters[level]=-1', ['One']],
    ['filters[level]=1', ['Three']],
    ['filters[level][0]=1.5&filters[level][1]=-1', ['One', 'Two']],
    ['filters={"level":["1.5","1"]}', ['Three', 'Two']],
    ['filters=[{"field":"level","op":"ne","value":"-1"}]', ['Three', 'Two']],
    ['filters={"levels":"1.5"}', ['One']],
    ['filters={"levels":["1","-1"]}', ['One', 'Two']],
    ['filters=[{"field":"levels","op":"contains","value":"-1.5"}]', ['Three', 'Two']],
    ['filters=[{"field":"levels","op":"not_contains","value":"-1"}]', ['Three', 'Two']],
  ])('are filtered by %s', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  it('are ordered as the definition lists them', async () => {
    const { data }: Json = await server.person('admin').must('GET', 'test/springs?sort=-level');
    expect(data.map(({ data: answers }: Json) => answers.level)).toEqual(['1.5', '1', '-1']);
  });

  const exported = async (query: string): Promise<string[][]> => {
    const response = await fetch(`${server.base}/api/test/springs/export?format=csv&all=1&names=1&${query}`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    return parse(Buffer.from(await response.arrayBuffer()), { bom: true, relax_column_count: true });
  };
  const column = (lines: string[][], name: string): string[] => {
    const at = lines[1]!.findIndex((one) => one.startsWith(`${name} `));
    return lines.slice(2).map((line) => line[at]!);
  };

  it('are exported as they are, and each in a column of its own', async () => {
    const coded = await exported('labels=codes&sort=created_at');
    expect(column(coded, 'level')).toEqual(['-1', '1.5', '1']);
    expect(column(coded, 'levels')).toEqual(['-1, 1.5', '1, -1.5', '-1.5']);
    const split = await exported('split=1&sort=created_at');
    expect(codes.map((code) => column(split, `levels/${code}`))).toEqual([
      ['1', '0', '0'],
      ['0', '1', '0'],
      ['1', '0', '0'],
      ['0', '1', '1'],
    ]);
  });

  it.each(['labels=codes', 'split=1', 'labels=codes&split=1'])('come back with corrections of %s', async (style) => {
    const lines = await exported(`${style}&sort=created_at`);
    const sent = async (changed: string[][]) => {
      const body = new FormData();
      const text = changed.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
      body.append('file', new Blob([text]), 'back.csv');
      const response = await fetch(`${server.base}/api/test/springs/upload/preview`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.tokens.admin}` },
        body,
      });
      return (await response.json()) as Json;
    };
    expect((await sent(lines)).corrections).toEqual([]);
    const isSplit = style.includes('split');
    const at = lines[1]!.findIndex((one) => one.startsWith(isSplit ? 'levels/-1 ' : 'levels '));
    lines[4]![at] = isSplit ? '1' : '-1.5, -1';
    const { corrections } = await sent(lines);
    expect(corrections).toHaveLength(1);
    expect(JSON.stringify(corrections)).toMatch(/Level -1\.5.*Level -1(?!\.)/);
  });
});
