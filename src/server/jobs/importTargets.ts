/** Where `forms import` publishes: a store that no server uses, or a running server through its API. */
import { basename } from 'node:path';
import { issueText } from '../../core/check/issues/text.ts';
import { loadSources } from '../../core/contract/read.ts';
import type { PartContent } from '../../core/definitions/parts.ts';
import type { FormSource } from '../../core/definitions/types.ts';
import type { StatesInFiles } from '../../core/definitions/words/history.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { CommonPart } from '../../core/generated/api.ts';
import { CONSOLE_ACTOR } from '../accounts/log.ts';
import { DataFolderInUse } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { checkCandidate, checkCommonPart } from '../definitions/candidate.ts';
import type { CandidateIssue } from '../definitions/candidateIssue.ts';
import { withContentHash } from '../definitions/commonParts.ts';
import { diskIo } from '../definitions/definitionFiles.ts';
import {
  addDefinitionDraft,
  type DefinitionDraftInput,
  formNameOfDraft,
  listDefinitionDrafts,
  withWordsSetting,
} from '../definitions/drafts.ts';
import type { MediaContent } from '../definitions/mediaFiles.ts';
import { storeMediaFiles } from '../definitions/mediaStore.ts';
import { createFormRegistry, type FormRegistry } from '../definitions/registry.ts';
import { readVersionStart } from '../definitions/startDay.ts';
import { errorSentenceIn } from '../http/responses.ts';
import { issueWords } from '../http/words.ts';
import { createProjector } from '../projections/projector.ts';
import { ROOT } from '../root.ts';
import { UsageError } from '../settings/settings.ts';
import { mustHaveStore, type StorePlace } from './backup.ts';
import type { ServerSession } from './serverCalls.ts';

/** What is wrong with a version, as a sentence. `file` as in `CandidateIssue`. */
export type VersionRefusal = Pick<CandidateIssue, 'file' | 'pointer'> & { message: string };

export interface ImportTarget {
  /** `the store` or `the server`, to begin a sentence with. */
  name: string;
  /** Numbers of the versions it has. */
  versions(form: string): Promise<number[]>;
  /** Brings pictures and sounds, which versions name by their hashes. */
  putMedia(files: readonly MediaContent[]): Promise<void>;
  /**
   * Publishes a version with the states of its words. `from`: first day of its new records, as it was typed. `isKnown`: nothing
   * had to be changed. Throws UsageError if it cannot begin on that day.
   */
  publish(
    source: FormSource,
    states: StatesInFiles,
    from?: string,
  ): Promise<{ issues: VersionRefusal[] } | { isKnown: boolean }>;
  /** True if somebody is writing this form. */
  isDrafted(form: string): Promise<boolean>;
  /** Stores a form that somebody goes on writing. */
  addDraft(draft: DefinitionDraftInput): Promise<void>;
  /** Publishes the next version of a part. */
  publishPart(part: string, content: PartContent): Promise<{ issues: VersionRefusal[] } | { isKnown: boolean }>;
  close(): Promise<void>;
}

/** Throws UsageError if there is no store, or if a server uses it. */
export async function storeTarget(store: StorePlace): Promise<ImportTarget> {
  mustHaveStore(store);
  const database = await openDatabase(store).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new UsageError(`${error.message} Or publish through the running one: --server <address> --user <name>.`);
  });
  const registry = await createFormRegistry({ database, sources: await loadSources(diskIo(ROOT)), poll: false });
  const projector = await createProjector(database, registry);
  return {
    name: 'The store',
    versions: async (form) => registry.versions(form).map(({ version }) => version),
    putMedia: (files) => storeMediaFiles(database, files, new Date().toISOString()),
    async publish(source, states, from) {
      const checked = await checkCandidate(registry, source);
      if ('issues' in checked) return { issues: checked.issues.map(inWords) };
      if (from !== undefined) mustStart(registry, checked.source, from);
      const before = registry.revision();
      await registry.publish(checked.source, { by: CONSOLE_ACTOR, states, from });
      return { isKnown: registry.revision() === before };
    },
    isDrafted: async (form) =>
      (await listDefinitionDrafts(database.read)).some((draft) => formNameOfDraft(draft) === form),
    async addDraft(draft) {
      const input = { ...draft, definition: withWordsSetting(draft.definition, undefined) };
      await addDefinitionDraft(database, input, CONSOLE_ACTOR, new Date().toISOString());
    },
    async publishPart(part, content) {
      const issues = await checkCommonPart(registry, part, content);
      if (issues.length > 0) return { issues: issues.map(inWords) };
      const before = registry.commonParts().get(part);
      if (before?.hash === withContentHash(content).hash) return { isKnown: true };
      const at = new Date().toISOString();
      const isDone = await registry.publishPart({ part, content, at, by_id: CONSOLE_ACTOR, note: null }, before);
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

function mustStart(registry: FormRegistry, { definition }: FormSource, from: string): void {
  try {
    readVersionStart(registry, definition, from, new Date());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new UsageError(errorSentenceIn('en', error.code, error.params));
  }
}

function inWords(issue: CandidateIssue): VersionRefusal {
  return { ...issue, message: issueText(issue, issueWords('en'), 'en') };
}

/** Publishes over a session, which is closed with the target. */
export function importIntoServer(server: ServerSession): ImportTarget {
  const revision = async () => server.given(await server.ask('GET', 'definitions'), 'revision').revision;
  return {
    name: 'The server',
    async versions(form) {
      const answer = await server.ask('GET', `definitions/${encodeURIComponent(form)}`);
      if (answer.status === 404) return [];
      return server.given(answer, 'versions').versions as number[];
    },
    async putMedia(files) {
      for (const { path, bytes } of files) {
        const body = new FormData();
        body.append('file', new Blob([new Uint8Array(bytes)]), basename(path));
        server.given(await server.ask('POST', 'definitions/media', body), 'data');
      }
    },
    async publish({ definition, schema }, states, from) {
      const before = await revision();
      const answer = await server.ask('POST', 'definitions', { definition, schema, states, ...(from && { from }) });
      if (answer.status === 422 && Array.isArray(answer.said.issues))
        return { issues: answer.said.issues as VersionRefusal[] };
      return { isKnown: server.given(answer, 'revision').revision === before };
    },
    async isDrafted(form) {
      const { data } = server.given(await server.ask('GET', 'definitions/drafts'), 'data');
      return (data as { form: string | null }[]).some((draft) => draft.form === form);
    },
    async addDraft({ definition, schema }) {
      server.given(await server.ask('POST', 'definitions/drafts', { definition, schema }), 'data');
    },
    async publishPart(part, content) {
      const path = `definitions/common/${part}`;
      const there = await server.ask('GET', path);
      const known = there.status === 404 ? undefined : (server.given(there, 'data').data as CommonPart);
      if (known?.hash === withContentHash(content).hash) return { isKnown: true };
      const answer = await server.ask('POST', path, { content, hash: known?.hash ?? null });
      if (answer.status === 422 && Array.isArray(answer.said.issues))
        return { issues: answer.said.issues as VersionRefusal[] };
      server.given(answer, 'data');
      return { isKnown: false };
    },
    close: server.close,
  };
}
