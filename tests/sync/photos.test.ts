/** A photo that is added and taken away without network. Its name changes when it reaches the server. */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import type { LocalRecord } from '../../src/core/sync/types.ts';
import { SAMPLES } from '../support/media.ts';
import { Device } from './device.ts';
import { type Lab, openLab } from './lab.ts';
import { everyRecord, moveOn } from './labTransport.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab('sqlite', { isNewer: true });
});
afterAll(() => lab?.stop());

it('is not there again after both changes are sent, and another one stays', async () => {
  const [site, visit] = ['photos-site', 'photos-visit'];
  const chief = lab.people.chief;
  await moveOn(lab, ['one']);
  await chief.must('POST', 'sites/store', { client_id: site, title: 'Site', province_id: lab.province });
  const answers = { visit_date: '2026-05-20', site_id_answer: site };
  await chief.must('POST', 'visit/store', { client_id: visit, form_version: 1, ...answers });
  const device = new Device(lab, 'one', 'photos-');
  await device.prepare();
  await device.sync();

  const blob = new Blob([new Uint8Array(SAMPLES.image)], { type: 'image/png' });
  const question = { form: 'visit', field: 'photo' };
  for (const id of ['local:1', 'local:2'])
    await device.store.files.put({ id, name: 'a.png', type: blob.type, size: blob.size, question }, blob);
  const save = async (change: RecordData, files: string[]) => {
    const { record, server, ...local } = (await device.store.records.get(visit)) as LocalRecord;
    const { form, form_version, state, parent_id, data: before } = record;
    const data = { ...before, ...change };
    const base = { version: server?.version ?? 1, form_version, state, data: before };
    const next = { ...local, ...(server && { server }), record: { ...record, data } };
    const waiting = { is: 'waiting', attempts: 0 } as const;
    const place = { kind: 'update', form, record_id: visit, parent_id, captured_at: device.now() } as const;
    await device.store.operations.add(
      { id: uuid(), ...place, body: { ...data, form_version }, files, base, state: waiting },
      next,
    );
  };
  await save({ photo: ['local:1', 'local:2'] }, ['local:1', 'local:2']);
  await save({ photo: ['local:2'], boys: 3 }, ['local:2']);
  await save({ boys: 4 }, ['local:2']);
  expect(await device.sync()).toBe(true);

  const there = (await everyRecord(lab, 'chief', [visit])).get(visit);
  const kept = (await device.store.files.get('local:2'))?.id;
  expect([there?.version, there?.data.photo, there?.data.boys]).toEqual([4, [kept], 4]);
  expect((await device.store.records.get(visit))?.record.data.photo).toEqual([kept]);
});
