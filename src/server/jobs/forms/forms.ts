/** `forms check | done | diff | format | freeze | sync | new-version | words | export | import | import-xlsform | export-xlsform | doctor | withdraw`: commands for definition files. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDefinitions } from '../../../core/contract/read.ts';
import { formatDefinition } from '../../../core/definitions/format.ts';
import { isCommonPart, reportOfPart } from '../../../core/definitions/parts.ts';
import { newVersion } from '../../../core/definitions/versions/newVersion.ts';
import { getOwn } from '../../../core/json.ts';
import { fromWireLanguage, type Language } from '../../../core/text/languages.ts';
import { DEFINITION_FOLDERS, diskIo, readMetaSchemas } from '../../definitions/definitionFiles.ts';
import { ROOT as PRODUCT } from '../../root.ts';
import { readSettings, UsageError } from '../../settings/settings.ts';
import type { StorePlace } from '../backup.ts';
import type { ExportSource } from '../exportSources.ts';
import type { ImportTarget } from '../importTargets.ts';
import { openServerSession } from '../serverCalls.ts';
import { unknownCommand } from '../unknownCommand.ts';
import { checkCommand, doneCommand, formatCommand, freezeCommand, type PrintLine } from './check.ts';

const USAGE = `forms check [--language en|fa|pa]              check every definition file
forms diff <form> [<from> [<to>]]              what changed between two versions (default: the last two)
forms diff <form> --git <revision>             what changed since a git revision
                  [--language en|fa|pa]
forms diff <from>..<to> [--to <file.md>]       what a change of the files changes, as Markdown for its review in English, Dari
                                               and Pashto; <revision> alone compares it with the files as they are
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
forms export <form|part|all> [--to <folder>]   write what was published at run time as files: versions of a form with its
                  [--server <address> --user <name>]  pictures and the states of its words, or a part; all for everything;
                                               from the store that DATA_DIR or DATABASE_URL names, or a running server
forms export --rjsf <form>[@<version>]         a version for react-jsonschema-form: schema, uiSchema, other rules;
                  [--language en|fa|ps] [--to <folder>]  as one JSON text, or as files (default: newest, English)
forms import <form|reports.<report>> [--from <folder>]  publish files to that store, or to a running server; new records use
                  [--server <address> --user <name>]  the newest version of the form at once, or from a later day
                  [--starts <YYYY-MM-DD>]
forms import-xlsform <file> [--programme <name>]  make a draft of a workbook of XLSForm (.xlsx, .csv), and say what came over;
                  [--report <file.json>]       files that its questions name are read beside it. To that store, or to a running
                  [--language en|fa|pa]        server
                  [--server <address> --user <name>]
forms export-xlsform <form> [--version <n>]    write a version (default: the newest) of the files or of that store as a workbook of
                  [--to <folder or file.xlsx>]  XLSForm, which comes back as the same form
                  [--language en|fa|pa]
forms doctor <file> [--json]                   what is wrong with a workbook of XLSForm, by its cells, the worst first
                  [--language en|fa|pa]
forms withdraw <form>@<version> --reason <words>  the version takes no new records, and is passed over if the server
                                               cannot work with it; also while the server runs

--server is the address of a running server, such as https://amanat.example.org, and --user somebody who may publish forms
there; the password is asked for, or comes from AMANAT_PASSWORD.`;

/** Names everything that was published. */
const ALL = 'all';
/** Names that stand for several parts. */
const ALL_PARTS: readonly string[] = ['common', 'reports'];

export interface FormsOptions {
  /** Folder that holds forms/, schemas/ and locales/. */
  root?: string;
  print?: PrintLine;
  /** Store with published versions. Default: the one in the settings. */
  store?: StorePlace;
}

const OPTIONS = {
  check: { type: 'boolean' },
  corrected: { type: 'boolean' },
  rjsf: { type: 'boolean' },
  git: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  server: { type: 'string' },
  user: { type: 'string' },
  language: { type: 'string' },
  starts: { type: 'string' },
  reason: { type: 'string' },
  out: { type: 'string' },
  in: { type: 'string' },
  by: { type: 'string' },
  programme: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'boolean' },
  version: { type: 'string' },
} as const;

const read = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS });

interface Call {
  /** What stands after the name of the command. */
  names: string[];
  values: ReturnType<typeof read>['values'];
  root: string;
  print: PrintLine;
  language: Language;
  storeOf: () => StorePlace;
}

/** Each returns its exit code; undefined if what it needs was not named. */
const COMMANDS: Record<string, (call: Call) => Promise<number | undefined> | undefined> = {
  check: checkFiles,
  done: ({ root, print }) => doneCommand(root, print),
  diff: (call) => diff(call).catch(refused(call.print)),
  format: ({ values, root, print }) => formatCommand(root, values.check === true, print),
  freeze: ({ values, root, print }) => freezeCommand(root, { isCorrection: values.corrected === true }, print),
  sync: ({ names: [form], root, print }) =>
    form === undefined ? undefined : import('./sync.ts').then((room) => room.syncContract(form, root, print)),
  'new-version': ({ names: [form], root, print }) => (form === undefined ? undefined : startVersion(form, root, print)),
  words: ({ names, values, ...context }) =>
    import('./words.ts').then((room) => room.wordsCommand(names, values, context)).catch(refused(context.print)),
  export: ({ names: [named], values, root, print, language, storeOf }) => {
    if (named === undefined) return undefined;
    if (values.rjsf) return rjsf({ named, language, folder: values.to }, root, print, storeOf());
    return exportNamed({ named, to: values.to ?? root, open: () => sourceOf(values, storeOf) }, root, print);
  },
  import: importNamed,
  'import-xlsform': ({ names: [file], values, print, language, storeOf }) =>
    file === undefined
      ? undefined
      : import('./xlsform.ts')
          .then((room) => room.importXlsform(file, values, { print, language, open: () => targetOf(values, storeOf) }))
          .catch(refused(print)),
  'export-xlsform': ({ names: [form], values, root, print, language, storeOf }) =>
    form === undefined
      ? undefined
      : import('./xlsform.ts')
          .then((room) => room.exportXlsform(form, values, { print, language, root, store: storeOf() }))
          .catch(refused(print)),
  doctor: ({ names: [file], values, print, language }) =>
    file === undefined
      ? undefined
      : import('./xlsform.ts')
          .then((room) => room.doctorCommand(file, values, { print, language }))
          .catch(refused(print)),
  withdraw: ({ names: [form], values, print, storeOf }) =>
    form === undefined
      ? undefined
      : import('./withdraw.ts').then((room) => room.withdrawCommand(form, values.reason, storeOf(), print)),
};

/** Runs one command. Returns the exit code. */
export async function formsCommand(
  args: string[],
  { root = PRODUCT, print = console.log, store }: FormsOptions = {},
): Promise<number> {
  const { values, positionals } = read(args);
  const [name, ...names] = positionals;
  const command = name === undefined ? undefined : getOwn(COMMANDS, name);
  const language = fromWireLanguage(values.language);
  const storeOf = () => store ?? readSettings(process.env);
  const code = await command?.({ names, values, root, print, language, storeOf });
  if (code !== undefined) return code;
  if (name !== undefined && name !== 'help' && !command)
    print(`${unknownCommand(name, Object.keys(COMMANDS), 'forms')}\n`);
  print(USAGE);
  return name === undefined || name === 'help' ? 0 : 2;
}

async function checkFiles({ root, print, language, storeOf }: Call): Promise<number> {
  const code = await checkCommand(root, print, language);
  // Files that have mistakes may not be readable.
  if (code === 0)
    for (const line of await (await import('./parts.ts')).hiddenPartWarnings(storeOf(), root)) print(line);
  return code;
}

async function diff({ names: [named, from, to], values, ...context }: Call): Promise<number | undefined> {
  const { root, print, language, storeOf } = context;
  if (named !== undefined && isPartNamed(named)) {
    const { diffParts } = await import('./parts.ts');
    const open = () => sourceOf(values, storeOf);
    return diffParts({ named, language, revision: values.git, open }, root, print);
  }
  const { readCommitRange, reviewCommand } = await import('./review.ts');
  const range = named === undefined || from !== undefined ? undefined : await readCommitRange(named, root);
  if (range) return reviewCommand(range, root, values.to, print);
  if (named === undefined) return undefined;
  const { diffVersions } = await import('./diff.ts');
  return diffVersions({ form: named, from, to, revision: values.git, language }, root, print);
}

function importNamed({ names: [named], values, root, print, storeOf }: Call): Promise<number> | undefined {
  const folder = values.from ?? root;
  const open = () => targetOf(values, storeOf);
  if (named === undefined || (isPartNamed(named) && reportOfPart(named) === undefined)) return undefined;
  if (values.starts !== undefined && reportOfPart(named) !== undefined)
    throw new UsageError('--starts is for a form: a report has no records that could begin on a day');
  return reportOfPart(named) === undefined
    ? import('./import.ts').then((room) => room.importForm(named, open, { root: folder, starts: values.starts }, print))
    : import('./parts.ts').then((room) => room.importReport(named, open, folder, print));
}

function isPartNamed(name: string): boolean {
  return ALL_PARTS.includes(name) || isCommonPart(name);
}

interface AtServer {
  server?: string;
  user?: string;
}

/** Returns where `forms import` publishes to. */
async function targetOf({ server, user }: AtServer, storeOf: () => StorePlace): Promise<ImportTarget> {
  const { importIntoServer, storeTarget } = await import('../importTargets.ts');
  return server === undefined ? storeTarget(storeOf()) : importIntoServer(await openServerSession(server, user));
}

/** Returns where `forms export` and `forms diff` read from. */
async function sourceOf({ server, user }: AtServer, storeOf: () => StorePlace): Promise<ExportSource> {
  const { serverSource, storeSource } = await import('../exportSources.ts');
  return server === undefined ? storeSource(storeOf()) : serverSource(await openServerSession(server, user));
}

interface Exported {
  /** A form, a part, or `all`. */
  named: string;
  to: string;
  open: () => Promise<ExportSource>;
}

async function exportNamed({ named, to, open }: Exported, root: string, print: PrintLine): Promise<number> {
  const { exportAll, exportForm } = await import('./export.ts');
  const { exportParts } = await import('./parts.ts');
  const source = await open();
  try {
    if (named === ALL) return await exportAll(source, root, to, print);
    if (isPartNamed(named)) return await exportParts(named, source, root, to, print);
    return await exportForm(named, source, to, print);
  } finally {
    await source.close();
  }
}

/** Exports a version for RJSF. Includes versions published at run time if there is a store. */
async function rjsf(
  { named, language, folder }: { named: string; language: Language; folder: string | undefined },
  root: string,
  print: PrintLine,
  store: StorePlace,
): Promise<number> {
  const [form = '', version] = named.split('@');
  const { rjsfFormOf, writeRjsf } = await import('./rjsf.ts');
  const found = await rjsfFormOf(
    form,
    version,
    language,
    await readDefinitions(diskIo(root), DEFINITION_FOLDERS),
    store,
  );
  if (!found) {
    print(`No form named “${form}”${version ? ` in version ${version}` : ''}. Run forms check to see the files.`);
    return 2;
  }
  for (const line of folder === undefined ? [JSON.stringify(found, null, 2)] : writeRjsf(found, folder)) print(line);
  return 0;
}

/** Prints why a command could not be carried out. */
function refused(print: PrintLine): (error: unknown) => number {
  return (error) => {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return 2;
  };
}

async function startVersion(form: string, root: string, print: PrintLine): Promise<number> {
  const written = newVersion(form, await readDefinitions(diskIo(root)));
  if (!written) {
    print(`No form named “${form}”. Run forms check to see the files.`);
    return 2;
  }
  const meta = readMetaSchemas(root);
  for (const { path, kind, json } of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), formatDefinition(json, meta.get(kind)));
    print(path);
  }
  return 0;
}
