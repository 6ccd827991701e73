/**
 * What menus, lists, the home screen and the search offer is exactly what the server allows: for every role and form, what is
 * offered is not refused, and what is not offered is refused. What single records offer is in `permissions.test.ts`. The
 * rules are the same on both databases, so one is enough. `AMANAT_FULL=1` tries every form.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formLinks } from '../../src/app/data/offers.ts';
import { barEntries, visibleEntries } from '../../src/app/shell/navigation/menu.ts';
import type { FormEntry } from '../../src/core/generated/api.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { ADMINISTRATOR, newPerson, type Person, regrant } from './permissions-cast.ts';

/** Tries every form, not one of each kind. */
const full = process.env.AMANAT_FULL === '1';

let server: TestServer;
beforeAll(async () => {
  // Menus read the language there.
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  server = await startTestServer(ANY_DATABASE[0] as string);
});
afterAll(() => {
  vi.unstubAllGlobals();
  return server?.stop();
});

/** A call that answers 403 to whom the action is not offered. */
interface Attempt {
  name: string;
  isOffered: boolean;
  ask(person: Person): Promise<{ status: number; body: unknown }>;
}

/** Calls behind the entries of menus that name an action of the whole product. The first that is not refused counts. */
const ENGINE: Record<string, () => [method: string, path: string, body?: unknown][]> = {
  accounts: () => [['GET', 'users']],
  // Some may change the lists of their programme only.
  choices: () =>
    Object.keys(server.services.registry.common().choices).map((list) => ['POST', `master-tables/${list}`, {}]),
  definitions: () => [['GET', 'definitions/drafts']],
  'personal-data': () => [['GET', 'personal-data?text=name']],
  places: () => [['GET', 'admin/places']],
  'permissions:finance': () => [['GET', 'permissions?area=finance']],
  restrictions: () => [['POST', 'definitions/complaint/restrictions/none/lift', {}]],
};

async function firstAllowed(person: Person, action: string) {
  let last = { status: 0, body: null as unknown };
  for (const [method, path, body] of (ENGINE[action] ?? (() => expect.fail(`say which calls ${action} allows`)))()) {
    last = await person.call(method, path, body);
    if (last.status !== 403) break;
  }
  return last;
}

/** An upload that lacks its file: rights are judged first, and reading a file would take a thread of its own. */
const noFile = (): FormData => new FormData();

function attemptsOf(entry: FormEntry): Attempt[] {
  const { base } = entry.api;
  const offers = formLinks(entry);
  const isLog = entry.kind === 'log';
  const workflow = server.services.registry.common().workflows[entry.workflow];
  const all: Attempt[] = [
    { name: 'list', isOffered: offers.list !== undefined, ask: (one) => one.call('GET', `${base}?per_page=1`) },
    { name: 'export', isOffered: offers.export, ask: (one) => one.call('GET', `${base}/export?format=csv`) },
  ];
  // Forms that are filled in below a record only are offered there, by the same right.
  if (!isLog)
    all.push({ name: 'create', isOffered: entry.may.create === true, ask: (one) => one.call('POST', base, {}) });
  if (!isLog)
    all.push({
      name: 'upload',
      isOffered: offers.upload !== undefined,
      ask: (one) => one.call('POST', `${base}/upload/preview`, noFile()),
    });
  for (const { action, bulk } of workflow?.transitions ?? [])
    if (bulk && !isLog)
      all.push({
        name: action,
        isOffered: offers.bulk.includes(action),
        ask: (one) => one.call('POST', `${base}/change-record-status/all`, { action, comment: 'A reason' }),
      });
  return all;
}

it('every role is offered what it may do, and nothing else', { timeout: 600_000 }, async () => {
  const { registry } = server.services;
  const { permissions, navigation } = registry.common();
  const admin = await server.administrator();
  const person = await newPerson(server.base, admin, ADMINISTRATOR);
  const province_id = (await admin.must('GET', 'provinces')).data[0].id as string;
  const wrong: string[] = [];
  let tried = 0;
  const check = async (who: string, { name, isOffered, ask }: Attempt, what: string) => {
    tried += 1;
    const { status, body } = await ask(person);
    if (isOffered === (status === 403) || status >= 500)
      wrong.push(
        `${who}: ${what} ${name} is ${isOffered ? '' : 'not '}offered: ${status} ${JSON.stringify(body).slice(0, 200)}`,
      );
  };
  // With all programmes every rule of the role applies; with one of them, those of other programmes must not.
  for (const { id: role } of permissions.roles)
    for (const programme of [null, 'schools']) {
      const who = `${role} of ${programme ?? 'all programmes'}`;
      await regrant(admin, person, { role, programme, province_id });
      const { data: entries } = (await person.must('GET', 'definitions')) as { data: FormEntry[] };
      const { may } = await person.must('GET', 'session');
      const groups = new Set<string>();
      const asked = entries.filter(({ form, programme: own, kind, may: offered }) => {
        if (form.startsWith('example-') || own === programme) return false;
        // Rules know kinds and programmes, and name a few forms, so one of each kind with the same offers stands for all.
        const group = JSON.stringify([programme === null ? own : 'another', kind, offered]);
        const isFirst = !groups.has(group);
        groups.add(group);
        return isFirst || full;
      });
      for (const entry of asked) await Promise.all(attemptsOf(entry).map((attempt) => check(who, attempt, entry.form)));

      const items = navigation.departments.flatMap((department) => department.items);
      const paths = new Set([...items, ...navigation.bar].flatMap(({ path }) => path ?? []));
      const shown = [
        ...visibleEntries(items, entries, may, paths),
        ...barEntries(navigation.bar, entries, navigation.departments, may, paths),
      ];
      const unseen = shown.filter(({ form }) => form && !form.may.view).map(({ to }) => `${who}: ${to} is in a menu`);
      wrong.push(...unseen);
      for (const action of new Set(items.flatMap((item) => item.action ?? []))) {
        const isOffered = may[action] === true;
        await check(who, { name: action, isOffered, ask: (one) => firstAllowed(one, action) }, 'the menu');
      }
      const deleted = `${(asked.find(({ may: own }) => own.view) as FormEntry).api.base}?deleted=1`;
      await check(
        who,
        { name: 'deleted', isOffered: may.restore === true, ask: (one) => one.call('GET', deleted) },
        'lists',
      );

      if (programme !== null && !full) continue;
      const { quick, waiting } = await person.must('GET', 'home');
      const entryOf = (form: string) => entries.find((one) => one.form === form) as FormEntry;
      for (const form of quick) if (!entryOf(form).may.create) wrong.push(`${who}: home offers a new ${form}`);
      for (const { key, forms } of waiting)
        for (const { form } of forms)
          if (key === 'to_verify' && !formLinks(entryOf(form)).review)
            wrong.push(`${who}: home asks to verify ${form}`);
    }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(1200);
});
