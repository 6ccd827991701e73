/**
 * Writes versions published at run time as files for a commit (`forms export`), and publishes files to a store or a
 * server (`forms import`). The contract is kept as written, so both directions give the same bytes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDefinitions } from '../../core/contract/read.ts';
import { type SourceFile, type SourceFiles, schemaPathOf } from '../../core/definitions/files.ts';
import { format } from '../../core/definitions/format.ts';
import { LOCK_PATH } from '../../core/definitions/freeze.ts';
import { mediaFolder } from '../../core/definitions/media.ts';
import { newVersion, type WrittenFile } from '../../core/definitions/newVersion.ts';
import type { FormDefinition, FormSource, JsonSchema } from '../../core/definitions/types.ts';
import { isObject } from '../../core/errors/json.ts';
import { withDatabase } from '../db/open.ts';
import { folderOf } from '../definitions/candidate.ts';
import { diskIo, readMeta } from '../definitions/definitionFiles.ts';
import { readMedia } from '../definitions/mediaFiles.ts';
import { findMedia } from '../definitions/mediaStore.ts';
import { isReadable } from '../definitions/servable.ts';
import { ROOT } from '../root.ts';
import { mustBeThere, type Store } from './backup.ts';
import { lockVersions, type Print } from './formsCheck.ts';
import type { ImportTarget, Refusal } from './importTargets.ts';

/** Writes every stored version of a form that the files lack or have differently. Returns the exit code. */
export async function exportForm(form: string, store: Store, root: string, print: Print): Promise<number> {
  const sources = await storedVersions(form, store);
  if (sources.length === 0) {
    print(`No version of ${form} was published at run time; its files are what there is.`);
    return 2;
  }
  let written = 0;
  for (const source of sources) {
    const files = await readDefinitions(diskIo(root));
    const wanted = filesFor(source, files);
    for (const { path, content } of [...textsOf(wanted), ...(await mediaOf(source, wanted, store))]) {
      const file = join(root, path);
      if (existsSync(file) && readFileSync(file).equals(content)) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      print(path);
      written += 1;
    }
  }
  if (written === 0) print(`${form}: files already up to date.`);
  // A folder for one form has no lock, nor the definitions that contracts share.
  const isProduct = existsSync(join(root, LOCK_PATH));
  if (isProduct && (await lockVersions(root, { form })).length > 0) print(LOCK_PATH);
  return 0;
}

/**
 * Publishes a form from a folder of definition files: its pictures and sounds, the versions that the target lacks, oldest first,
 * and the newest one with its texts. Returns the exit code.
 */
export async function importForm(
  form: string,
  open: () => Promise<ImportTarget>,
  root: string,
  print: Print,
): Promise<number> {
  const sources = versionsIn(form, await readDefinitions(diskIo(root)));
  if (sources.length === 0) {
    print(`Form or data contract missing: ${form} in ${root}.`);
    return 2;
  }
  const target = await open();
  try {
    const there = await target.versions(form);
    const named = new Set(sources.flatMap(({ source }) => Object.values(source.definition.mediaFiles ?? {})));
    await target.putMedia((await readMedia(root)).filter(({ hash }) => named.has(hash)));
    for (const { path, source } of sources) {
      const { version } = source.definition;
      const isNewest = source === sources.at(-1)?.source;
      if (!isNewest && there.includes(version)) continue;
      const done = await target.publish(source);
      if ('issues' in done) {
        for (const issue of done.issues) print(issueLine(issue, path));
        return 1;
      }
      print(
        done.isKnown
          ? `${target.name}: ${form} version ${version} was already published.`
          : `Published ${form} version ${version}.`,
      );
    }
    return 0;
  } finally {
    await target.close();
  }
}

function issueLine({ file, pointer, message }: Refusal, path: string): string {
  const where = file === 'schema' ? schemaPathOf(path) : (file ?? path);
  return `${where}${pointer ? ` ${pointer}` : ''}: ${message}`;
}

/** Returns the versions of a form that have a data contract, oldest first. */
function versionsIn(form: string, files: SourceFiles): { path: string; source: FormSource }[] {
  return [...files.values()]
    .flatMap(({ kind, form: of, path, json }) => {
      const schema = files.get(schemaPathOf(path))?.json;
      if (kind !== 'form' || of !== form || !isObject(json) || !isObject(schema)) return [];
      return [{ path, source: { definition: json as unknown as FormDefinition, schema } }];
    })
    .sort((a, b) => a.source.definition.version - b.source.definition.version);
}

/** Returns published versions and those with corrected texts, oldest first. */
export async function storedVersions(form: string, store: Store): Promise<FormSource[]> {
  mustBeThere(store);
  return withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    const rows = await read
      .selectFrom('definitions')
      .select(['definition', 'schema', 'written'])
      .where('form', '=', form)
      .where('origin', '=', 'published')
      .orderBy('version')
      .execute();
    const readable = rows.filter(({ definition, schema }) => isReadable(definition) && isReadable(schema));
    return readable.map(({ definition, schema, written }) => ({
      definition: JSON.parse(definition),
      schema: JSON.parse(schema),
      ...(written !== null && { written: JSON.parse(written) }),
    }));
  });
}

/** Returns the files of a version: in place if it is the newest, under `frozen/` if the files have a later version. */
function filesFor(source: FormSource, files: SourceFiles): WrittenFile[] {
  const { definition, schema, written = schema } = source;
  const { form, version } = definition;
  const plain = newestOf(form, files);
  const shipped = (plain?.json as FormDefinition | undefined)?.version ?? 0;
  const folder = plain?.path.split('/').slice(0, -1).join('/') ?? `forms/${folderOf(definition)}`;
  const path = `${folder}/${form}.form.json`;
  if (version < shipped) {
    const frozen = `${folder}/frozen/${form}.v${version}.form.json`;
    return files.has(frozen) ? [] : both(frozen, definition, schema);
  }
  const kept = plain && version > shipped ? (newVersion(form, files) ?? []).filter((one) => one.path !== path) : [];
  return [...kept, ...both(path, definition, written)];
}

function both(path: string, definition: FormDefinition, contract: JsonSchema): WrittenFile[] {
  return [
    { path, kind: 'form', json: definition },
    { path: schemaPathOf(path), kind: 'schema', json: contract },
  ];
}

interface Content {
  path: string;
  content: Buffer;
}

function textsOf(written: readonly WrittenFile[]): Content[] {
  const meta = readMeta(ROOT);
  return written.map(({ path, kind, json }) => ({ path, content: Buffer.from(format(json, meta.get(kind))) }));
}

/** Returns the pictures and sounds of a version whose definition is written. */
async function mediaOf({ definition }: FormSource, written: readonly WrittenFile[], store: Store): Promise<Content[]> {
  const form = written.find(({ kind }) => kind === 'form');
  const named = Object.entries(definition.mediaFiles ?? {});
  if (!form || named.length === 0) return [];
  return withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    const found: Content[] = [];
    for (const [name, hash] of named) {
      const media = await findMedia(read, hash);
      if (media) found.push({ path: `${mediaFolder(form.path)}/${name}`, content: media.bytes });
    }
    return found;
  });
}

function newestOf(form: string, files: SourceFiles): SourceFile | undefined {
  return [...files.values()].find((one) => one.kind === 'form' && one.form === form && one.frozen === undefined);
}
