/**
 * Stores definitions as rows: files at start, published ones at run time. Under one version number the texts may change,
 * but the data contract never does. `definitions.revision` increases with every change, so other processes notice it.
 */
import { hash } from 'node:crypto';
import { contractText } from '../../core/definitions/freeze.ts';
import { resolveReferences, shareCodes } from '../../core/definitions/sharedCodes.ts';
import type { FormSource } from '../../core/definitions/types.ts';
import { canonicalJson } from '../../core/json.ts';
import { memoizeByObject } from '../../core/memoize.ts';
import { changeCovered } from '../db/coveredRows.ts';
import type { Database, Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import type { DefinitionsTable } from '../db/referenceTables.ts';
import { createEventLoopPause } from '../db/rows.ts';
import { raiseRevision } from '../db/storedSettings.ts';
import { parseDefinition, type UnservedVersion, unservableReason } from './compileServable.ts';
import { startVersion } from './versionStarts.ts';

/** The data contract of a form version differs from the one stored under its number. */
export class ContractChanged extends Error {
  readonly form: string;
  readonly version: number;

  constructor(form: string, version: number) {
    super(
      `${form} version ${version}: the data contract differs from the one that was published under this number. Records were captured with it, so it must stay. Put the published contract back and add version ${version + 1}.`,
    );
    this.name = 'ContractChanged';
    this.form = form;
    this.version = version;
  }
}

export interface DefinitionRow extends Pick<DefinitionsTable, 'form' | 'version' | 'hash' | 'text_hash' | 'origin'> {
  source: FormSource;
}

/** Returns the hash of a data contract: of its rules, not of its texts. */
export function contractHash(source: FormSource): string {
  return hash('sha256', contractText(source.schema));
}

const textHash = memoizeByObject('hashes of form files', ({ definition, schema }: FormSource) =>
  hash('sha256', canonicalJson({ definition, schema })),
);

interface StoreOptions {
  origin: 'file' | 'published';
  at: string;
  by: string | null;
  /** First ISO day of its new records, if the only source waits for one. */
  from?: string | undefined;
}

/**
 * Stores sources. A published source with a changed contract throws `ContractChanged`. A file with one is not stored, so that
 * the server goes on with the version that was published: the failure is returned instead.
 */
export async function storeSources(
  database: Database,
  sources: FormSource[],
  options: StoreOptions,
): Promise<ContractChanged[]> {
  const breathe = createEventLoopPause();
  for (const source of sources) {
    await breathe();
    // Known before the transaction, in which others cannot write.
    textHash(source);
  }
  const store = () => database.transaction((trx) => storeIn(trx, sources, options));
  try {
    return await store();
  } catch (error) {
    // Somebody else stored one of the versions at the same moment. Now it is seen.
    if (!database.dialect.isUniqueViolation(error)) throw error;
    return store();
  }
}

async function storeIn(trx: Handle, sources: FormSource[], options: StoreOptions): Promise<ContractChanged[]> {
  const columns = ['form', 'version', 'hash', 'text_hash', 'file_hash'] as const;
  const rows = await trx.selectFrom('definitions').select(columns).execute();
  const known = new Map(rows.map((row) => [`${row.form}@${row.version}`, row]));
  let changed = 0;
  const held: ContractChanged[] = [];
  for (const source of sources) {
    const { form, version } = source.definition;
    const before = known.get(`${form}@${version}`);
    const hash = contractHash(source);
    const text_hash = textHash(source);
    const isFile = options.origin === 'file';
    if (before && before.hash !== hash) {
      const failure = new ContractChanged(form, version);
      if (!isFile) throw failure;
      held.push(failure);
      continue;
    }
    if (before?.text_hash === text_hash) {
      if (isFile && before.file_hash !== text_hash)
        await update(trx, form, version, { origin: 'file', file_hash: text_hash });
      continue;
    }
    // Texts corrected at run time stay until the file itself changes.
    if (isFile && before?.file_hash === text_hash) continue;
    changed += 1;
    const row = {
      hash,
      text_hash,
      origin: options.origin,
      definition: JSON.stringify(source.definition),
      schema: JSON.stringify(shareCodes(source.schema)),
      written: source.written ? JSON.stringify(source.written) : null,
      file_hash: isFile ? text_hash : (before?.file_hash ?? null),
    };
    if (before) await update(trx, form, version, row);
    else await insert(trx, { form, version, ...row, published_at: options.at, published_by: options.by });
    const { at, by } = options;
    const { waiver } = source.definition.changes;
    const detail = { version, ...(waiver !== undefined && { waiver }) };
    if (by) await logEvent(trx, { at, user_id: by, action: 'definition_published', form, detail });
  }
  const [source] = sources;
  const { from, at, by } = options;
  if (source && from !== undefined) {
    const { form, version } = source.definition;
    await startVersion(trx, { form, version, from_day: from, at, by_id: by ?? '', reason: null });
  }
  if (changed > 0) await raiseRevision(trx);
  return held;
}

async function update(
  trx: Handle,
  form: string,
  version: number,
  row: Partial<Omit<DefinitionsTable, 'form' | 'version'>>,
): Promise<void> {
  await changeCovered(trx, [{ kind: 'definition', of: [form] }], () =>
    trx.updateTable('definitions').set(row).where('form', '=', form).where('version', '=', version).execute(),
  );
}

async function insert(trx: Handle, row: DefinitionsTable): Promise<void> {
  await changeCovered(trx, [{ kind: 'definition', of: [row.form] }], () =>
    trx.insertInto('definitions').values(row).execute(),
  );
}

/** Returns true if the version was published after this time. */
export async function publishedSince(db: Handle, { definition }: FormSource, at: string): Promise<boolean> {
  const { form, version } = definition;
  const row = await db
    .selectFrom('definitions')
    .select('form')
    .where('form', '=', form)
    .where('version', '=', version)
    .where('published_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Reads every stored version. A row whose text did not change keeps its previous object, so compiled forms stay valid. A
 * row with the same content as a file uses the file's object. One that cannot be read is added to `unserved`.
 */
export async function loadDefinitionRows(
  db: Handle,
  before: ReadonlyMap<string, DefinitionRow>,
  files: readonly FormSource[],
  unserved: Map<string, UnservedVersion>,
): Promise<Map<string, DefinitionRow>> {
  const fromFiles = new Map(files.map((source) => [`${source.definition.form}@${source.definition.version}`, source]));
  const rows = new Map<string, DefinitionRow>();
  const heads = await db
    .selectFrom('definitions')
    .select(['form', 'version', 'hash', 'text_hash', 'origin'])
    .orderBy('form')
    .orderBy('version')
    .execute();
  for (const head of heads) {
    const key = `${head.form}@${head.version}`;
    const known = before.get(key);
    if (known?.text_hash === head.text_hash) {
      rows.set(key, known);
      continue;
    }
    const file = fromFiles.get(key);
    if (file && textHash(file) === head.text_hash) {
      rows.set(key, { ...head, source: file });
      continue;
    }
    const { definition, schema } = await db
      .selectFrom('definitions')
      .select(['definition', 'schema'])
      .where('form', '=', head.form)
      .where('version', '=', head.version)
      .executeTakeFirstOrThrow();
    try {
      const source = {
        definition: parseDefinition(definition),
        schema: resolveReferences(parseDefinition(schema)),
      } as unknown as FormSource;
      const named = `${source.definition.form}@${source.definition.version}`;
      if (named !== key) throw new Error(`it says that it is ${named}`);
      rows.set(key, { ...head, source });
    } catch (error) {
      unserved.set(key, { name: head.form, version: head.version, reason: unservableReason(error) });
    }
  }
  return rows;
}
