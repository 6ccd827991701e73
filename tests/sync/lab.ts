/** The server of the simulation, its people, and the transport of a device to it. */
import { v7 as uuid } from 'uuid';
import type { FormSource } from '../../src/core/definitions/types.ts';
import type { Actor, StoredRecord } from '../../src/core/records/types.ts';
import type { SyncForms } from '../../src/core/sync/conflicts.ts';
import { refusalOf, requestOf, responseOf } from '../../src/core/sync/request.ts';
import type { RecordsPage, SyncTransport } from '../../src/core/sync/transport.ts';
import { insertAccount } from '../../src/server/accounts/newAccount.ts';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import { Person } from '../api/permissions-cast.ts';
import { actor, COMMON, PERSON, SITE, VISIT } from '../support/data-world.ts';
import { ROWS } from '../support/problem.ts';
import { CHEAP, startTestServer, type TestServer } from '../support/server.ts';

/** The second version of the visit: one question has another name, one is new. */
const NEWER: FormSource = JSON.parse(
  JSON.stringify(VISIT, (key, value) => (key === 'version' ? 2 : value)).replaceAll('"remarks"', '"notes"'),
);
NEWER.definition.changes = { from: 1, note: NEWER.definition.changes?.note } as never;
(NEWER.schema.properties as Record<string, unknown>).advice = { type: 'string', maxLength: 250 };
Object.assign(NEWER.definition.fields, {
  advice: { id: 'q_visit_advice', type: 'text', label: { en: 'Advice', fa: 'توصیه', ps: 'سپارښتنه' } },
});
NEWER.definition.sections[0]?.fields?.push('advice');

const ROLES = {
  one: 'coordinator',
  two: 'coordinator',
  three: 'writer',
  online: 'coordinator',
  chief: 'chief',
} as const;
export type Name = keyof typeof ROLES;

export interface Lab {
  server: TestServer;
  province: string;
  people: Record<Name, { person: Person; actor: Actor }>;
  forms: SyncForms;
}

export async function openLab(database = 'sqlite'): Promise<Lab> {
  const sources = { forms: [SITE, VISIT, NEWER, PERSON], rows: ROWS, common: COMMON };
  const server = await startTestServer(database, { sources });
  const { registry, accounts, database: db } = server.services;
  const province = [...registry.places().values()].find(({ name_en }) => name_en === 'Bamyan')?.id as string;
  const password_hash = await hashPassword('amanat-demo', CHEAP);
  const people = {} as Lab['people'];
  for (const [name, role] of Object.entries(ROLES) as [Name, string][]) {
    const programme = role === 'chief' ? null : 'testing';
    const id = uuid();
    const grants = [{ role, programme, province_id: programme && province }];
    const account = { id, username: `sync-${name}`, name, password_hash, language: 'en', person_id: null, grants };
    const at = new Date().toISOString();
    await db.transaction((trx) => insertAccount(trx, { ...account, must_change_password: false, disabled: false }, at));
    const token = await accounts.sessions.open(id, 'tests');
    people[name] = { person: new Person(server.base, id, token), actor: { ...actor(name, ...grants), id } };
  }
  const forms: SyncForms = async (form, from, to) =>
    registry.versions(form).filter(({ version }) => version >= from && version <= to);
  return { server, province, people, forms };
}

/** Base paths of the forms. */
const BASES: Record<string, string> = { site: 'sites', visit: 'visit' };

/** Records in a page, few so that there are many pages. */
const PAGE = 3;

/** The transport of a person's device. It sees only records whose ids begin with `prefix`. */
export function labTransport({ server, people }: Lab, name: Name, prefix: string): SyncTransport {
  const { person } = people[name];
  return {
    async send(operation) {
      const { method, path, query, body } = requestOf(operation);
      const address = `${BASES[operation.form]}/${path}${query ? `?version=${query.version}` : ''}`;
      const answer = await person.call(method, address, body, { 'idempotency-key': operation.id });
      if (answer.status >= 300) throw refusalOf(answer.status, answer.body);
      return responseOf(operation, answer.body, 'data', new Date().toISOString());
    },
    async sendFile({ blob, name: file, question }, onStarted) {
      await onStarted('begun');
      const parts = new FormData();
      parts.append('file', blob, file);
      const answer = await person.call('POST', `files?${new URLSearchParams(question)}`, parts);
      if (answer.status >= 300) throw refusalOf(answer.status, answer.body);
      return answer.body.id;
    },
    async records({ ids, after }, take) {
      const found = ids
        ? await visible({ server, people } as Lab, name, ids)
        : await changedSince({ server, people } as Lab, name, prefix, Number(after ?? 0));
      if (ids) return take({ ...(found as RecordsPage), cursor: null, more: false });
      await take(found as RecordsPage);
    },
    async check(held) {
      const { records } = await visible(
        { server, people } as Lab,
        name,
        held.map(({ id }) => id),
      );
      const versions = new Map(records.map(({ record }) => [record.id, record.version]));
      const changed = held.filter(({ id, version }) => versions.has(id) && versions.get(id) !== version);
      return {
        gone: held.map(({ id }) => id).filter((id) => !versions.has(id)),
        changed: changed.map(({ id }) => ({ id, version: versions.get(id) as number })),
      };
    },
    reference: async () => ({ entries: [] }),
    document: async () => undefined,
  };
}

/** Returns those of the records that a person sees, and that are not removed. */
async function visible({ server, people }: Lab, name: Name, ids: readonly string[]) {
  const { records, registry } = server.services;
  const rows = await server.services.database.read
    .selectFrom('records')
    .select(['id', 'form'])
    .where('id', 'in', [...ids])
    .execute();
  const found: RecordsPage['records'] = [];
  for (const { id, form } of rows) {
    const compiled = registry.form(form);
    const view = compiled && (await records.get(compiled, id, people[name].actor).catch(() => undefined));
    if (view && view.record.deleted_at === null) found.push({ record: view.record, name: view.name, refs: {} });
  }
  return { records: found };
}

/** A page of the records that changed since a position, in the order of their last change. */
async function changedSince(lab: Lab, name: Name, prefix: string, after: number): Promise<RecordsPage> {
  const rows = await lab.server.services.database.read
    .selectFrom('record_revisions')
    .select(({ fn, ref }) => ['record_id', fn.max(ref('rowid' as never)).as('last')])
    .where('record_id', 'like', `${prefix}%`)
    .groupBy('record_id')
    .execute();
  const changed = rows
    .map(({ record_id, last }) => ({ record_id, last: Number(last) }))
    .filter(({ last }) => last > after)
    .sort((a, b) => a.last - b.last);
  const page = changed.slice(0, PAGE);
  const { records } = await visible(
    lab,
    name,
    page.map(({ record_id }) => record_id),
  );
  const order = new Map(page.map(({ record_id }, at) => [record_id, at]));
  records.sort((a, b) => (order.get(a.record.id) ?? 0) - (order.get(b.record.id) ?? 0));
  return { records, cursor: String(page.at(-1)?.last ?? after), more: changed.length > PAGE };
}

/** Everything that a person sees under a prefix. */
export async function everyRecord(lab: Lab, name: Name, prefix: string): Promise<Map<string, StoredRecord>> {
  const ids = await lab.server.services.database.read
    .selectFrom('records')
    .select('id')
    .where('id', 'like', `${prefix}%`)
    .execute();
  const { records } = await visible(
    lab,
    name,
    ids.map(({ id }) => id),
  );
  return new Map(records.map(({ record }) => [record.id, record]));
}
