/**
 * The people and records of the permission table, made over HTTP like everybody's: accounts with one grant each, and for
 * each form, place, state and owner a record. Somebody whose grant allows nothing can own records because the grant is
 * changed to the administrator's while they are made.
 */
import { compile } from '../../src/core/definitions/compile.ts';
import type {
  CompiledForm,
  FieldNode,
  FormDefinition,
  JsonSchema,
  RecordData,
  Workflow,
} from '../../src/core/definitions/types.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every call, read by the checks
  body: any;
}

export interface Grant {
  role: string;
  programme: string | null;
  province_id: string | null;
}

export const ADMINISTRATOR: Grant = { role: 'administrator', programme: null, province_id: null };

/** Somebody with a session. */
export class Person {
  readonly id: string;
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, id: string, token: string) {
    this.#base = base;
    this.id = id;
    this.#token = token;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.#base}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'accept-language': 'en',
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('application/json');
    return { status: response.status, body: json ? JSON.parse(text) : text };
  }

  /** For preparations: anything but success ends the test. */
  async must(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

export async function logIn(base: string, username: string, password: string): Promise<Person> {
  const response = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const body = (await response.json()) as { access_token: string; user: { id: string } };
  if (!response.ok) throw new Error(`login of ${username}: ${response.status} ${JSON.stringify(body)}`);
  return new Person(base, body.user.id, body.access_token);
}

let made = 0;

/** A new account with its own password and an open session. */
export async function newPerson(base: string, admin: Person, grant: Grant): Promise<Person> {
  made += 1;
  const username = `table-${made}-${grant.role}`;
  const { password } = await admin.must('POST', 'users', { username, name: username, grants: [grant] });
  const first = await logIn(base, username, password);
  await first.must('POST', 'auth/password', {
    current_password: password,
    new_password: `kept well ${made} here`,
    confirmation: `kept well ${made} here`,
  });
  return first;
}

export function regrant(admin: Person, person: Person, grant: Grant): Promise<unknown> {
  return admin.must('PUT', `users/${person.id}`, { grants: [grant] });
}

/** A province with the district and the site its records stand in. */
export interface Ground {
  province_id: string;
  district_id: string;
  /** Parent records by form. */
  parents: Record<string, string>;
}

/** One form of the table. */
export interface Subject {
  compiled: CompiledForm;
  base: string;
  record: string;
  workflow: Workflow;
  /** Ids of the first item of each open list the form asks. */
  lists: Record<string, string>;
}

/**
 * Rules go by kind of form and by programme, so one programme and the people of all stand for the rest in the table; what
 * each form may beyond that is asked of it in its own tests.
 */
/** Of the kind and programme of another form in the table: the same rules, hundreds of the same cells. */
const TWINS = ['school-quarterly'];
const IN_THE_TABLE = ['schools', 'people'];

export async function subjects(admin: Person): Promise<Subject[]> {
  const { data } = await admin.must('GET', 'definitions');
  const { workflows } = await admin.must('GET', 'common');
  const headings = (data as { form: string; programme: string }[]).filter(
    ({ form, programme }) => IN_THE_TABLE.includes(programme) && !TWINS.includes(form),
  );
  return Promise.all(
    headings.map(async ({ form }) => {
      const { definition, schema } = (await admin.must('GET', `definitions/${form}`)) as {
        definition: FormDefinition;
        schema: JsonSchema;
      };
      const compiled = compile({ definition, schema });
      const names = [...compiled.fields.values()].flatMap((node) => node.def.choices ?? []);
      const lists: Record<string, string> = {};
      for (const name of new Set(names)) lists[name] = (await admin.must('GET', `master-tables/${name}`)).data[0].id;
      return {
        compiled,
        base: definition.api.base,
        record: definition.api.record ?? 'data',
        workflow: workflows[definition.workflow],
        lists,
      };
    }),
  );
}

/** The smallest valid answers of a form; `variant` makes two of them differ. */
export function sample({ compiled, lists }: Subject, ground: Ground, variant: number): RecordData {
  const { definition, contract } = compiled;
  const data: RecordData = {};
  const properties = contract.properties as Record<string, JsonSchema>;
  for (const name of (contract.required ?? []) as string[]) {
    const node = compiled.byProperty.get(name) as FieldNode;
    data[name] = value(node, properties[name] as JsonSchema, lists, variant);
  }
  const place = definition.place ? compiled.fields.get(definition.place) : undefined;
  if (place)
    Object.assign(data, {
      [place.parts.province as string]: ground.province_id,
      [place.parts.district as string]: ground.district_id,
    });
  const { parent } = definition;
  if (parent) data[parent.field] = ground.parents[parent.forms[0]];
  return data;
}

function value(node: FieldNode, schema: JsonSchema, lists: Record<string, string>, variant: number): unknown {
  if (node.def.choices) return lists[node.def.choices];
  if (Array.isArray(schema.enum)) return schema.enum[variant % schema.enum.length];
  switch (node.type) {
    case 'date':
      return `2026-01-${String(1 + (variant % 28)).padStart(2, '0')}`;
    case 'phone':
      return `0700 ${String(100000 + variant)}`;
    case 'counts':
    case 'integer':
    case 'decimal':
      return Number(schema.minimum ?? 0) + (variant % 5);
    case 'place':
    case 'record':
      return undefined;
    default:
      return `Sample ${variant}`;
  }
}

/** Steps that lead from one state to another, shortest first. */
export function way(workflow: Workflow, from: string, to: string): string[] {
  const queue: { state: string; steps: string[] }[] = [{ state: from, steps: [] }];
  const seen = new Set([from]);
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (next.state === to) return next.steps;
    for (const { action, from: starts, to: end } of workflow.transitions) {
      if (!starts.includes(next.state) || seen.has(end)) continue;
      seen.add(end);
      queue.push({ state: end, steps: [...next.steps, action] });
    }
  }
  throw new Error(`no way from ${from} to ${to}`);
}

/** Walks a record to a state. */
export async function lead(person: Person, subject: Subject, id: string, from: string, to: string): Promise<void> {
  for (const action of way(subject.workflow, from, to)) await step(person, subject, id, action);
}

export function step(person: Person, subject: Subject, record_id: string, action: string): Promise<Answer['body']> {
  return person.must('POST', `${subject.base}/change-record-status`, { record_id, action, comment: 'A reason' });
}
