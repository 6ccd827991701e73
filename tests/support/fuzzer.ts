/**
 * Sends requests for every form from a seed: valid, almost valid and wrong ones. Valid bodies are made from the definitions
 * beforehand. Each request takes one, gives unique fields new values, and sometimes puts something strange into it.
 */
import { Agent } from 'node:http';
import type { CompiledForm, RecordData, Workflow } from '../../src/core/definitions/types.ts';
import { holdsFiles } from '../../src/core/form/types/question.ts';
import { RESERVED_NAMES } from '../../src/core/json.ts';
import { referencesInAnswers } from '../../src/core/saving/references.ts';
import { type Random, seededRandom } from '../../src/server/demo/random.ts';
import type { Person } from '../api/permissions-cast.ts';
import { addFields, ask, json, multipart, type Part, type Sent, wellFormed } from './encode.ts';
import type { Answerer } from './everyForm.ts';
import fc from './property.ts';
import type { TestServer } from './server.ts';

/** Most records of its own that a lane works on. */
const MOST_OWN = 60;

interface Subject {
  form: CompiledForm;
  base: string;
  workflow: Workflow;
  bodies: RecordData[];
}

interface Own {
  subject: Subject;
  id: string;
  version: number;
  answers: RecordData;
}

/** Results of the requests. */
export interface FuzzCount {
  requests: number;
  /** Requests with a body, and how many of them had a body made to be valid. */
  bodies: number;
  right: number;
  /** Successful writes by kind */
  written: Record<string, number>;
  /** Responses by status */
  status: Record<number, number>;
  /** 5xx responses and missing responses */
  faults: string[];
}

export class Fuzzer {
  readonly #server: TestServer;
  readonly #seed: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #strange: unknown[];
  #subjects: Subject[] = [];
  readonly #picture: Buffer;
  #made = 0;
  readonly count: FuzzCount = { requests: 0, bodies: 0, right: 0, written: {}, status: {}, faults: [] };

  constructor(server: TestServer, seed: number, picture: Buffer, strange: fc.Arbitrary<unknown>) {
    this.#server = server;
    this.#seed = seed;
    this.#picture = picture;
    this.#strange = fc.sample(strange, { seed, numRuns: 2000 });
  }

  /** Makes `each` valid bodies for every form that people fill, or for every `every`-th of them. */
  async prepare(answerer: Answerer, admin: Person, each: number, every: number): Promise<void> {
    const { registry } = this.#server.services;
    const forms = registry.forms().filter(({ definition }) => definition.kind !== 'log');
    for (const form of forms.filter((_form, at) => at % every === 0)) {
      const bodies: RecordData[] = [];
      for (let n = 1; n <= each; n += 1) bodies.push(await answerer.answers(form, admin, n));
      this.#subjects.push({ form, base: form.definition.api.base, workflow: registry.workflow(form), bodies });
    }
  }

  /** Sends the requests over several lanes. Ends early at the time `until`. */
  async run(requests: number, lanes: number, until: number): Promise<void> {
    const lane = async (number: number): Promise<void> => {
      const random = seededRandom(this.#seed * 1000 + number);
      const own: Own[] = [];
      while (this.count.requests < requests && performance.now() < until) {
        this.count.requests += 1;
        await this.#one(random, own);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    this.#agent.destroy();
  }

  async #one(random: Random, own: Own[]): Promise<void> {
    const what = random.weighted({
      create: 40,
      update: 22,
      strange: 12,
      step: 6,
      remove: 2,
      file: 5,
      sheet: 1,
      read: 12,
    });
    const mine = own.length > 0 ? random.pick(own) : undefined;
    if (what === 'read') return void (await this.#read(random, mine));
    if (what === 'file') return void (await this.#file(random));
    if (what === 'sheet') return void (await this.#sheet(random));
    if (what === 'update' && mine) return this.#update(mine);
    if (what === 'step' && mine) return this.#step(random, mine);
    if (what === 'remove' && mine) {
      const path = `${mine.subject.base}/${mine.id}?version=${mine.version}`;
      own.splice(own.indexOf(mine), 1);
      const { status } = await this.#send({ method: 'DELETE', path, token: this.#token('admin') });
      if (status === 200 && random.percent(50))
        await this.#send({
          method: 'POST',
          path: `${mine.subject.base}/${mine.id}/restore`,
          token: this.#token('admin'),
        });
      return;
    }
    if (what === 'strange') return this.#odd(random, mine);
    await this.#create(random, own);
  }

  async #create(random: Random, own: Own[]): Promise<void> {
    const subject = random.pick(this.#subjects);
    const answers = await this.#withFiles(subject, this.#fresh(subject, random.pick(subject.bodies)));
    // Some forms are only for the administrator. The other users get whatever the server decides.
    const token = this.#token(
      random.percent(90) ? 'admin' : random.pick(['focal.bamyan', 'manager.schools', 'finance']),
    );
    const isParts = random.percent(15);
    const encoded = isParts ? this.#parts(subject, answers, random) : json(answers);
    const { status, body } = await this.#write('create', {
      method: 'POST',
      path: `${subject.base}/store`,
      token,
      ...encoded,
    });
    if (status === 200 && body.id && !isParts) own.push({ subject, id: body.id, version: body.version, answers });
    if (own.length > MOST_OWN) own.shift();
  }

  async #update(mine: Own): Promise<void> {
    const { subject, id } = mine;
    const answers = this.#fresh(subject, mine.answers);
    const encoded = json({ ...answers, version: mine.version });
    const path = `${subject.base}/${id}`;
    const { status, body } = await this.#write('update', {
      method: 'PUT',
      path,
      token: this.#token('admin'),
      ...encoded,
    });
    if (status === 200) Object.assign(mine, { version: body.version, answers });
  }

  async #step(random: Random, mine: Own): Promise<void> {
    const { action } = random.pick(mine.subject.workflow.transitions);
    const encoded = json({ record_id: mine.id, action, comment: 'As it was agreed', version: mine.version });
    const path = `${mine.subject.base}/change-record-status`;
    const { status, body } = await this.#write('step', {
      method: 'POST',
      path,
      token: this.#token('admin'),
      ...encoded,
    });
    if (status === 200 && typeof body.version === 'number') mine.version = body.version;
    else if (status === 200) mine.version += 1;
  }

  /** Sends an otherwise valid body with one to three strange answers. */
  async #odd(random: Random, mine: Own | undefined): Promise<void> {
    const subject = mine?.subject ?? random.pick(this.#subjects);
    const answers: Record<string, unknown> = { ...random.pick(subject.bodies) };
    const names = [
      ...subject.form.byProperty.keys(),
      'id',
      'version',
      'client_id',
      'problems',
      'form_version',
      'captured_at',
      ...RESERVED_NAMES,
    ];
    for (let n = random.whole(1, 3); n > 0; n -= 1) answers[random.pick(names)] = random.pick(this.#strange);
    const path = mine && random.percent(50) ? `${subject.base}/${mine.id}` : `${subject.base}/store`;
    const method = path.endsWith('/store') ? 'POST' : 'PUT';
    this.count.bodies += 1;
    await this.#send({ method, path, token: this.#token('admin'), ...json(answers) });
  }

  async #read(random: Random, mine: Own | undefined): Promise<void> {
    const subject = mine?.subject ?? random.pick(this.#subjects);
    const strange = random.pick(this.#strange);
    const value = encodeURIComponent(
      wellFormed(typeof strange === 'string' ? strange : (JSON.stringify(strange) ?? '')),
    );
    const name = random.pick([...subject.form.byProperty.keys(), 'status', 'province_id', 'code', ...RESERVED_NAMES]);
    const rest = random.pick([
      `?text=${value}`,
      `?filters[${encodeURIComponent(name)}]=${value}`,
      `?sort=-${encodeURIComponent(name)}&page=${random.whole(1, 9)}`,
      '/create',
      '?per_page=50&fields=all',
      '/export?format=csv',
      ...(mine ? [`/${mine.id}`, `/${mine.id}/history`, `/${mine.id}/attachments`] : []),
    ]);
    const token = this.#token(random.pick(['admin', 'focal.bamyan', 'mande', 'finance']));
    await this.#send({ method: 'GET', path: `${subject.base}${rest}`, token });
  }

  /** Uploads a picture, a text, a false picture, or anything else. */
  async #file(random: Random): Promise<void> {
    const strange = Buffer.from(JSON.stringify(random.pick(this.#strange)) ?? '');
    this.#made += 1;
    const notes = Buffer.from(`Notes ${this.#made}\n`.repeat(random.whole(1, 400)));
    const right = [
      { file: 'picture.png', content: this.#picture },
      { file: 'عکس.png', content: this.#picture },
      { file: 'notes.txt', content: notes },
    ];
    const wrong = [
      { file: 'picture.png', content: Buffer.concat([this.#picture.subarray(0, 40), strange]) },
      { file: '../../etc/report.pdf', content: strange },
    ];
    const isRight = random.percent(70);
    const encoded = multipart([{ name: 'file', ...random.pick(isRight ? right : wrong) }]);
    await this.#write('file', { method: 'POST', path: 'files', token: this.#token('admin'), ...encoded }, isRight);
  }

  async #sheet(random: Random): Promise<void> {
    const taking = this.#server.services.registry.forms().filter(({ definition }) => definition.import);
    const { base } = random.pick(taking).definition.api;
    const rows = Array.from({ length: random.whole(1, 6) }, () => JSON.stringify(random.pick(this.#strange)) ?? '');
    const encoded = multipart([{ name: 'file', file: 'rows.csv', content: Buffer.from(rows.join('\n')) }]);
    this.count.bodies += 1;
    await this.#send({ method: 'POST', path: `${base}/upload/preview`, token: this.#token('admin'), ...encoded });
  }

  /** Returns the same answers with new values where values must be unique. */
  #fresh({ form }: Subject, answers: RecordData): RecordData {
    const next: RecordData = { ...answers };
    this.#made += 1;
    for (const node of form.fields.values())
      if (node.def.unique)
        for (const name of node.properties)
          if (typeof next[name] === 'string') next[name] = `${node.name}-${this.#made}`;
    if (form.definition.code?.typed) next.code = `T-${this.#made}`;
    return next;
  }

  /** A file belongs to the first record that names it, so another record gets new uploads. */
  async #withFiles({ form }: Subject, answers: RecordData): Promise<RecordData> {
    let text = JSON.stringify(answers);
    for (const { id } of referencesInAnswers(form, answers).files) {
      this.count.requests += 1;
      const encoded = multipart([{ name: 'file', file: 'picture.png', content: this.#picture }]);
      const sent = { method: 'POST', path: 'files', token: this.#token('admin'), ...encoded };
      const { body } = await this.#write('file', sent);
      if (body.id) text = text.replaceAll(JSON.stringify(id), JSON.stringify(body.id));
    }
    return JSON.parse(text) as RecordData;
  }

  #parts({ form }: Subject, answers: RecordData, random: Random) {
    const isFile = (name: string) => {
      const node = form.byProperty.get(name);
      return node !== undefined && holdsFiles(node);
    };
    const parts: Part[] = [];
    for (const [name, value] of Object.entries(answers)) {
      if (isFile(name) && random.percent(60)) parts.push({ name, file: 'scan.png', content: this.#picture });
      else addFields(parts, name, value);
    }
    return multipart(parts);
  }

  #token(person: string): string {
    return this.#server.tokens[person] as string;
  }

  // biome-ignore lint/suspicious/noExplicitAny: responses of every call
  async #write(what: string, sent: Sent, isRight = true): Promise<{ status: number; body: any }> {
    this.count.bodies += 1;
    if (isRight) this.count.right += 1;
    const answer = await this.#send(sent);
    if (answer.status === 200) this.count.written[what] = (this.count.written[what] ?? 0) + 1;
    return { status: answer.status, body: answer.status === 200 ? JSON.parse(answer.text) : {} };
  }

  async #send(sent: Sent): Promise<{ status: number; text: string }> {
    const answer = await ask(this.#agent, this.#server.base, sent).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    const { status, text } = answer;
    this.count.status[status] = (this.count.status[status] ?? 0) + 1;
    if (status === 0 || status >= 500)
      this.count.faults.push(
        `${sent.method} ${sent.path}: ${status} ${text.slice(0, 300)}\n${String(sent.body ?? '').slice(0, 600)}`,
      );
    return answer;
  }
}
