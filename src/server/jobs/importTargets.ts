/** Where `forms import` publishes: a store that no server uses, or a running server through its API. */
import { basename } from 'node:path';
import { issueText } from '../../core/check/issues/text.ts';
import { loadSources } from '../../core/contract/read.ts';
import type { PartContent } from '../../core/definitions/parts.ts';
import type { FormSource } from '../../core/definitions/types.ts';
import { isObject } from '../../core/errors/json.ts';
import type { CommonPart, CommonPartResponse } from '../../core/generated/api.ts';
import { CONSOLE } from '../accounts/log.ts';
import { DataFolderInUse } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { checkCandidate, checkCommonPart } from '../definitions/candidate.ts';
import type { CandidateIssue } from '../definitions/candidateIssue.ts';
import { contentHash } from '../definitions/commonParts.ts';
import { diskIo } from '../definitions/definitionFiles.ts';
import type { MediaContent } from '../definitions/mediaFiles.ts';
import { storeFiles } from '../definitions/mediaStore.ts';
import { createFormRegistry } from '../definitions/registry.ts';
import { issueWords } from '../http/words.ts';
import { createProjector } from '../projections/projector.ts';
import { ROOT } from '../root.ts';
import { UsageError } from '../settings/settings.ts';
import { mustBeThere, type Store } from './backup.ts';

/** What is wrong with a version, as a sentence. `file` as in `CandidateIssue`. */
export type Refusal = Pick<CandidateIssue, 'file' | 'pointer'> & { message: string };

export interface ImportTarget {
  /** `the store` or `the server`, to begin a sentence with. */
  name: string;
  /** Numbers of the versions it has. */
  versions(form: string): Promise<number[]>;
  /** Brings pictures and sounds, which versions name by their hashes. */
  putMedia(files: readonly MediaContent[]): Promise<void>;
  /** Publishes a version. `isKnown`: nothing had to be changed. */
  publish(source: FormSource): Promise<{ issues: Refusal[] } | { isKnown: boolean }>;
  /** Publishes the next version of a part. */
  publishPart(part: string, content: PartContent): Promise<{ issues: Refusal[] } | { isKnown: boolean }>;
  close(): Promise<void>;
}

/** Throws UsageError if there is no store, or if a server uses it. */
export async function storeTarget(store: Store): Promise<ImportTarget> {
  mustBeThere(store);
  const database = await openDatabase(store).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new UsageError(`${error.message} Or publish through the running one: --server <address> --user <name>.`);
  });
  const registry = await createFormRegistry({ database, sources: await loadSources(diskIo(ROOT)), poll: false });
  const projector = await createProjector(database, registry);
  return {
    name: 'The store',
    versions: async (form) => registry.versions(form).map(({ version }) => version),
    putMedia: (files) => storeFiles(database, files, new Date().toISOString()),
    async publish(source) {
      const checked = await checkCandidate(registry, source);
      if ('issues' in checked) return { issues: checked.issues.map(inWords) };
      const before = registry.revision();
      await registry.publish(checked.source, { by: CONSOLE });
      return { isKnown: registry.revision() === before };
    },
    async publishPart(part, content) {
      const issues = await checkCommonPart(registry, part, content);
      if (issues.length > 0) return { issues: issues.map(inWords) };
      const before = registry.commonParts().get(part);
      if (before?.hash === contentHash(content).hash) return { isKnown: true };
      const at = new Date().toISOString();
      const isDone = await registry.publishPart({ part, content, at, by_id: CONSOLE, note: null }, before);
      if (!isDone)
        throw new UsageError(`Somebody has published ${part} just now. Look at it (forms diff ${part}) and try again.`);
      return { isKnown: false };
    },
    async close() {
      await projector.idle();
      registry.close();
      await database.close();
    },
  };
}

function inWords(issue: CandidateIssue): Refusal {
  return { ...issue, message: issueText(issue, issueWords('en'), 'en') };
}

export interface ServerTarget extends ImportTarget {
  /** Returns the last published version of each part that all forms share. */
  parts(): Promise<Map<string, PartContent>>;
}

interface Login {
  /** Such as `https://amanat.example.org`. */
  address: string;
  user: string;
  password: string;
}

/** Logs in. Throws UsageError when the server cannot be reached, refuses something, or is of another version. */
export async function serverTarget({ address, user, password }: Login): Promise<ServerTarget> {
  const server = serverAt(address);
  const body = { username: user, password };
  const { access_token: token } = server.given(await server.ask('POST', 'auth/login', { body }), 'access_token');
  const revision = async () => server.given(await server.ask('GET', 'definitions', { token }), 'revision').revision;
  return {
    name: 'The server',
    async versions(form) {
      const answer = await server.ask('GET', `definitions/${encodeURIComponent(form)}`, { token });
      if (answer.status === 404) return [];
      return server.given(answer, 'versions').versions as number[];
    },
    async putMedia(files) {
      for (const { path, bytes } of files) {
        const body = new FormData();
        body.append('file', new Blob([new Uint8Array(bytes)]), basename(path));
        server.given(await server.ask('POST', 'definitions/media', { token, body }), 'data');
      }
    },
    async publish({ definition, schema }) {
      const before = await revision();
      const answer = await server.ask('POST', 'definitions', { token, body: { definition, schema } });
      if (answer.status === 422 && Array.isArray(answer.said.issues))
        return { issues: answer.said.issues as Refusal[] };
      return { isKnown: server.given(answer, 'revision').revision === before };
    },
    async publishPart(part, content) {
      const path = `definitions/common/${part}`;
      const there = await server.ask('GET', path, { token });
      const known = there.status === 404 ? undefined : (server.given(there, 'data').data as CommonPart);
      if (known?.hash === contentHash(content).hash) return { isKnown: true };
      const body = { content, hash: known?.hash ?? null };
      const answer = await server.ask('POST', path, { token, body });
      if (answer.status === 422 && Array.isArray(answer.said.issues))
        return { issues: answer.said.issues as Refusal[] };
      server.given(answer, 'data');
      return { isKnown: false };
    },
    async parts() {
      const { data } = server.given(await server.ask('GET', 'definitions/common', { token }), 'data');
      const found = new Map<string, PartContent>();
      for (const { part, version } of data as CommonPart[]) {
        if (version === 0) continue;
        const { versions } = server.given(await server.ask('GET', `definitions/common/${part}`, { token }), 'versions');
        const [last] = versions as CommonPartResponse['versions'];
        if (last) found.set(part, last.content as unknown as PartContent);
      }
      return found;
    },
    close: async () => void (await server.ask('POST', 'auth/logout', { token })),
  };
}

interface Answer {
  status: number;
  said: Record<string, unknown>;
}

function serverAt(address: string) {
  if (!URL.canParse(address))
    throw new UsageError(`${address} is no address; it looks like https://amanat.example.org`);
  const isOther = () =>
    new UsageError(
      `${address} does not answer as this version of Amanat does. Use the command of the version that runs there.`,
    );
  return {
    async ask(method: string, path: string, { token, body }: { token?: unknown; body?: object }): Promise<Answer> {
      const isForm = body instanceof FormData;
      const headers = {
        'accept-language': 'en',
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const sent = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) };
      const response = await fetch(new URL(`/api/${path}`, address), sent).catch((error: Error) => {
        throw new UsageError(
          `${address} cannot be reached: ${(error.cause as Error | undefined)?.message || error.message}.`,
        );
      });
      const said: unknown = await response.json().catch(() => undefined);
      if (!isObject(said)) throw isOther();
      return { status: response.status, said };
    },
    /** Returns an answer that has this key. Otherwise throws what the server says, if it is a sentence. */
    given({ status, said }: Answer, key: string): Record<string, unknown> {
      if (status < 400 && Object.hasOwn(said, key)) return said;
      throw status >= 400 && typeof said.message === 'string' && said.code !== 'route_not_found'
        ? new UsageError(`${address} refuses: ${said.message}`)
        : isOther();
    },
  };
}
