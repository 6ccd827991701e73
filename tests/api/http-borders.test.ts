/** Borders that an administrator imports: joined by P-code, shown before they are stored, small on maps, and safe to read. */
import { feature } from 'topojson-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const PATH = 'admin/places/borders';

/** A square of a tenth of a degree. */
function square(longitude: number, latitude: number): [number, number][] {
  const [east, north] = [longitude + 0.1, latitude + 0.1];
  return [
    [longitude, latitude],
    [east, latitude],
    [east, north],
    [longitude, north],
    [longitude, latitude],
  ];
}

const polygon = (longitude = 67, latitude = 34) => ({ type: 'Polygon', coordinates: [square(longitude, latitude)] });
const area = (properties: Json, geometry: Json = polygon()) => ({ type: 'Feature', properties, geometry });
const collection = (...features: Json[]) => ({ type: 'FeatureCollection', features });

function body(content: unknown, property?: string): FormData {
  const parts = new FormData();
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  parts.append('file', new Blob([text]), 'areas.geojson');
  if (property) parts.append('property', property);
  return parts;
}

describe.each(ANY_DATABASE)('borders of places on %s', (database) => {
  let server: TestServer;
  let districts: Json[];
  beforeAll(async () => {
    server = await startTestServer(database);
    const places = [...server.services.registry.places().values()];
    const bamyan = places.find(({ name_en }) => name_en === 'Bamyan')?.id;
    districts = places.filter(({ level, parent_id, pcode }) => level === 'district' && parent_id === bamyan && pcode);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const preview = (content: unknown, property?: string) =>
    admin().must('POST', `${PATH}?dry_run=1`, body(content, property));
  const read = (headers: Record<string, string> = {}) =>
    fetch(`${server.base}/api/borders`, {
      headers: { authorization: `Bearer ${server.tokens['focal.kabul']}`, ...headers },
    });
  const two = () =>
    collection(
      area({ ADM1_PCODE: 'AF10', ADM2_PCODE: districts[0]?.pcode, note: 'made by hand', deep: { er: 1 } }),
      area({ ADM1_PCODE: 'AF10', ADM2_PCODE: districts[1]?.pcode.toLowerCase() }, polygon(67.1)),
      area({ ADM1_PCODE: 'AF10', ADM2_PCODE: 'AF9999' }, polygon(67.2)),
    );

  it('are shown before they are stored: what matches, which districts have none, which areas are nowhere', async () => {
    const found = await preview(two());
    expect(found).toMatchObject({
      file: 'areas.geojson',
      areas: 3,
      property: 'ADM2_PCODE',
      properties: [
        { name: 'ADM2_PCODE', matched: 2 },
        { name: 'ADM1_PCODE', matched: 1 },
      ],
      unmatched: [{ number: 3, code: 'AF9999' }],
      unmatched_total: 1,
    });
    const [level] = found.levels;
    const drawn = feature(found.map.district, 'areas') as unknown as Json;
    expect(drawn.features.map(({ id }: Json) => id)).toEqual([districts[0]?.pcode, districts[1]?.pcode]);
    expect(level).toMatchObject({ level: 'district', places: 2 });
    const names = level.without.map(({ id }: Json) => id);
    expect(names).toContain(districts[2]?.id);
    expect(names).not.toContain(districts[1]?.id);
    expect((await admin().must('GET', PATH)).data).toEqual([]);
    const provinces = await preview(two(), 'ADM1_PCODE');
    expect(provinces.levels).toMatchObject([{ level: 'province', places: 1 }]);
  });

  it('are served once imported, with a tag that changes with them, and can be removed again', async () => {
    const before = await read();
    expect(await before.json()).toEqual({});
    const { message, map: preview } = await admin().must('POST', PATH, body(two()));
    expect(preview).toBeUndefined();
    expect(message).toBe('The borders were imported.');
    const served = await read({ 'if-none-match': before.headers.get('etag') as string });
    expect([served.status, served.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const map = (await served.json()) as Json;
    const { features } = feature(map.district, 'areas') as unknown as Json;
    expect(features.map(({ id }: Json) => id)).toEqual([districts[0]?.pcode, districts[1]?.pcode]);
    for (const [index, value] of square(67, 34)[2]?.entries() ?? [])
      expect(Math.max(...features[0].geometry.coordinates[0][0].map((one: number[]) => one[index]))).toBeCloseTo(
        value,
        3,
      );
    expect(features[0].properties).toEqual({});
    expect((await read({ 'if-none-match': served.headers.get('etag') as string })).status).toBe(304);
    expect((await admin().must('GET', PATH)).data).toMatchObject([
      { level: 'district', places: 2, file: 'areas.geojson', by: { id: admin().id } },
    ]);
    await admin().must('POST', PATH, body(collection(area({ code: 'AF10' }))));
    expect(Object.keys((await (await read()).json()) as Json)).toEqual(['district', 'province']);
    await admin().must('DELETE', `${PATH}/district`);
    expect(Object.keys((await (await read()).json()) as Json)).toEqual(['province']);
    expectRefusal(await admin().call('DELETE', `${PATH}/district`), 'record_not_found');
    const events = (await admin().must('GET', 'admin/places/history')).data as Json[];
    expect(events.map(({ action, name }) => [action, name]).slice(0, 3)).toEqual([
      ['place_borders_removed', 'areas.geojson'],
      ['place_borders_imported', 'areas.geojson'],
      ['place_borders_imported', 'areas.geojson'],
    ]);
  });

  it('are kept by those who keep places, and read by everybody who is logged in', async () => {
    for (const who of ['coordinator.bamyan', 'manager.schools']) {
      const person = server.person(who);
      expectRefusal(await person.call('GET', PATH), 'forbidden');
      expectRefusal(await person.call('POST', PATH, body(two())), 'forbidden');
      expectRefusal(await person.call('DELETE', `${PATH}/province`), 'forbidden');
    }
    expectRefusal(await refusalOf(fetch(`${server.base}/api/borders`)), 'unauthorized');
  });

  it('are refused in words, whatever the file is, and the server goes on', async () => {
    const refused = async (content: unknown, property?: string) => {
      const { status, body: answer } = await admin().call('POST', `${PATH}?dry_run=1`, body(content, property));
      return [status, answer.code, answer.message];
    };
    const nested = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
    expect((await refused(nested)).slice(0, 2)).toEqual([422, 'borders_unreadable']);
    expect((await refused(`{"a":"${' '.repeat(21 * 1024 * 1024)}"}`)).slice(0, 2)).toEqual([413, 'too_large']);
    expect((await refused(two(), 'note')).slice(0, 2)).toEqual([422, 'borders_unmatched']);
    const metres = await refused(collection(area({}, polygon(7_459_000, 4_080_000))));
    expect(metres[2]).toContain('(4080000, 7459000)');
    expectRefusal(await admin().call('POST', PATH, {}), 'bad_body');
    expect((await fetch(`${server.base}/api/health`)).status).toBe(200);
  });
});
