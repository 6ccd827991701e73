/** `forms check | done | diff | format | freeze | sync | new-version | words | export | import | withdraw`: commands for definition files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDefinitions } from '../../core/contract/read.ts';
import { diffForms } from '../../core/definitions/diff/diff.ts';
import { diffLines } from '../../core/definitions/diff/text.ts';
import type { SourceFiles } from '../../core/definitions/files.ts';
import { format } from '../../core/definitions/format.ts';
import { type Sources, sourcesOf } from '../../core/definitions/load.ts';
import { newVersion } from '../../core/definitions/newVersion.ts';
import { isPart, reportOf } from '../../core/definitions/parts.ts';
import { languagesOf } from '../../core/definitions/texts.ts';
import type { FormSource } from '../../core/definitions/types.ts';
import { fromWireLanguage, type Language, pick } from '../../core/text/languages.ts';
import { diskIo, FOLDERS, gitIo, readMeta } from '../definitions/definitionFiles.ts';
import { diffWords, words } from '../http/words.ts';
import { ROOT as PRODUCT } from '../root.ts';
import { readSettings, UsageError } from '../settings/settings.ts';
import { askPassword } from './askPassword.ts';
import type { Store } from './backup.ts';
import { checkCommand, doneCommand, formatCommand, freezeCommand, type Print } from './formsCheck.ts';
import type { ImportTarget, ServerTarget } from './importTargets.ts';

const USAGE = `forms check [--language en|fa|pa]              check every definition file
forms diff <form> [<from> [<to>]]              what changed between two versions (default: the last two)
forms diff <form> --git <revision>             what changed since a git revision
                  [--language en|fa|pa]
forms diff <part> [--git <revision>]           what was published at run time says otherwise than the file (or the file
                  [--server <address> --user <name>]  than at a revision): navigation, permissions, choices.<list>,
                                               reports.<report>, reports for all of these, common for all
forms done                                     write what follows from the files: canonical form, types, the state of
                                               translations, the lock of versions; commit it with the change
forms format [--check]                         write files in canonical form
forms freeze [--corrected]                     lock all versions; --corrected records changed words of earlier ones
forms sync <form>                              write the data contract of one form, as forms done does for all
forms new-version <form>                       keep the version as it is and start the next one
forms words <form>… --out <file.xlsx>          write the words of forms as a workbook for translators: a sheet a form, missing
                  [--language en|fa|pa]        texts first, a column a language with the state of each text
forms words --in <file.xlsx> [--by <name>]     take changed words and states back into the files, cell by cell; --by says who
                                               changed them (default: user.name of git)
forms export <form|part> [--to <folder>]       write what was published at run time as files
forms export --rjsf <form>[@<version>]         a version for react-jsonschema-form: schema, uiSchema, other rules;
                  [--language en|fa|ps] [--to <folder>]  as one JSON text, or as files (default: newest, English)
forms import <form|reports.<report>> [--from <folder>]  publish files to the store that DATA_DIR or DATABASE_URL names,
                  [--server <address> --user <name>]  or to a running server; the password is asked for, or comes from
                                               AMANAT_PASSWORD
forms withdraw <form>@<version> --reason <words>  the version takes no new records, and is passed over if the server
                                               cannot work with it; also while the server runs`;

/** Names that stand for several parts. */
const ALL_PARTS: readonly string[] = ['common', 'reports'];

export interface FormsOptions {
  /** Folder that holds forms/, schemas/ and locales/. */
  root?: string;
  print?: Print;
  /** Store with published versions. Default: the one in the settings. */
  store?: Store;
}

/** Runs one command. Returns the exit code. */
export async function forms(
  args: string[],
  { root = PRODUCT, print = console.log, store }: FormsOptions = {},
): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      corrected: { type: 'boolean' },
      rjsf: { type: 'boolean' },
      git: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      server: { type: 'string' },
      user: { type: 'string' },
      language: { type: 'string' },
      reason: { type: 'string' },
      out: { type: 'string' },
      in: { type: 'string' },
      by: { type: 'string' },
    },
  });
  const [command = 'help', form, from, to] = positionals;
  const language = fromWireLanguage(values.language);
  const storeOf = () => store ?? readSettings(process.env);
  if (command === 'check') {
    const code = await checkCommand(root, print, language);
    // Files that have mistakes may not be readable.
    if (code === 0)
      for (const line of await (await import('./formsParts.ts')).hiddenParts(storeOf(), root)) print(line);
    return code;
  }
  if (command === 'done') return doneCommand(root, print);
  if (command === 'format') return formatCommand(root, values.check === true, print);
  if (command === 'freeze') return freezeCommand(root, { isCorrection: values.corrected === true }, print);
  if (command === 'words') {
    const { wordsCommand } = await import('./formsWords.ts');
    return wordsCommand(positionals.slice(1), values, { root, print, language }).catch(refused(print));
  }
  if (form !== undefined && (ALL_PARTS.includes(form) || isPart(form)))
    switch (command) {
      case 'diff':
        return partsDiff(form, values, { root, print, language, storeOf }).catch(refused(print));
      case 'export':
        return (await import('./formsParts.ts')).exportParts(form, storeOf(), root, values.to ?? root, print);
      case 'import':
        if (reportOf(form) === undefined) break;
        return (await import('./formsParts.ts')).importReport(
          form,
          () => targetOf(values, storeOf),
          values.from ?? root,
          print,
        );
    }
  if (form !== undefined)
    switch (command) {
      case 'diff':
        return diff({ form, from, to, revision: values.git, language }, root, print).catch(refused(print));
      case 'new-version':
        return startVersion(form, root, print);
      case 'sync':
        return (await import('./formsSync.ts')).syncContract(form, root, print);
      case 'withdraw':
        return (await import('./formsWithdraw.ts')).withdrawCommand(form, values.reason, storeOf(), print);
      case 'export':
        if (values.rjsf) return rjsf({ named: form, language, folder: values.to }, root, print, storeOf());
        return (await import('./formsExchange.ts')).exportForm(form, storeOf(), values.to ?? root, print);
      case 'import':
        return (await import('./formsExchange.ts')).importForm(
          form,
          () => targetOf(values, storeOf),
          values.from ?? root,
          print,
        );
    }
  print(USAGE);
  return command === 'help' ? 0 : 2;
}

interface AtCommand {
  root: string;
  print: Print;
  language: Language;
  storeOf: () => Store;
}

async function partsDiff(
  named: string,
  { git: revision, ...values }: { git?: string; server?: string; user?: string },
  { root, print, language, storeOf }: AtCommand,
): Promise<number> {
  const { diffParts, publishedIn } = await import('./formsParts.ts');
  const published = async (sources: Sources) => {
    if (values.server === undefined) return publishedIn(storeOf(), sources);
    const server = await serverOf(values.server, values.user);
    return server.parts().finally(server.close);
  };
  return diffParts({ named, language, revision, published }, root, print);
}

/** Returns where `forms import` publishes to. */
async function targetOf(
  { server, user }: { server?: string; user?: string },
  storeOf: () => Store,
): Promise<ImportTarget> {
  return server === undefined ? (await import('./importTargets.ts')).storeTarget(storeOf()) : serverOf(server, user);
}

/** A password is no argument, because others on the machine can read those. */
async function serverOf(server: string, user: string | undefined): Promise<ServerTarget> {
  const { serverTarget } = await import('./importTargets.ts');
  if (user === undefined) throw new UsageError('--server needs --user <name>: somebody who may publish forms there');
  return serverTarget({ address: server, user, password: process.env.AMANAT_PASSWORD || (await askPassword(user)) });
}

/** Exports a version for RJSF. Includes versions published at run time if there is a store. */
async function rjsf(
  { named, language, folder }: { named: string; language: Language; folder: string | undefined },
  root: string,
  print: Print,
  store: Store,
): Promise<number> {
  const [form = '', version] = named.split('@');
  const { rjsfOf, writeRjsf } = await import('./formsRjsf.ts');
  const found = await rjsfOf(form, version, language, await readDefinitions(diskIo(root), FOLDERS), store);
  if (!found) {
    print(`No form named “${form}”${version ? ` in version ${version}` : ''}. Run forms check to see the files.`);
    return 2;
  }
  for (const line of folder === undefined ? [JSON.stringify(found, null, 2)] : writeRjsf(found, folder)) print(line);
  return 0;
}

/** Returns every version of every form, and of what forms refer to. */
function versionsOf(files: SourceFiles): FormSource[] {
  const { forms, rows } = sourcesOf(files);
  return [...forms, ...rows];
}

/** Prints why a command could not be carried out. */
function refused(print: Print): (error: unknown) => number {
  return (error) => {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return 2;
  };
}

interface Compared {
  form: string;
  from: string | undefined;
  to: string | undefined;
  /** Git revision. */
  revision: string | undefined;
  language: Language;
}

async function diff({ form, from, to, revision, language }: Compared, root: string, print: Print): Promise<number> {
  const files = await readDefinitions(diskIo(root), FOLDERS);
  const versions = versionsOf(files).filter((source) => source.definition.form === form);
  if (versions.length === 0) throw new UsageError(`No form named “${form}”. Run forms check to see the files.`);
  const older = revision ? await versionsAt(revision, form, root) : versions;
  const now = to === undefined ? versions.at(-1) : pickVersion(versions, form, to);
  const before = from === undefined ? older.at(revision ? -1 : -2) : pickVersion(older, form, from);
  if (!now || !before) throw new UsageError(`${form} has only one version. Add --git <revision> to compare.`);
  const lines = diffLines(diffForms(before, now), diffWords(language), language, languagesOf(now.definition)[0]);
  const { version, changes } = now.definition;
  if (before.definition.version !== version)
    print(`${form} ${before.definition.version} → ${version}: ${pick(changes.note, language)}`);
  for (const line of lines.length > 0 ? lines : [words(language, 'definitions:no_difference')]) print(line);
  return 0;
}

async function versionsAt(revision: string, form: string, root: string): Promise<FormSource[]> {
  try {
    const sources = versionsOf(await readDefinitions(gitIo(root, revision)));
    return sources.filter((source) => source.definition.form === form);
  } catch {
    throw new UsageError(`git knows no revision ${revision} with definitions in ${root}.`);
  }
}

function pickVersion(versions: readonly FormSource[], form: string, number: string): FormSource {
  const found = versions.find((source) => source.definition.version === Number(number));
  if (found) return found;
  const known = versions.map(({ definition }) => definition.version).join(', ');
  throw new UsageError(`There is no version ${number} of ${form}, only ${known}.`);
}

async function startVersion(form: string, root: string, print: Print): Promise<number> {
  const written = newVersion(form, await readDefinitions(diskIo(root)));
  if (!written) {
    print(`No form named “${form}”. Run forms check to see the files.`);
    return 2;
  }
  const meta = readMeta(root);
  for (const { path, kind, json } of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), format(json, meta.get(kind)));
    print(path);
  }
  return 0;
}
