/**
 * Who may do what, cell by cell: roles × forms × actions × places × states × owners, over HTTP against a running server
 * on both databases. Each cell is asked twice: what `recordScope` and `why_not` say, and what happens when the action is
 * tried. The expected letters stand in tests/golden/permissions.csv.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE, type ErrorCode } from '../../src/core/errors/catalogue.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { ADMINISTRATOR, type Answer, type Ground, lead, newPerson, type Person, regrant, sample, type Subject, step, subjects } from './permissions-cast.ts';
import { expectedOf, expectedRoles, LETTERS, type Line, type Owner, OWNERS, type Place, PLACES, replaceAll, write } from './permissions-table.ts';

const MAIN = ['create', 'view', 'edit', 'delete'];
const updating = process.env.UPDATE_GOLDEN === '1';

for (const database of DATABASES) {
  describe(`permissions on ${database}`, () => {
    let server: TestServer;
    let stage: Stage;
    const written: string[] = [];

    beforeAll(async () => {
      server = await startTestServer(database);
      stage = await prepare(server);
    });
    afterAll(async () => {
      if (updating && written.length > 0) replaceAll(written);
      await server?.stop();
    });

    it('knows every role', () => {
      if (!updating) expect(expectedRoles()).toEqual(stage.roles);
    });

    it('every cell is as expected, and doing it agrees with what the record says', { timeout: 600_000 }, async () => {
      const queue = [...stage.roles];
      const results = new Map<string, { lines: string[]; disagreements: string[] }>();
      const worker = async () => {
        for (let role = queue.shift(); role; role = queue.shift()) results.set(role, await examine(stage, role));
      };
      await Promise.all([worker(), worker(), worker()]);
      const disagreements: string[] = [];
      const lines: string[] = [];
      const expected: string[] = [];
      for (const role of stage.roles) {
        lines.push(...(results.get(role)?.lines ?? []));
        expected.push(...expectedOf(role));
        disagreements.push(...(results.get(role)?.disagreements ?? []));
      }
      expect(disagreements).toEqual([]);
      if (updating) written.push(...lines);
      else expect(lines).toEqual(expected);
    });
  });
}

interface Stage {
  base: string;
  admin: Person;
  somebody: Person;
  forms: Subject[];
  roles: string[];
  grounds: Record<'here' | 'there', Ground>;
}

async function prepare(server: TestServer): Promise<Stage> {
  const { base } = server;
  const admin = await server.administrator();
  const somebody = await newPerson(base, admin, ADMINISTRATOR);
  const { roles } = await admin.must('GET', 'session');
  const forms = await subjects(admin);
  const { data: provinces } = await admin.must('GET', 'provinces');
  const ground = async (index: number): Promise<Ground> => {
    const province_id = provinces[index].id;
    const { data: districts } = await admin.must('GET', `province/${province_id}/districts`);
    const made: Ground = { province_id, district_id: districts[0].id, parents: {} };
    const parents = new Set(forms.flatMap((subject) => subject.compiled.definition.parent?.forms[0] ?? []));
    for (const form of parents) {
      const subject = forms.find((one) => one.compiled.form === form) as Subject;
      made.parents[form] = (await somebody.must('POST', subject.base, sample(subject, made, index))).id;
    }
    return made;
  };
  const grounds = { here: await ground(0), there: await ground(1) };
  return { base, admin, somebody, forms, roles: roles.map((role: { id: string }) => role.id), grounds };
}

interface Cast {
  person: Person;
  /** Record of each form, place, owner and state. */
  ids: Map<string, string>;
  place: (place: Place) => 'here' | 'there';
  places: Place[];
}

const keyOf = (form: string, place: Place, owner: Owner, state: string) => `${form} ${place} ${owner} ${state}`;
let variant = 0;

/** A person of a role, and the records the table looks at. `foreign`: the grant is for another programme. */
async function cast(stage: Stage, role: string, foreign: boolean): Promise<Cast> {
  const { admin, somebody, forms, grounds } = stage;
  const person = await newPerson(stage.base, admin, ADMINISTRATOR);
  const places: Place[] = foreign ? ['foreign'] : ['here', 'there'];
  const place = (one: Place) => (one === 'there' ? 'there' : 'here');
  const ids = new Map<string, string>();
  for (const subject of forms) {
    for (const one of places) {
      for (const owner of OWNERS) {
        for (const { id: state } of subject.workflow.states) {
          const by = owner === 'mine' ? person : somebody;
          variant += 1;
          const { id } = await by.must('POST', subject.base, sample(subject, grounds[place(one)], variant));
          await lead(somebody, subject, id, subject.workflow.initial, state);
          ids.set(keyOf(subject.compiled.form, one, owner, state), id);
        }
      }
    }
  }
  await regrant(admin, person, { role, programme: foreign ? 'courts' : 'schools', province_id: grounds.here.province_id });
  return { person, ids, place, places };
}

async function examine(stage: Stage, role: string): Promise<{ lines: string[]; disagreements: string[] }> {
  const lines = new Map<string, Line>();
  const disagreements: string[] = [];
  const lineOf = (form: string, action: string, states: string): Line => {
    const key = `${form} ${action}`;
    const known = lines.get(key) ?? { role, form, action, states, cells: {} };
    lines.set(key, known);
    return known;
  };
  for (const foreign of [false, true]) {
    const actors = await cast(stage, role, foreign);
    for (const subject of stage.forms) {
      const { form } = subject.compiled;
      const states = subject.workflow.states.map((state) => state.id);
      const actions = [...MAIN, ...new Set(subject.workflow.transitions.map((one) => one.action))];
      for (const place of actors.places) {
        for (const action of actions) {
          if (action === 'create') {
            lineOf(form, action, '').cells[`${place} mine`] = await tryCreate(stage, actors, subject, place, disagreements);
            continue;
          }
          for (const owner of OWNERS) {
            let letters = '';
            for (const state of states) {
              const at = `${role} ${form} ${action} ${place} ${owner} ${state}`;
              letters += await tryAction(stage, actors, subject, { action, place, owner, state, at }, disagreements);
            }
            lineOf(form, action, states.join(' ')).cells[`${place} ${owner}`] = letters;
          }
        }
        lineOf(form, 'export', '').cells[`${place} mine`] = place === 'there' ? '' : await tryExport(actors, subject);
      }
    }
  }
  const order = stage.forms.flatMap(({ compiled, workflow }) =>
    [...MAIN, ...new Set(workflow.transitions.map((one) => one.action)), 'export'].map((action) => `${compiled.form} ${action}`),
  );
  return { lines: order.map((key) => write(lines.get(key) as Line)), disagreements };
}

interface Cell {
  action: string;
  place: Place;
  owner: Owner;
  state: string;
  at: string;
}

/** Asks the record what is allowed, then tries it; the letter of the record, a disagreement when the two differ. */
async function tryAction(stage: Stage, actors: Cast, subject: Subject, cell: Cell, disagreements: string[]): Promise<string> {
  const { action, place, owner, state, at } = cell;
  const { base, record } = subject;
  const id = actors.ids.get(keyOf(subject.compiled.form, place, owner, state)) as string;
  const seen = await actors.person.call('GET', `${base}/${id}`);
  const said = seen.status === 404 ? 'record_not_found' : seen.body.recordScope?.[action] ? 'allowed' : (seen.body.why_not?.[action]?.code ?? 'nothing');
  const done = await perform(actors, subject, cell, id, seen, stage);
  const happened = done.status < 300 ? 'allowed' : String(done.body.code);
  if (happened !== said) disagreements.push(`${at}: the record says ${said}, doing it says ${happened} (${done.status})`);
  if (done.status >= 300) {
    const status = CATALOGUE[happened as ErrorCode]?.status;
    if (done.status !== status || !done.body.message) disagreements.push(`${at}: ${done.status} ${JSON.stringify(done.body)}`);
  } else {
    const before = seen.status === 200 && JSON.stringify(seen.body[record].current_state.id);
    if (before !== JSON.stringify(state)) disagreements.push(`${at}: the record was ${before}`);
  }
  return LETTERS[said] ?? `?${said}`;
}

async function perform({ person }: Cast, subject: Subject, cell: Cell, id: string, seen: Answer, stage: Stage): Promise<Answer> {
  const { action, state, place } = cell;
  const { base, record, workflow } = subject;
  const keeper = stage.somebody;
  if (action === 'view') return person.call('GET', `${base}/${id}/history`);
  if (action === 'edit') {
    variant += 1;
    const answers = sample(subject, stage.grounds[place === 'there' ? 'there' : 'here'], variant);
    return person.call('PUT', `${base}/${id}`, { ...answers, version: seen.body[record]?.version });
  }
  if (action === 'delete') {
    const answer = await person.call('DELETE', `${base}/${id}`);
    if (answer.status < 300) await keeper.must('POST', `${base}/${id}/restore`, {});
    return answer;
  }
  const answer = await person.call('POST', `${base}/change-record-status`, { record_id: id, action, comment: 'A reason' });
  if (answer.status < 300) {
    const to = workflow.transitions.find((one) => one.action === action && one.from.includes(state))?.to ?? state;
    await lead(keeper, subject, id, to, state);
  }
  return answer;
}

async function tryCreate(stage: Stage, { person, place }: Cast, subject: Subject, at: Place, disagreements: string[]): Promise<string> {
  const ground = stage.grounds[place(at)];
  const { compiled, base } = subject;
  variant += 1;
  const { parent } = compiled.definition;
  const query = parent ? `?${parent.param ?? parent.field}=${ground.parents[parent.forms[0]]}` : '';
  const asked = await person.call('GET', `${base}/create${query}`);
  const done = await person.call('POST', base, sample(subject, ground, variant));
  const happened = done.status < 300 ? 'allowed' : String(done.body.code);
  const said = asked.status === 404 ? 'record_not_found' : asked.body.recordScope?.create ? 'allowed' : (asked.body.why_not?.create?.code ?? 'nothing');
  // A record without a parent has no place before it is written: the create screen cannot know the province yet.
  const placeUnknown = !parent && said === 'allowed' && happened === 'other_province';
  if (said !== happened && !placeUnknown) disagreements.push(`create ${compiled.form} ${at}: the create call says ${said}, creating says ${happened} (${done.status})`);
  return LETTERS[happened] ?? `?${happened}`;
}

async function tryExport({ person }: Cast, subject: Subject): Promise<string> {
  const answer = await person.call('GET', `${subject.base}/export?format=csv&per_page=1`);
  const happened = answer.status < 300 ? 'allowed' : String(answer.body.code);
  return LETTERS[happened] ?? `?${happened}`;
}
