/** A long form becomes a workbook of XLSForm in a thread: others are answered meanwhile, whoever leaves holds nobody up, and a stopping server sends it to its end. */
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { importWorkbook } from '../../src/core/xlsform/roundTrip.ts';
import type { ImportedForm } from '../../src/core/xlsform/types.ts';
import { xlsformWorkbook } from '../../src/server/api/admin/xlsform/export.ts';
import { readUploadedSheets } from '../../src/server/api/admin/xlsform/xlsform.ts';
import { sendWorkbook } from '../../src/server/api/files/download.ts';
import { createStopper } from '../../src/server/http/stop.ts';
import { ADDED } from '../support/xlsform.ts';

const many = (count: number, of: (at: number) => string[]) => Array.from({ length: count }, (_, at) => of(at));
const { definition, schema } = importWorkbook(
  [
    {
      title: 'survey',
      lines: [['type', 'name', 'label'], ...many(400, (at) => [`select_one l${at % 20}`, `q${at}`, `Q ${at}`])],
    },
    {
      title: 'choices',
      lines: [['list_name', 'name', 'label'], ...many(2_000, (at) => [`l${at % 20}`, `o${at}`, `O ${at}`])],
    },
  ],
  { name: 'long', programme: 'schools', added: ADDED },
) as ImportedForm;
const form = { definition: definition as unknown as FormDefinition, schema };

describe('a workbook of a long form', { timeout: 120_000 }, () => {
  let app: FastifyInstance;
  let base: string;
  let begun: () => void;
  let asked: Promise<void>;
  beforeEach(async () => {
    asked = new Promise((resolve) => {
      begun = resolve;
    });
    app = Fastify({ forceCloseConnections: 'idle' });
    app.get('/health', async () => 'well');
    app.get('/form.xlsx', async (_request, reply) => {
      begun();
      return sendWorkbook(reply, 'form.xlsx', await xlsformWorkbook(form, () => undefined, 'en'));
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterEach(() => app.close());

  const isWhole = async (answer: Response) => {
    expect(answer.status).toBe(200);
    const [survey] = await readUploadedSheets({ bytes: Buffer.from(await answer.arrayBuffer()), name: 'form.xlsx' });
    expect(survey?.lines).toHaveLength(401);
  };

  it('lets others be answered meanwhile', async () => {
    const order: string[] = [];
    const working = fetch(`${base}/form.xlsx`).then((answer) => {
      order.push('workbook');
      return answer;
    });
    await asked;
    for (let at = 0; at < 5; at += 1) await fetch(`${base}/health`);
    order.push('others');
    await isWhole(await working);
    expect(order).toEqual(['others', 'workbook']);
  });

  it('is made for the next when a reader leaves', async () => {
    const leaving = new AbortController();
    const left = fetch(`${base}/form.xlsx`, { signal: leaving.signal });
    await asked;
    leaving.abort();
    await expect(left).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await isWhole(await fetch(`${base}/form.xlsx`));
  });

  it('is sent to its end by a server that was told to stop', async () => {
    const stop = createStopper(app);
    const working = fetch(`${base}/form.xlsx`, { headers: { connection: 'close' } });
    await asked;
    const stopped = stop();
    await isWhole(await working);
    await stopped;
  });
});
