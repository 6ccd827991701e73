/**
 * Who may do what, cell by cell: roles × forms × actions × places × states × owners, over HTTP against a running server. Each
 * cell is tested twice: what `recordScope` and `why_not` say, and what happens when the action is tried. The everyday run is on
 * the first database and tries actions only in the person's own province and programme: both databases share the code of the
 * rules, and every action asks it in one way. The expected letters are in tests/golden/permissions.csv. `AMANAT_FULL=1` runs on
 * both databases, reads what the records of every form say, and tries the actions everywhere, for each role on one of the forms
 * whose cells are all the same.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { CATALOGUE, type ErrorCode } from '../../src/core/errors/catalogue.ts';
import { Answerer } from '../support/everyForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import {
  ADMINISTRATOR,
  type Answer,
  type Geography,
  lead,
  newPerson,
  type Person,
  regrant,
  type Subject,
  subjects,
} from './permissions-cast.ts';
import {
  expectedOf,
  expectedRoles,
  LETTERS,
  type Line,
  OWNERS,
  type Owner,
  type Place,
  replaceAll,
  representatives,
  write,
} from './permissions-table.ts';

const MAIN = ['create', 'view', 'edit', 'delete'];
const full = process.env.AMANAT_FULL === '1';
// Only a run over every form can write the whole table.
const updating = full && process.env.UPDATE_GOLDEN === '1';

for (const database of ANY_DATABASE) {
  describe(`permissions on ${database}`, () => {
    let server: TestServer;
    let stage: Stage;
    const written: Line[] = [];

    beforeAll(async () => {
      server = await startTestServer(database);
      stage = await prepare(server);
    }, 600_000);
    afterAll(async () => {
      if (updating && written.length > 0) replaceAll(write(written));
      await server?.stop();
    });

    it('knows every role', () => {
      if (!updating) expect(expectedRoles()).toEqual(stage.roles);
    });

    it('every cell is as expected, and doing it agrees with what the record says', { timeout: 3_600_000 }, async () => {
      const forms = new Set(stage.forms.map(({ compiled }) => compiled.form));
      const lines: Line[] = [];
      const expected: string[] = [];
      const disagreements: string[] = [];
      for (const role of stage.roles) {
        const tried = full && !updating ? representatives(role, [...forms]) : forms;
        const found = await examine(stage, role, tried);
        lines.push(...found.lines);
        disagreements.push(...found.disagreements);
        if (!updating) expected.push(...expectedOf(role, forms, tried));
      }
      if (updating) written.push(...lines);
      expect(disagreements).toEqual([]);
      if (!updating) expect(write(lines).sort()).toEqual(expected.sort());
    });
  });
}

interface Stage {
  admin: Person;
  /** The person of the table: one account whose grant changes from role to role. */
  person: Person;
  /** The other person. Makes the records of others, and undoes what a transition changed. */
  keeper: Person;
  /** Takes the steps of records, because nobody may verify what they made or changed last. */
  checker: Person;
  forms: Subject[];
  roles: string[];
  grounds: Record<Where, Geography>;
  records: TableRecord[];
}

type Where = 'here' | 'there';

/** A record of the table */
interface TableRecord {
  subject: Subject;
  geography: Where;
  owner: Owner;
  state: string;
  id: string;
  data: RecordData;
}

async function prepare(server: TestServer): Promise<Stage> {
  const admin = await server.administrator();
  const keeper = await newPerson(server.base, admin, ADMINISTRATOR);
  const checker = await newPerson(server.base, admin, ADMINISTRATOR);
  const person = await newPerson(server.base, admin, ADMINISTRATOR);
  const { roles } = await admin.must('GET', 'session');
  const forms = subjects(server, full);
  const { data: provinces } = await admin.must('GET', 'provinces');
  const geography = async (index: number): Promise<Geography> => {
    const province_id = provinces[index].id;
    const answerer = new Answerer(server, keeper, province_id, 1_000_000 * (index + 1));
    // One after the other: each makes the records it refers to, and all forms share those.
    for (const { compiled } of forms) await answerer.answers(compiled, keeper, next());
    return { province_id, answerer };
  };
  const grounds = { here: await geography(0), there: await geography(1) };
  const wanted = forms.flatMap((subject) =>
    (['here', 'there'] as const).flatMap((place) =>
      OWNERS.flatMap((owner) =>
        subject.workflow.states.map(({ id: state }) => ({ subject, geography: place, owner, state })),
      ),
    ),
  );
  const records = await inParallel(wanted, async (one) => {
    const by = one.owner === 'mine' ? person : keeper;
    const data = await grounds[one.geography].answerer.answers(one.subject.compiled, by, next());
    const { id } = await by.must('POST', one.subject.base, data);
    await lead({ keeper, checker }, one.subject, id, one.subject.workflow.initial, one.state);
    return { ...one, id: id as string, data };
  });
  return {
    admin,
    person,
    keeper,
    checker,
    forms,
    roles: roles.map((role: { id: string }) => role.id),
    grounds,
    records,
  };
}

let variant = 0;
/** Returns a new number for each sample. */
function next(): number {
  variant += 1;
  return variant;
}

/** Works on several items at a time and returns the results in order. */
async function inParallel<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results = new Array<Out>(items.length);
  let at = 0;
  const worker = async () => {
    for (let index = at++; index < items.length; index = at++) results[index] = await work(items[index] as In);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
}

function actionsOf({ workflow }: Subject): string[] {
  return [...new Set(workflow.transitions.map((one) => one.action))];
}

/** On forms that are not tried, only what records say is read, and what may be exported and shared. */
async function examine(
  stage: Stage,
  role: string,
  tried: ReadonlySet<string>,
): Promise<{ lines: Line[]; disagreements: string[] }> {
  const { admin, person, forms, grounds } = stage;
  const lines = new Map<string, Line>();
  const disagreements: string[] = [];
  for (const { compiled, workflow, ...rest } of forms) {
    const states = workflow.states.map((state) => state.id).join(' ');
    for (const action of [...MAIN, ...actionsOf({ compiled, workflow, ...rest }), 'export', 'share']) {
      if (action === 'create' && !tried.has(compiled.form)) continue;
      const stateless = ['create', 'export', 'share'].includes(action);
      lines.set(`${compiled.form} ${action}`, {
        role,
        form: compiled.form,
        action,
        states: stateless ? '' : states,
        cells: {},
      });
    }
  }
  const put = (form: string, action: string, place: Place, owner: Owner, letters: string) => {
    const { cells } = lines.get(`${form} ${action}`) as Line;
    cells[`${place} ${owner}`] = (cells[`${place} ${owner}`] ?? '') + letters;
  };
  for (const programme of new Set(forms.map(({ compiled }) => compiled.definition.programme))) {
    const theirs = forms.filter(({ compiled }) => compiled.definition.programme === programme);
    for (const foreign of [false, true]) {
      await regrant(admin, person, {
        role,
        programme: foreign ? otherThan(programme) : programme,
        province_id: grounds.here.province_id,
      });
      const records = stage.records.filter(
        ({ subject, geography }) => theirs.includes(subject) && (!foreign || geography === 'here'),
      );
      const letters = await inParallel(records, (record) => {
        const isTried = tried.has(record.subject.compiled.form) && (full || (!foreign && record.geography === 'here'));
        const who = `${role}${foreign ? ' of another programme' : ''}`;
        return examineRecord(stage, record, { who, isTried }, disagreements);
      });
      records.forEach(({ subject, geography, owner }, index) => {
        for (const [action, letter] of Object.entries(letters[index] ?? {}))
          put(subject.compiled.form, action, foreign ? 'foreign' : geography, owner, letter);
      });
      for (const subject of theirs) {
        const { form } = subject.compiled;
        for (const place of foreign ? (['foreign'] as const) : (['here', 'there'] as const))
          if (tried.has(form))
            put(form, 'create', place, 'mine', await tryCreate(stage, subject, place, disagreements));
        put(form, 'export', foreign ? 'foreign' : 'here', 'mine', await tryExport(stage, subject));
        put(form, 'share', foreign ? 'foreign' : 'here', 'mine', await tryShare(stage, subject));
      }
    }
  }
  return { lines: [...lines.values()], disagreements };
}

function otherThan(programme: string): string {
  return programme === 'schools' ? 'courts' : 'schools';
}

/** Reads what a record allows, then tries each action. Returns the letters by action. */
async function examineRecord(
  stage: Stage,
  one: TableRecord,
  { who, isTried }: { who: string; isTried: boolean },
  disagreements: string[],
): Promise<Record<string, string>> {
  const { subject, geography, owner, state, id } = one;
  const letters: Record<string, string> = {};
  let seen = await stage.person.call('GET', `${subject.base}/${id}`);
  for (const action of ['view', 'edit', 'delete', ...actionsOf(subject)]) {
    const at = `${who}: ${action} ${subject.compiled.form} ${geography} ${owner} ${state}`;
    const said =
      seen.status === 404
        ? 'record_not_found'
        : seen.body.recordScope?.[action]
          ? 'allowed'
          : (seen.body.why_not?.[action]?.code ?? 'nothing');
    letters[action] = LETTERS[said] ?? `?${said}`;
    if (!isTried) continue;
    const done = await perform(stage, one, action, seen);
    const happened = done.status < 300 ? 'allowed' : String(done.body.code);
    if (happened !== said)
      disagreements.push(
        `${at}: the record says ${said}, doing it says ${happened} (${done.status} ${JSON.stringify(done.body)})`,
      );
    else if (done.status >= 300 && (done.status !== CATALOGUE[happened as ErrorCode]?.status || !done.body.message)) {
      disagreements.push(`${at}: ${done.status} ${JSON.stringify(done.body)}`);
    }
    if (done.status < 300 && action !== 'view') {
      seen = await stage.person.call('GET', `${subject.base}/${id}`);
      const now = shown(seen, subject.record)?.current_state.id;
      if (now !== state) disagreements.push(`${at}: afterwards the record is ${now}`);
    }
  }
  return letters;
}

async function perform(
  stage: Stage,
  { subject, state, id, data }: TableRecord,
  action: string,
  seen: Answer,
): Promise<Answer> {
  const { person, keeper } = stage;
  const { base, record, workflow } = subject;
  if (action === 'view') return person.call('GET', `${base}/${id}/history`);
  if (action === 'edit') {
    const answer = await person.call('PUT', `${base}/${id}`, { ...data, version: shown(seen, record)?.version });
    // Who changed a record last may be refused to verify it. The table is about who made it.
    if (answer.status < 300) await keeper.must('PUT', `${base}/${id}`, { ...data, version: answer.body.version });
    return answer;
  }
  if (action === 'delete') {
    const answer = await person.call('DELETE', `${base}/${id}`);
    if (answer.status < 300) await keeper.must('POST', `${base}/${id}/restore`, {});
    return answer;
  }
  const answer = await person.call('POST', `${base}/change-record-status`, {
    record_id: id,
    action,
    comment: 'A reason',
  });
  if (answer.status < 300) {
    const to = workflow.transitions.find((one) => one.action === action && one.from.includes(state))?.to ?? state;
    await lead(stage, subject, id, to, state);
  }
  return answer;
}

async function tryCreate(stage: Stage, subject: Subject, at: Place, disagreements: string[]): Promise<string> {
  const { person, grounds } = stage;
  const { compiled, base } = subject;
  const { parent } = compiled.definition;
  // The person uploads the files, because nobody may attach files of others.
  const data = await grounds[at === 'there' ? 'there' : 'here'].answerer.answers(compiled, person, next());
  const query = parent ? `?${parent.param ?? parent.field}=${data[parent.field]}` : '';
  const asked = await person.call('GET', `${base}/create${query}`);
  const done = await create(stage, subject, data);
  const unseenParent = parent && done.status === 422 && missing(done).includes(parent.field);
  const happened = done.status < 300 ? 'allowed' : unseenParent ? 'record_not_found' : String(done.body.code);
  const said =
    asked.status === 404
      ? 'record_not_found'
      : asked.body.recordScope?.create
        ? 'allowed'
        : (asked.body.why_not?.create?.code ?? 'nothing');
  // Before it is stored, a record without a parent has no place, so the create screen cannot know the province.
  const placeUnknown = !parent && said === 'allowed' && happened === 'other_province';
  // A user who may never create gets that answer, whether the parent record is visible or not.
  const neverMay = said === 'record_not_found' && (happened === 'role_needed' || happened === 'other_programme');
  if (said !== happened && !placeUnknown && !neverMay)
    disagreements.push(
      `create ${compiled.form} ${at}: the create call says ${said}, creating says ${happened} (${done.status} ${JSON.stringify(done.body)})`,
    );
  return LETTERS[happened] ?? `?${happened}`;
}

/** Creates a record. Optional questions stay empty if the person cannot see the record that they would refer to. */
async function create({ person }: Stage, { base, compiled }: Subject, data: RecordData): Promise<Answer> {
  const done = await person.call('POST', base, data);
  const required = (compiled.contract.required ?? []) as string[];
  const optional = missing(done).filter((name) => !required.includes(name));
  if (optional.length === 0) return done;
  return person.call(
    'POST',
    base,
    Object.fromEntries(Object.entries(data).filter(([name]) => !optional.includes(name))),
  );
}

/** Returns the questions refused because the record they refer to does not exist for this person. */
function missing({ body }: Answer): string[] {
  return Object.entries((body.errors ?? {}) as Record<string, { code: string }[]>)
    .filter(([, errors]) => errors.some(({ code }) => code === 'record_missing'))
    .map(([pointer]) => pointer.split('/')[1] as string);
}

async function tryExport({ person }: Stage, subject: Subject): Promise<string> {
  const answer = await person.call('GET', `${subject.base}/export?format=csv&per_page=1`);
  const happened = answer.status < 300 ? 'allowed' : String(answer.body.code);
  return LETTERS[happened] ?? `?${happened}`;
}

/** Shares a view of the form's list with everybody who sees it, and removes it again. */
async function tryShare({ person }: Stage, { compiled }: Subject): Promise<string> {
  const path = `views/${compiled.form}`;
  const answer = await person.call('POST', path, { name: 'For everybody', shared: true });
  if (answer.status < 300) await person.must('DELETE', `${path}/${answer.body.data.id}?version=1`);
  // Whoever sees no record of the form is told so before.
  const happened = answer.status < 300 ? 'allowed' : String(answer.body.code).replace(/^view_/, '');
  return LETTERS[happened] ?? `?${happened}`;
}

/** Returns the record in a response. `path` is a path such as `data.record`. */
function shown({ body }: Answer, path: string): Answer['body'] {
  return path.split('.').reduce((value, part) => value?.[part], body);
}
