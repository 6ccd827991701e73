/** Where `forms export` and `forms diff` read what was published at run time: a store, or a running server through its API. */
import type { Sources } from '../../core/definitions/load.ts';
import { commonPartsOf, type PartContent } from '../../core/definitions/parts.ts';
import type { CommonPart, DefinitionView, FormsResponse, WrittenVersion } from '../../core/generated/api.ts';
import { openDatabase } from '../db/open.ts';
import { loadCommonParts, servedPart, withContentHash } from '../definitions/commonParts.ts';
import { findMedia } from '../definitions/mediaStore.ts';
import { publishedForms, type WrittenPart, writtenParts, writtenVersions } from '../definitions/written.ts';
import { mustHaveStore, type StorePlace } from './backup.ts';
import type { ServerSession } from './serverCalls.ts';

export interface ExportSource {
  /** Returns the names of forms that were published, or corrected, at run time. */
  forms(): Promise<string[]>;
  /** Returns the versions of a form that were, oldest first. */
  versions(form: string): Promise<WrittenVersion[]>;
  /** Returns a picture or a sound by its hash. */
  media(hash: string): Promise<Buffer | undefined>;
  /** Returns each part that was published or edited, compared with these files. */
  parts(files: Sources): Promise<Map<string, WrittenPart>>;
  close(): Promise<void>;
}

/** Throws UsageError if there is no store. A server may use it. */
export async function storeSource(store: StorePlace): Promise<ExportSource> {
  mustHaveStore(store);
  const database = await openDatabase({ ...store, readOnly: true });
  return {
    forms: () => publishedForms(database.read),
    versions: async (form) => (await writtenVersions(database.read, form)).filter(isPublished),
    media: async (hash) => (await findMedia(database.read, hash))?.bytes,
    async parts(files) {
      const { parts } = await loadCommonParts(database.read, files, new Map());
      return writtenParts(database.read, parts);
    },
    close: () => database.close(),
  };
}

/** Reads over a session, which is closed with the source. */
export function serverSource(server: ServerSession): ExportSource {
  return {
    async forms() {
      const answer = server.given(await server.ask('GET', 'definitions?written=1'), 'written');
      return (answer as unknown as Required<FormsResponse>).written;
    },
    async versions(form) {
      const answer = await server.ask('GET', `definitions/${encodeURIComponent(form)}?written=1`);
      if (answer.status === 404) return [];
      const view = server.given(answer, 'written_versions') as unknown as Required<DefinitionView>;
      return view.written_versions.filter(isPublished);
    },
    media: (hash) => server.file(`definitions/media/${hash}`),
    async parts(files) {
      const { data } = server.given(await server.ask('GET', 'definitions/common?written=1'), 'data');
      const here = commonPartsOf(files.common, files.reports);
      return new Map(
        (data as CommonPart[]).flatMap((view) => {
          const part = comparedPart(view, here.get(view.part));
          return part ? [[view.part, part] as const] : [];
        }),
      );
    },
    close: server.close,
  };
}

function isPublished({ origin }: WrittenVersion): boolean {
  return origin === 'published';
}

/** Returns the part as a store with this file would have it; undefined if nothing was published or edited. */
function comparedPart(
  { part, version, published, written }: CommonPart,
  content: PartContent | undefined,
): WrittenPart | undefined {
  if (!written) return undefined;
  const found = withContentHash(JSON.parse(written.text));
  const file = content && withContentHash(content);
  if (!written.published || !published) return { ...(file ?? found), file, version, written: found };
  const last = {
    ...withContentHash(written.published.content as unknown as PartContent),
    ...{ part, version, file_hash: written.published.file_hash },
    ...{ at: published.at, by_id: published.by.id, note: published.note },
  };
  return { ...servedPart(last, file), version, written: found };
}
