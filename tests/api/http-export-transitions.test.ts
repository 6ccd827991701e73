/** The changes of state in exports: on a sheet of their own or in files for programs, for those who see them. */
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import readSheets from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });
const text = (id: string, label: string) => ({ id, type: 'text' as const, label: words(label) });
const CASES = 'test-cases';
const CASE: FormSource = {
  definition: {
    form: 'test-case',
    version: 1,
    kind: 'record',
    programme: 'courts',
    title: words('Case'),
    plural: words('Cases'),
    paths: { list: '/test-cases', record: '/test-cases/:id' },
    api: { base: CASES },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: ['subject', 'accused'] }],
    fields: {
      subject: text('q_case_subject', 'Subject'),
      accused: { ...text('q_case_accused', 'Name'), restricted: true },
    },
    list: { columns: ['subject'], filters: ['subject'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['subject'],
    additionalProperties: false,
    properties: { subject: { type: 'string', maxLength: 100 }, accused: { type: 'string', maxLength: 100 } },
  },
};
const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const REMARK = 'This is the brother of the judge';

describe.each(DATABASES)('changes of state in exports on %s', { timeout: 60_000 }, (database) => {
  let server: TestServer;
  let stage: Stage;
  let id: string;
  const file = async (path: string, who = 'admin') => {
    const answer = await fetch(`${server.base}/api/${path}`, {
      headers: { authorization: `Bearer ${server.tokens[who]}` },
    });
    expect(answer.status, path).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const csv = async (path: string, who?: string): Promise<string[][]> =>
    parse(new TextDecoder().decode(await file(path, who)), { bom: true });
  /** Returns the lines of a sheet under the stored names. */
  const rows = (sheet: readonly (readonly Json[])[] | undefined): Json[] => {
    const [names = [], ...lines] = sheet ?? [];
    return lines.map((line) => Object.fromEntries(names.map((name, n) => [name, line[n] ?? ''])));
  };
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    await server.services.registry.publish(CASE);
    const admin = server.person('admin');
    id = (await server.person('mande').must('POST', `${CASES}/store`, { subject: 'Land' })).id;
    const step = (action: string, more: Json = {}) =>
      admin.must('POST', `${CASES}/change-record-status`, { record_id: id, action, ...more });
    await step('verify', { comment: '=1+1\nSeen' });
    await step('return', {
      comment: 'Look again',
      fields: [
        { field: 'subject', comment: 'Which land?' },
        { field: 'accused', comment: REMARK },
      ],
    });
  });
  afterAll(() => server?.stop());

  const EXPECTED = [
    { from: '', to: 'submitted', comment: '', fields: '' },
    { from: 'submitted', to: 'verified', comment: '=1+1\nSeen', fields: '' },
    { from: 'verified', to: 'returned', comment: 'Look again', fields: `subject: Which land?\naccused: ${REMARK}` },
  ];

  it('are a sheet and a file of their own, joined by the code and the id of the record, and in the codebook', async () => {
    const query = 'export?all=1&header=names&labels=codes&transitions=1&codebook=1';
    const book = await readSheets(new Blob([await file(`${CASES}/${query}`)]));
    expect(book.map(({ sheet }) => sheet)).toEqual(['Cases', 'Changes of status', 'Codebook', 'Options']);
    const [records, transitions, codebook] = book.map(({ data }) => rows(data as Json[][]));
    const archive = unzipSync(await file(`${CASES}/${query}&format=zip`));
    const name = Object.keys(archive).find((one) => one.startsWith('2 ')) as string;
    const inCsv = rows(parse(new TextDecoder().decode(archive[name]), { bom: true }));
    expect(inCsv.map((row) => row['record.transitions.comment'])).toContain("'=1+1\nSeen");
    const alone = rows(await csv(`${CASES}/export?format=csv&rows=record.transitions&header=names&labels=codes`));
    expect(alone).toEqual(inCsv);
    for (const sheet of [transitions, inCsv])
      for (const [n, row] of (sheet ?? []).entries()) {
        expect([row.id, row['record.transitions.by']]).toEqual([
          id,
          records?.[0][`record.${row['record.transitions.to']}_by`],
        ]);
        expect(row['record.transitions.at']).toMatch(ISO);
        expect(Number(row['record.transitions.version'])).toBe(n + 1);
        for (const [cell, value] of Object.entries(EXPECTED[n] as Json))
          expect(String(row[`record.transitions.${cell}`]).replace(/^'/, ''), cell).toBe(value);
      }
    expect([transitions?.length, inCsv.length]).toEqual([3, 3]);
    expect(transitions?.[0]['record.transitions.by']).not.toBe(transitions?.[1]['record.transitions.by']);
    expect(transitions?.[2]['record.transitions.at']).toBe(records?.[0]['record.returned_at']);
    const described = codebook?.filter((row) => row.Sheet === 'Changes of status').map((row) => row['Stored name']);
    expect(described).toEqual(Object.keys(transitions?.[0]));
  });

  it('say states and questions in words, in every language that is asked for', async () => {
    const [, , , last] = await csv(`${CASES}/export?format=csv&rows=record.transitions&localSuffix=fa`);
    expect(last?.at(-1)).toContain('Subject دری: Which land?');
    const all = await csv(`${CASES}/export?format=csv&rows=record.transitions&labels=all`);
    const state = server.services.registry.workflow(server.services.registry.form('test-case') as never).states;
    const verified = state.find((one) => one.id === 'verified')?.label;
    expect(all[2]).toContain(`${verified?.en} / ${verified?.fa} / ${verified?.ps}`);
  });

  it('are in files for programs, with a type each', async () => {
    const line = JSON.parse(new TextDecoder().decode(await file(`${CASES}/export?format=ndjson&transitions=1`)));
    expect(line.transitions).toMatchObject([
      { version: 1, from: null, to: 'submitted', comment: null, fields: [] },
      { version: 2, from: 'submitted', to: 'verified' },
      { version: 3, fields: [{ field: 'subject' }, { field: 'accused', comment: REMARK }] },
    ]);
    const plain = JSON.parse(new TextDecoder().decode(await file(`${CASES}/export?format=ndjson`)));
    expect(plain).not.toHaveProperty('transitions');
    const parquet = await file(`${CASES}/export?format=parquet&transitions=1&labels=codes&codebook=1`);
    const buffer = parquet.slice().buffer as ArrayBuffer;
    const [row] = (await parquetReadObjects({ file: buffer })) as Json[];
    expect(row['record.transitions']).toMatchObject([
      { version: 1n, at: expect.any(Date), to: 'submitted' },
      { version: 2n, at: expect.any(Date), from: 'submitted', to: 'verified', comment: '=1+1\nSeen' },
      { version: 3n, at: new Date(line.transitions[2].at), fields: EXPECTED[2]?.fields },
    ]);
    const codebook = parquetMetadata(buffer).key_value_metadata?.find(({ key }) => key === 'codebook')?.value ?? '[]';
    const names = JSON.parse(codebook).map(({ name }: Json) => name);
    expect(names).toEqual(expect.arrayContaining(['record.transitions', 'record.transitions.comment']));
  });

  it('keep comments on protected questions from those who may not read them', async () => {
    const queries = ['all=1&transitions=1', 'format=ndjson&transitions=1', 'format=csv&rows=record.transitions'];
    for (const query of [...queries, 'format=parquet&transitions=1']) {
      const bytes = await file(`${CASES}/export?${query}&labels=codes`, 'mande');
      const content = query.startsWith('all')
        ? JSON.stringify(await readSheets(new Blob([bytes])))
        : query.includes('parquet')
          ? JSON.stringify(await parquetReadObjects({ file: bytes.buffer as ArrayBuffer }), (_key, value) =>
              typeof value === 'bigint' ? Number(value) : value,
            )
          : new TextDecoder().decode(bytes);
      expect(content, query).toContain('Which land?');
      expect(content, query).not.toContain(REMARK);
    }
  });

  it('are those of the records that a person sees and asks for, and of nobody who may not export', async () => {
    const admin = server.person('admin');
    const days = ['2026-05-01', '2026-06-01'];
    for (const day of days) await admin.must('POST', 'schools-rates/store', ratingAnswers(stage, day));
    const path = 'schools-rates/export?format=csv&header=names&rows=record.transitions';
    const codes = rows(await csv('schools-rates/export?format=csv&header=names&columns=code')).map((row) => row.code);
    expect(rows(await csv(path)).map((row) => row.code)).toEqual(expect.arrayContaining(codes));
    const ofCoordinator = async (who: string) => rows(await csv(path, who)).map((row) => row.id);
    const [inBamyan, inKabul, all] = await Promise.all(
      ['coordinator.bamyan', 'coordinator.kabul', 'admin'].map(ofCoordinator),
    );
    expect(new Set(inBamyan).size).toBeGreaterThanOrEqual(days.length);
    expect(all).toEqual(expect.arrayContaining(inBamyan as string[]));
    expect(inKabul).toEqual([]);
    expect(rows(await csv(`${path}&ids=${inBamyan?.[0]}`)).map((row) => row.id)).toContain(inBamyan?.[0]);
    expect(new Set(rows(await csv(`${path}&ids=${inBamyan?.[0]}`)).map((row) => row.id)).size).toBe(1);
    expectRefusal(await server.person('focal.bamyan').call('GET', path), 'role_needed');
    expectRefusal(await admin.call('GET', `${CASES}/export?format=csv&transitions=1`), 'bad_filter');
  });

  it('are no answers: a workbook that has them comes back without a change', async () => {
    const body = new FormData();
    body.append('file', new Blob([await file(`${CASES}/export?all=1&transitions=1`)]), 'cases.xlsx');
    const { meta } = await server.person('admin').must('POST', `${CASES}/upload/preview`, body);
    expect(meta).toMatchObject({ records: 1, unchanged: 1, changed: 0, errors: 0 });
  });
});
