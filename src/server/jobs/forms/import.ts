/** `forms import` for a form: publishes its files to a store or a server. */
import { readDefinitions } from '../../../core/contract/read.ts';
import { type SourceFiles, schemaPathOf } from '../../../core/definitions/files.ts';
import { languagesOf } from '../../../core/definitions/texts.ts';
import type { FormDefinition, FormSource } from '../../../core/definitions/types.ts';
import { type StatesInFiles, statesForFiles } from '../../../core/definitions/words/history.ts';
import { isObject } from '../../../core/json.ts';
import { weekday } from '../../../core/text/dates.ts';
import { diskIo } from '../../definitions/definitionFiles.ts';
import { readMedia } from '../../definitions/mediaFiles.ts';
import { translationStatesInFiles } from '../../definitions/statusFiles.ts';
import { UsageError } from '../../settings/settings.ts';
import type { ImportTarget, VersionRefusal } from '../importTargets.ts';
import type { PrintLine } from './check.ts';

/**
 * Publishes a form from a folder of definition files: its pictures and sounds, the versions that the target lacks, oldest first,
 * and the newest one with its texts, whose new records begin on the day `starts`. Returns the exit code.
 */
export async function importForm(
  form: string,
  open: () => Promise<ImportTarget>,
  { root, starts }: { root: string; starts?: string | undefined },
  print: PrintLine,
): Promise<number> {
  if (starts !== undefined && weekday(starts) === null)
    throw new UsageError(`--starts needs a day of the Gregorian calendar, such as 2026-12-21, not “${starts}”`);
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
      const done = await target.publish(source, statesIn(root, path, source), isNewest ? starts : undefined);
      if ('issues' in done) {
        for (const issue of done.issues) print(issueLine(issue, path));
        return 1;
      }
      print(
        done.isKnown
          ? `${target.name}: ${form} version ${version} was already published.`
          : `Published ${form} version ${version}${isNewest && starts ? `, for new records from ${starts}` : ''}.`,
      );
    }
    return 0;
  } finally {
    await target.close();
  }
}

function statesIn(root: string, path: string, { definition }: FormSource): StatesInFiles {
  return statesForFiles(definition, translationStatesInFiles(root, path, languagesOf(definition)));
}

function issueLine({ file, pointer, message }: VersionRefusal, path: string): string {
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
