/**
 * The people and records of the permission table, made over HTTP: accounts with one grant each, and a record for each form,
 * place, state and owner. A person without rights can own records too, because their grant is the administrator's while the
 * records are made.
 */
import type { CompiledForm, Workflow } from '../../src/core/definitions/types.ts';
import { isResubmission } from '../../src/core/records/steps.ts';
import type { Answerer } from '../support/everyForm.ts';
import type { TestServer } from '../support/server.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of every call, read by the checks
  body: any;
}

export interface Grant {
  role: string;
  programme: string | null;
  province_id: string | null;
}

export const ADMINISTRATOR: Grant = { role: 'administrator', programme: null, province_id: null };

/** A user with a session */
export class Person {
  readonly id: string;
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, id: string, token: string) {
    this.#base = base;
    this.id = id;
    this.#token = token;
  }

  /** Sends the body as JSON; a form or a blob is sent as it is. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const asItIs = body instanceof FormData || body instanceof Blob ? body : undefined;
    const response = await fetch(`${this.#base}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'accept-language': 'en',
        // Packing is tested elsewhere, and would cost every call some of its time.
        'accept-encoding': 'identity',
        ...(body !== undefined && !asItIs && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: asItIs ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('application/json');
    return { status: response.status, body: json ? JSON.parse(text) : text };
  }

  /** Sends a request that prepares the test. Throws unless it succeeds. */
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

/** Creates an account with its own password and an open session. */
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

/** A province, and the maker of valid answers for its records. */
export interface Geography {
  province_id: string;
  answerer: Answerer;
}

/** One form of the table */
export interface Subject {
  compiled: CompiledForm;
  base: string;
  record: string;
  workflow: Workflow;
}

/**
 * Programmes of the everyday run. Rules depend on kind of form and programme, so one form of each kind in one programme and the
 * people of all represent the rest. The full run includes every form.
 */
const EVERYDAY = ['schools', 'people'];

/** Returns the forms that people fill: those of the everyday run, or all. Logs are written only by the server. */
export function subjects({ services: { registry } }: TestServer, all: boolean): Subject[] {
  const filled = registry.forms().filter(({ definition }) => definition.kind !== 'log');
  const kindOf = ({ definition: { programme, kind } }: CompiledForm) => `${programme} ${kind}`;
  const kinds = filled.map(kindOf);
  return filled
    .filter((form, at) => all || (EVERYDAY.includes(form.definition.programme) && kinds.indexOf(kindOf(form)) === at))
    .map((compiled) => ({
      compiled,
      base: compiled.definition.api.base,
      record: compiled.definition.api.record ?? 'data',
      workflow: registry.workflow(compiled),
    }));
}

/** Returns the shortest list of transitions from one state to another. */
function way(workflow: Workflow, from: string, to: string): string[] {
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

/** Brings a record into a state. Two people do: whoever hands a record in does not judge it. */
export async function lead(
  { keeper, checker }: { keeper: Person; checker: Person },
  subject: Subject,
  id: string,
  from: string,
  to: string,
): Promise<void> {
  const { workflow } = subject;
  for (const action of way(workflow, from, to)) {
    const isHandedIn = workflow.transitions.some((one) => one.action === action && isResubmission(workflow, one));
    await step(isHandedIn ? keeper : checker, subject, id, action);
  }
}

function step(person: Person, subject: Subject, record_id: string, action: string): Promise<Answer['body']> {
  return person.must('POST', `${subject.base}/change-record-status`, { record_id, action, comment: 'A reason' });
}
