/**
 * Checks the OpenAPI document against the server: every call is sent with valid input and with input that it refuses. Every
 * response must have a documented status and exactly the documented shape.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { openApiDocument } from '../../src/server/api/openapi/document.ts';
import { Contract } from '../support/contract.ts';
import { Answerer } from '../support/everyForm.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { askFixedCalls } from './contract-fixed.ts';
import { askForm, takesExports } from './contract-forms.ts';
import { newPerson, type Person } from './permissions-cast.ts';

/** The full run sends refused input and an export to every form. Otherwise only to every sixth: all share the same code. */
const FULL = process.env.AMANAT_FULL === '1';
const NOBODY = { role: 'integrity-volunteer', programme: 'schools', province_id: null };

describe('the OpenAPI document', () => {
  let server: TestServer;
  let contract: Contract;
  let answerer: Answerer;
  let admin: Person;
  let nobody: string;

  beforeAll(async () => {
    server = await startTestServer('sqlite');
    admin = server.person('admin');
    contract = new Contract(server.base, openApiDocument(server.services));
    const province = [...server.services.registry.places().values()].find(({ name_en }) => name_en === 'Bamyan');
    answerer = new Answerer(server, admin, province?.id as string);
    const { id } = await newPerson(server.base, admin, NOBODY);
    nobody = await server.services.accounts.sessions.open(id, 'tests');
  });
  afterAll(() => server?.stop());

  it('names only what it describes', () => {
    const document = openApiDocument(server.services) as unknown as Record<string, unknown>;
    const named = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const found = (path: string) =>
      path
        .split('/')
        .reduce<unknown>(
          (value, step) => (value as Record<string, unknown>)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
          document,
        );
    expect(named.length).toBeGreaterThan(1000);
    expect([...new Set(named)].filter((path) => found(path) === undefined)).toEqual([]);
  });

  it('tells what each form answers', { timeout: 1_800_000 }, async () => {
    const asking = { server, contract, answerer, admin, nobody };
    const isLog = ({ definition }: CompiledForm) => definition.kind === 'log';
    const forms = server.services.registry.forms();
    for (const [index, form] of forms.filter((one) => !isLog(one)).entries())
      await askForm(asking, form, FULL || index % 6 === 0);
    // All accepted and refused writes must be in the logs now.
    await server.services.entryLog.idle();
    for (const form of forms.filter(isLog)) await askForm(asking, form, true);
    expect([...contract.broken]).toEqual([]);
  });

  it('tells what every other call answers', { timeout: 300_000 }, async () => {
    await askFixedCalls({ server, contract, answerer, admin, nobody });
    expect([...contract.broken]).toEqual([]);
  });

  it('has no call that was not made with success', () => {
    const silent = contract
      .calls()
      .filter((call) => ![...(contract.answered.get(call) ?? [])].some((status) => status < 300));
    expect(silent.filter((call) => FULL || !takesExports(call))).toEqual([]);
  });
});
