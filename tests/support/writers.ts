/**
 * Simulated users who write to a server over HTTP. Every write has an idempotency key and is sent again with it until it is
 * acknowledged, whatever happens to the server. Acknowledged writes are kept for the final check.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** A school as it was acknowledged. */
export interface Written {
  id: string;
  name: string;
  version: number;
  level: string;
}

export interface WritersOptions {
  /** The server's address, and its unexpected exits. After one, the writers stop. */
  server: { base: string; deaths: readonly string[] };
  /** Session at the start. When it ends, the writers log in. */
  token: string;
  username: string;
  password: string;
  province: string;
  district: string;
  /** Prefix of the names that they write. Each test on a store needs another one. */
  name: string;
  lanes?: number;
  /** Uploads a file with every n-th school. 0 means none. */
  filesEvery?: number;
}

/** A write that is not acknowledged within this time in milliseconds counts as unanswered. */
const PATIENCE = 120_000;
const SENTENCE = /^The server is not responding/;

export class Writers {
  readonly #options: WritersOptions;
  #isStopping = false;
  #isGivenUp = false;
  #token: string;
  #loggingIn: Promise<void> | undefined;
  #lanes: Promise<void>[] = [];
  readonly schools: Written[] = [];
  readonly files: { id: string; content: string }[] = [];
  /** Names of all schools that were sent, acknowledged or not. */
  readonly sent = new Set<string>();
  /** Responses that must not occur: 5xx other than 503 with its sentence, refusals, no response in time. */
  readonly wrong: string[] = [];
  /** Counts of acknowledged writes, 503 responses, broken connections and ended sessions. */
  readonly count = { acknowledged: 0, unavailable: 0, broken: 0, loggedOut: 0 };

  constructor(options: WritersOptions) {
    this.#options = options;
    this.#token = options.token;
  }

  start(): void {
    this.#isStopping = false;
    const lanes = this.#options.lanes ?? 6;
    const begun = this.sent.size;
    this.#lanes = Array.from({ length: lanes }, (_, lane) => this.#write(`${this.#options.name} ${begun} ${lane}`));
  }

  /** Resolves when this many more writes are acknowledged, or when the time is over. */
  async more(writes: number, ms = 10_000): Promise<void> {
    const aim = this.count.acknowledged + writes;
    const until = performance.now() + ms;
    while (this.count.acknowledged < aim && performance.now() < until && !this.isOver) await pause(5);
  }

  /** Starts no new writes. Resolves when every started write is acknowledged or given up. The server must be running. */
  async finish(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
  }

  /** Abandons the writes that were started. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  /** True if no more writes follow. */
  get isOver(): boolean {
    return this.#isGivenUp || this.#options.server.deaths.length > 0;
  }

  async #write(lane: string): Promise<void> {
    const { province, district, filesEvery = 5 } = this.#options;
    for (let n = 0; !this.#isStopping && !this.isOver; n += 1) {
      const name = `${lane} ${n}`;
      this.sent.add(name);
      const answers = { name, type: 'mixed', level: 'primary', province_id: province, district_id: district };
      const made = await this.#send('POST', 'schools/store', `${name} made`, {
        ...answers,
        monitoring_status: 'on-going',
      });
      if (!made) continue;
      const school: Written = { id: made.id, name, version: made.version, level: 'primary' };
      this.schools.push(school);
      const changed = { ...answers, monitoring_status: 'on-going', level: 'upper-secondary', version: school.version };
      const saved = await this.#send('PUT', `schools/${school.id}`, `${name} changed`, changed);
      if (saved) Object.assign(school, { version: saved.version, level: changed.level });
      if (filesEvery > 0 && n % filesEvery === 0) {
        const content = `Notes of ${name}\n`.repeat(200);
        const file = await this.#send('POST', 'files', `${name} file`, content);
        if (file) this.files.push({ id: file.id, content });
      }
    }
  }

  /** Sends a write until it is acknowledged. Returns undefined if the response was wrong. */
  async #send(
    method: string,
    path: string,
    key: string,
    body: unknown,
  ): Promise<{ id: string; version: number } | undefined> {
    const until = performance.now() + PATIENCE;
    while (performance.now() < until && !this.isOver) {
      const answer = await this.#ask(method, path, key, body).catch(() => undefined);
      if (answer === undefined) this.count.broken += 1;
      else if (answer.status < 300) {
        this.count.acknowledged += 1;
        return JSON.parse(answer.text) as { id: string; version: number };
      } else if (isUnavailable(answer)) this.count.unavailable += 1;
      else if (answer.status === 401) await this.#logIn();
      else {
        this.wrong.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 400)}`);
        return undefined;
      }
      await pause(20 + Math.random() * 60);
    }
    this.wrong.push(`${method} ${path}: not acknowledged`);
    return undefined;
  }

  /** Requests the list of what was written and returns the status. */
  async read(): Promise<number> {
    return (await this.#call('GET', 'schools', {})).status;
  }

  /** Logs in once for all lanes whose session ended at the same time. */
  #logIn(): Promise<void> {
    this.#loggingIn ??= (async () => {
      this.count.loggedOut += 1;
      const { username, password } = this.#options;
      const answer = await this.#call('POST', 'auth/login', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      }).catch(() => undefined);
      if (answer?.status === 200) this.#token = (JSON.parse(answer.text) as { access_token: string }).access_token;
    })().finally(() => {
      this.#loggingIn = undefined;
    });
    return this.#loggingIn;
  }

  #ask(method: string, path: string, key: string, body: unknown): Promise<{ status: number; text: string }> {
    const named = { 'idempotency-key': key };
    if (typeof body !== 'string') {
      const headers = { ...named, 'content-type': 'application/json' };
      return this.#call(method, path, { headers, body: JSON.stringify(body) });
    }
    const parts = new FormData();
    parts.append('file', new Blob([body], { type: 'text/plain' }), 'notes.txt');
    return this.#call(method, path, { headers: named, body: parts });
  }

  async #call(
    method: string,
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: string | FormData },
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.#options.server.base}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'accept-language': 'en', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(45_000),
    });
    return { status: response.status, text: await response.text() };
  }
}

function isUnavailable({ status, text }: { status: number; text: string }): boolean {
  if (status !== 503 || !text.startsWith('{')) return false;
  const { code, message } = JSON.parse(text) as { code?: string; message?: string };
  return code === 'unavailable' && SENTENCE.test(message ?? '');
}
