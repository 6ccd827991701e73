/**
 * What all forms share and can be published while the server runs: navigation, permissions and choice lists. As with forms,
 * the later change wins: what was published is served until the file itself changes. Every published version is kept.
 */
import type { ChoiceList, CommonSources } from '../../core/definitions/types.ts';
import type { Database, Handle } from '../db/database.ts';
import type { CommonVersionsTable } from '../db/referenceTables.ts';
import { seedLists } from '../reference/choices.ts';
import { canonicalJson, sha256 } from './canonical.ts';
import { decide } from './decisions.ts';

type Content = CommonSources['navigation'] | CommonSources['permissions'] | ChoiceList;
type Head = Omit<CommonVersionsTable, 'content'>;

/** One part as it is served. */
export interface CommonPart {
  content: Content;
  hash: string;
  /** Hash of the part's file. Null if it has none. */
  fileHash: string | null;
  /** Number of the last published version; 0 if none was published. */
  version: number;
  /** The published version that is served. Undefined if the file is. */
  published?: Head;
}

export type CommonParts = ReadonlyMap<string, CommonPart>;

const LIST = 'choices.';
const PART = /^(navigation|permissions|choices\.[a-z0-9]+([.-][a-z0-9]+)*)$/;

export function isPart(name: string): boolean {
  return PART.test(name);
}

/** Returns the list of a part that is one. */
export function listOf(part: string): string | undefined {
  return part.startsWith(LIST) ? part.slice(LIST.length) : undefined;
}

/** Returns what is served now, of the files and of what was published. Contents of `before` stay the same objects. */
export async function loadCommon(
  db: Handle,
  files: CommonSources,
  before: CommonParts,
): Promise<{ common: CommonSources; parts: CommonParts }> {
  const { navigation, permissions, choices } = files;
  const parts = new Map<string, CommonPart>();
  const shipped = { navigation, permissions };
  for (const [name, content] of Object.entries(shipped)) parts.set(name, fromFile(content));
  for (const list of Object.values(choices)) parts.set(LIST + list.list, fromFile(list));
  for (const head of (await heads(db)).values()) {
    const file = parts.get(head.part);
    if (file && file.hash !== head.file_hash) parts.set(head.part, { ...file, version: head.version });
    else parts.set(head.part, await published(db, head, file, before.get(head.part)));
  }
  const common = { ...files, choices: { ...choices } };
  for (const [name, { content }] of parts) {
    const list = listOf(name);
    if (list !== undefined) common.choices[list] = content as ChoiceList;
    else Object.assign(common, { [name]: content });
  }
  return { common, parts };
}

function fromFile(content: Content): CommonPart {
  const hash = hashOf(content);
  return { content, hash, fileHash: hash, version: 0 };
}

const hashes = new WeakMap<Content, string>();

function hashOf(content: Content): string {
  const hash = hashes.get(content) ?? sha256(canonicalJson(content));
  hashes.set(content, hash);
  return hash;
}

/** Returns the newest published version of each part, without its content. */
async function heads(db: Handle): Promise<Map<string, Head>> {
  const columns = ['part', 'version', 'file_hash', 'at', 'by_id', 'note'] as const;
  const rows = await db.selectFrom('common_versions').select(columns).orderBy('part').orderBy('version').execute();
  return new Map(rows.map((row) => [row.part, row]));
}

async function published(
  db: Handle,
  head: Head,
  file: CommonPart | undefined,
  before: CommonPart | undefined,
): Promise<CommonPart> {
  if (before?.published?.version === head.version) return before;
  const { content: text } = await db
    .selectFrom('common_versions')
    .select('content')
    .where('part', '=', head.part)
    .where('version', '=', head.version)
    .executeTakeFirstOrThrow();
  const content = JSON.parse(text) as Content;
  return { content, hash: hashOf(content), fileHash: file?.hash ?? null, version: head.version, published: head };
}

/**
 * Stores the next version of a part. `before` is what is served; returns false if somebody has published since. Items of a list
 * are added and corrected as its file would do it: what administrators edited stays.
 */
export async function publishCommon(
  database: Database,
  given: Pick<CommonVersionsTable, 'part' | 'at' | 'by_id' | 'note'> & { content: Content },
  before: CommonPart | undefined,
): Promise<boolean> {
  const { part, at, by_id, note, content } = given;
  const version = (before?.version ?? 0) + 1;
  const list = listOf(part);
  const row = { ...given, version, content: JSON.stringify(content), file_hash: before?.fileHash ?? null };
  return database.transaction(async (trx) => {
    const written = trx
      .insertInto('common_versions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    const decision = { part, version, note, at, by_id };
    if (!(await decide(trx, 'common_published', decision, written.returning('version')))) return false;
    if (list !== undefined) await seedLists(trx, [content as ChoiceList]);
    return true;
  });
}

/** Returns the published versions of a part, newest first. */
export function versionsOfPart(db: Handle, part: string): Promise<CommonVersionsTable[]> {
  return db.selectFrom('common_versions').selectAll().where('part', '=', part).orderBy('version', 'desc').execute();
}
