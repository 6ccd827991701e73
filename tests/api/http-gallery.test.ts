/** Albums and their pictures: order, cover, who may see and add them. A repeated upload stores a picture once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(ANY_DATABASE)('gallery on %s', (database) => {
  let server: TestServer;
  let album: Json;
  let province: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    const places = [...server.services.registry.places().values()];
    province = places.find((place) => place.name_en === 'Bamyan')?.id ?? '';
    const body = {
      name: 'Meetings of the spring',
      date: '2026-04-10',
      province_id: province,
      place: 'House of the council',
    };
    album = (await server.person('focal.bamyan').must('POST', 'albums', body)).album;
  });
  afterAll(() => server?.stop());

  const upload = async (username: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([PICTURE], { type: 'image/png' }), 'meeting.png');
    const response = await fetch(`${server.base}/api/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens[username]}` },
      body: form,
    });
    return ((await response.json()) as Json).id;
  };
  const add = async (username: string, more: Json = {}) => {
    const image = [await upload(username)];
    return server
      .person(username)
      .call('POST', 'images/store', { album_id: album.id, activity_name: 'Meeting', image, ...more });
  };
  const images = (username: string, query = '') =>
    server
      .person(username)
      .must('GET', `images?fields=all&sort=date_taken,created_at&filters={"album_id":"${album.id}"}${query}`);

  it('takes several pictures, each once however often it is sent, in the order they were taken', async () => {
    const client_id = crypto.randomUUID();
    const image = [await upload('focal.bamyan')];
    const body = { client_id, album_id: album.id, activity_name: 'Second', date_taken: '2026-04-11', image };
    const focal = server.person('focal.bamyan');
    const [first, again] = [
      await focal.must('POST', 'images/store', body),
      await focal.must('POST', 'images/store', body),
    ];
    expect(again.id).toBe(first.id);
    expect((await add('focal.bamyan', { activity_name: 'First', date_taken: '2026-04-10' })).status).toBe(200);
    const { data, meta } = await images('focal.bamyan');
    expect(meta.total).toBe(2);
    expect(data.map((row: Json) => row.activity_name)).toEqual(['First', 'Second']);
    // The gallery's first page requests one picture and the total.
    const face = await images('focal.bamyan', '&per_page=1');
    expect([face.data.length, face.meta.total]).toEqual([1, 2]);
    const forms = await focal.must('GET', `albums/${album.id}/forms?form_type=image`);
    expect(forms.meta.total).toBe(2);
  });

  it('is seen by everybody who works, with the pictures; filled and changed by people of the place', async () => {
    const found = await images('focal.kabul');
    expect(found.meta.total).toBe(2);
    const file = found.data[0].data.image[0];
    const read = (headers: Record<string, string>) => fetch(`${server.base}/api/files/${file}?size=thumb`, { headers });
    const thumb = await read({ authorization: `Bearer ${server.tokens['focal.kabul']}` });
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expectRefusal(await refusalOf(read({})), 'unauthorized');
    const scope = found.data[0].recordScope;
    expect([scope.view, scope.edit, scope.delete]).toEqual([true, undefined, undefined]);
    expectRefusal(await refusalOf(add('focal.kabul')), 'other_province');
    const own = (await images('focal.bamyan')).data[0].recordScope;
    expect([own.edit, own.delete]).toEqual([true, true]);
  });

  it('has province and department as filters, a cover, and captions that can be changed', async () => {
    const focal = server.person('focal.bamyan');
    const inProvince = async (id: string) =>
      (await focal.must('GET', `albums?filters={"province":"${id}"}`)).meta.total;
    expect(await inProvince(province)).toBe(1);
    expect(await inProvince('no-such-place')).toBe(0);
    const { data } = await images('focal.bamyan');
    const cover_id = data[1].data.image[0];
    const saved = await focal.must('PUT', `albums/${album.id}`, { ...album.data, cover_id, version: album.version });
    expect(saved.album.data.cover_id).toBe(cover_id);
    const rows = await focal.must('GET', 'albums?fields=all');
    expect(rows.data[0].data.cover_id).toBe(cover_id);
    const changed = await focal.must('PUT', `images/${data[0].id}`, {
      ...data[0].data,
      activity_description: 'د شورا غونډه',
      version: data[0].version,
    });
    expect(changed.image.data.activity_description).toBe('د شورا غونډه');
  });

  it('says in one call how many pictures each album has, as many as one may see', async () => {
    const focal = server.person('focal.bamyan');
    const other = (
      await focal.must('POST', 'albums', { name: 'Still empty', date: '2026-05-01', province_id: province })
    ).album;
    const { data, meta } = await focal.must('GET', 'albums?counts=1');
    expect(data.map((row: Json) => row.id).sort()).toEqual([album.id, other.id].sort());
    expect(meta.counts).toEqual({ [album.id]: { image: 2 } });
    expect((await focal.must('GET', 'albums')).meta.counts).toBeUndefined();
    expect((await focal.must('GET', 'images?counts=1')).meta.counts).toEqual({});
  });

  it('keeps an order made by hand under the version lock', async () => {
    const focal = server.person('focal.bamyan');
    const { data } = await images('focal.bamyan');
    const image_order = data.map((row: Json) => row.id).reverse();
    const seen = (await focal.must('GET', `albums/${album.id}`)).album;
    const put = (body: Json) => focal.call('PUT', `albums/${album.id}`, { ...seen.data, ...body });
    expect((await put({ image_order, version: seen.version })).status).toBe(200);
    expect((await focal.must('GET', `albums/${album.id}`)).album.data.image_order).toEqual(image_order);
    const late = await put({ image_order: [...image_order].reverse(), version: seen.version });
    expectRefusal(late, 'conflict');
    expect(late.body.theirs.data.image_order).toEqual(image_order);
    expectRefusal(
      await refusalOf(put({ image_order: [image_order[0], image_order[0]], version: seen.version + 1 })),
      'validation_failed',
    );
  });

  it('lifts a picture of the first version when its captions come in three languages, and never back', async () => {
    const focal = server.person('focal.bamyan');
    const body = { album_id: album.id, activity_name: 'Old', image: [await upload('focal.bamyan')], form_version: 1 };
    const old = (await focal.must('POST', 'images/store', body)).image;
    expect(old.form_version).toBe(1);
    const captions = { caption_en: 'Meeting', caption_fa: 'جلسه', caption_ps: 'غونډه' };
    const put = (more: Json, version: number) =>
      focal.call('PUT', `images/${old.id}`, { ...old.data, ...captions, ...more, version });
    const refused = await put({}, old.version);
    expect([refused.status, refused.body.errors['/caption_en'][0].code]).toEqual([422, 'unknown_field']);
    const lifted = await put({ form_version: 2 }, old.version);
    expect([lifted.status, lifted.body.image.form_version]).toEqual([200, 2]);
    const again = await put({ form_version: 1 }, lifted.body.version);
    expect([again.status, again.body.image.form_version, again.body.image.data.caption_ps]).toEqual([200, 2, 'غونډه']);
    await focal.must('DELETE', `images/${old.id}?version=${again.body.version}`);
  });

  it('a deleted picture is gone from the album', async () => {
    const { data } = await images('focal.bamyan');
    await server.person('focal.bamyan').must('DELETE', `images/${data[0].id}?version=${data[0].version}`);
    expect((await images('focal.bamyan')).meta.total).toBe(1);
  });
});
