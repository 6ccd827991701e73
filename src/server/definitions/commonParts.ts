/**
 * What can be published while the server runs besides forms: navigation, permissions, choice lists and reports. As with forms,
 * the later change wins: what was published is served until the file itself changes. Every published version is kept.
 */
import { hash } from 'node:crypto';
import { formatDefinition } from '../../core/definitions/format.ts';
import {
  choiceListOfPart,
  commonPartsOf,
  fileOfPart,
  type PartContent,
  reportOfPart,
} from '../../core/definitions/parts.ts';
import type { ChoiceList, CommonSources } from '../../core/definitions/types.ts';
import type { ReportDefinition } from '../../core/generated/report.ts';
import { canonicalJson, getOwn, isObject } from '../../core/json.ts';
import type { Database, Handle } from '../db/database.ts';
import type { CommonVersionsTable } from '../db/referenceTables.ts';
import { seedChoiceLists } from '../reference/choices.ts';
import { ROOT } from '../root.ts';
import {
  isParseable,
  NotServable,
  parseDefinition,
  type UnservedVersion,
  unservableReason,
} from './compileServable.ts';
import { runDecision } from './decisions.ts';
import { readMetaSchemas } from './definitionFiles.ts';

interface Held {
  content: PartContent;
  hash: string;
}

/** A version that was published. */
interface Published extends Held, Omit<CommonVersionsTable, 'content'> {}

/** One part as it is served. */
export interface CommonPart extends Held {
  /** The part as its file has it. Undefined if it has none. */
  file: Held | undefined;
  /** Number of the last published version; 0 if none was published. */
  version: number;
  /** The published version that is served. Undefined if the file is. */
  published?: Published;
  /** The last published version, if the file has changed since and is served instead. */
  replaced?: Published;
}

export type CommonParts = ReadonlyMap<string, CommonPart>;

/**
 * Returns what is served now, of the files and of what was published. Contents of `before` stay the same objects. In place of
 * a version that cannot be served, which is added to `unserved`, the one before it is served, or the file.
 */
export async function loadCommonParts(
  db: Handle,
  files: { common: CommonSources; reports?: readonly ReportDefinition[] | undefined },
  before: CommonParts,
  unserved: Map<string, UnservedVersion> = new Map(),
): Promise<{ common: CommonSources; parts: CommonParts; reports: ReportDefinition[] }> {
  const parts = new Map<string, CommonPart>();
  for (const [name, content] of commonPartsOf(files.common, files.reports)) {
    const file = withContentHash(content);
    parts.set(name, { ...file, file, version: 0 });
  }
  for (const { part, version } of await newest(db)) {
    const known = before.get(part);
    let last = [known?.published, known?.replaced].find((one) => one?.version === version);
    for (let number = version; !last && number > 0; number -= 1) {
      try {
        last = await readVersion(db, part, number);
      } catch (error) {
        if (!(error instanceof NotServable)) throw error;
        if (number === version) unserved.set(part, { name: part, version, reason: error.message });
      }
    }
    const there = parts.get(part);
    if (last) parts.set(part, { ...servedPart(last, there?.file), version });
    else if (there) parts.set(part, { ...there, version });
  }
  const common = { ...files.common, choices: { ...files.common.choices } };
  const reports: ReportDefinition[] = [];
  for (const [name, { content }] of parts) {
    const list = choiceListOfPart(name);
    if (reportOfPart(name) !== undefined) reports.push(content as ReportDefinition);
    else if (list !== undefined) common.choices[list] = content as ChoiceList;
    else Object.assign(common, { [name]: content });
  }
  reports.sort((a, b) => (a.report < b.report ? -1 : 1));
  return { common, parts, reports: reports.filter(({ withdrawn }) => !withdrawn) };
}

/** A file that changed since the version was published is served in its place, unless it says the same. */
export function servedPart(last: Published, file: Held | undefined): CommonPart {
  const { content, hash, version } = last;
  return file && file.hash !== last.file_hash && file.hash !== hash
    ? { ...file, file, version, replaced: last }
    : { content, hash, file, version, published: last };
}

/** Returns the content with its hash. */
export function withContentHash(content: PartContent): Held {
  return { content, hash: hash('sha256', canonicalJson(content)) };
}

function newest(db: Handle): Promise<Pick<CommonVersionsTable, 'part' | 'version'>[]> {
  return db
    .selectFrom('common_versions')
    .select(['part', (eb) => eb.fn.max('version').as('version')])
    .groupBy('part')
    .orderBy('part')
    .execute();
}

async function readVersion(db: Handle, part: string, version: number): Promise<Published> {
  const row = await db
    .selectFrom('common_versions')
    .selectAll()
    .where('part', '=', part)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return { ...row, ...withContentHash(readContent(part, row.content)) };
}

/** Lists that each part must have for whoever reads it. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  navigation: ['departments'],
  permissions: ['roles', 'rules'],
};

/** Throws NotServable. */
function readContent(part: string, text: string): PartContent {
  try {
    const content = parseDefinition(text);
    const lists =
      choiceListOfPart(part) !== undefined
        ? ['items']
        : reportOfPart(part) !== undefined
          ? ['blocks']
          : getOwn(LISTS, part);
    for (const name of lists ?? []) {
      const list = getOwn(content, name);
      if (!Array.isArray(list) || !list.every(isObject)) throw new Error(`${name} is no list`);
    }
    return content as unknown as PartContent;
  } catch (error) {
    throw new NotServable(unservableReason(error));
  }
}

let meta: ReturnType<typeof readMetaSchemas> | undefined;

/** Returns the text of the file that would hold the part. */
export function partText(part: string, content: PartContent): string {
  meta ??= readMetaSchemas(ROOT);
  return formatDefinition(content, meta.get(fileOfPart(part, content).kind));
}

/** Says that a part whose file has changed is not served as it was published. */
export function replacedSentence({ replaced }: CommonPart): string | undefined {
  if (!replaced) return undefined;
  const { part, version, at, content } = replaced;
  return (
    `${fileOfPart(part, content).path} has changed since version ${version} of ${part} was published on ${at.slice(0, 10)}. The file is ` +
    `served, and what only that version says is hidden until it is published again: Administration, ${reportOfPart(part) === undefined ? 'Forms and versions, Shared parts' : 'Make reports'}.`
  );
}

/**
 * Stores the next version of a part. `before` is what is served; returns false if somebody has published since. Items of a list
 * are added and corrected as its file would do it: what administrators edited stays.
 */
export async function publishCommonPart(
  database: Database,
  given: Pick<CommonVersionsTable, 'part' | 'at' | 'by_id' | 'note'> & { content: PartContent },
  before: CommonPart | undefined,
): Promise<boolean> {
  const { part, at, by_id, note, content } = given;
  const version = (before?.version ?? 0) + 1;
  const list = choiceListOfPart(part);
  const row = { ...given, version, content: JSON.stringify(content), file_hash: before?.file?.hash ?? null };
  return database.transaction(async (trx) => {
    const written = trx
      .insertInto('common_versions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    const decision = { part, version, note, at, by_id };
    const isWritten = await runDecision(trx, 'common_published', decision, written.returning('version'), [
      'common part',
      part,
    ]);
    if (!isWritten) return false;
    if (list !== undefined) await seedChoiceLists(trx, [content as ChoiceList]);
    return true;
  });
}

/** Returns the published versions of a part that can be read, newest first. */
export async function versionsOfPart(db: Handle, part: string): Promise<CommonVersionsTable[]> {
  const rows = await db
    .selectFrom('common_versions')
    .selectAll()
    .where('part', '=', part)
    .orderBy('version', 'desc')
    .execute();
  return rows.filter(({ content }) => isParseable(content));
}
