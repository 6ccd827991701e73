/** The command line. Each command is loaded only when it is called, so that starting stays fast. */

import { getOwn } from '../core/json.ts';
import { unknownCommand } from './jobs/unknownCommand.ts';
import { loadEnvironment } from './settings/environment.ts';
import { readSettings, SETTINGS, SettingError, type Settings, UsageError } from './settings/settings.ts';

interface Command {
  meaning: string;
  /** True if it explains itself when it is run with `help`. */
  hasHelp?: true;
  run(args: string[]): Promise<number>;
}

/** Settings of a command that ends by itself. It prints its result, so by default the log has only warnings and errors. */
function settings(): Settings {
  return readSettings({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
}

const COMMANDS: Record<string, Command> = {
  serve: {
    meaning: '[--new]: start the server; --new begins a new installation beside files of an older one',
    run: async (args) => (await import('./serve.ts')).serve(args, { demo: false }),
  },
  demo: {
    meaning: '[--new]: start the server with demo data and demo accounts',
    run: async (args) => (await import('./serve.ts')).serve(args, { demo: true }),
  },
  user: {
    meaning: 'add, list, close and open accounts, make one-time passwords',
    run: async (args) => (await import('./jobs/userCommand.ts')).user(settings(), args),
  },
  'rescue-key': {
    meaning: 'make the key that opens the work of people who forgot their password, give its public half to the server',
    run: async (args) => (await import('./jobs/rescueKeyCommand.ts')).rescueKey(settings, args),
  },
  forms: {
    meaning:
      'check, done, diff, format, freeze, sync, new-version, words, export, import, import-xlsform, export-xlsform, doctor and withdraw: the definition files and what was published; --help explains each',
    hasHelp: true,
    run: async (args) => (await import('./jobs/forms/forms.ts')).formsCommand(args),
  },
  migrate: {
    meaning: 'bring the tables of the database up to date',
    run: async () => (await import('./jobs/commands.ts')).migrateCommand(settings()),
  },
  reindex: {
    meaning: 'rebuild the list and search columns from the records, also while the server runs',
    run: async () => (await import('./jobs/commands.ts')).reindexCommand(settings()),
  },
  verify: {
    meaning:
      '[<backup folder>] [--files] [--key <file>] [--anchors <file>]: check seals, events, records, accounts, definitions, with --files also the content of uploaded files; exits with 1 if something was tampered with',
    run: async (args) => (await import('./jobs/verify.ts')).verifyCommand(settings(), args),
  },
  backup: {
    meaning:
      '<folder>, or --to <folder> [--keep 7d,4w,12m] for one of many, or --check <folder> to try it out: copy database and files while the server runs',
    run: async (args) => (await import('./jobs/backupCommand.ts')).backupCommand(args, settings()),
  },
  adopt: {
    meaning:
      'let the database take the folder of files and the signing key of this server, after its own were lost for good',
    run: async () => (await import('./jobs/commands.ts')).adoptCommand(settings()),
  },
  restore: {
    meaning: '<folder> [--erasures <file>]: put a backup into an empty store, and erase again what was erased since',
    run: async (args) => (await import('./jobs/commands.ts')).restoreCommand(settings(), args),
  },
  'accept-loss': {
    meaning: '--reason <text>: go on without seals that the database has lost; the history notes it',
    run: async (args) => (await import('./jobs/commands.ts')).acceptLossCommand(settings(), args),
  },
};

/** Errors whose message is written for the person at the command line. */
const PLAIN = new Set([
  'DataFolderInUse',
  'DatabaseIsNewer',
  'DatabaseIsOlder',
  'ConnectionIsShared',
  'DatabaseIsStandby',
  'ServerIsOlder',
  'ContractChanged',
  'StoreNotEmpty',
  'StoreLost',
  'StoreIsApart',
]);

/** Returns what to print for an error: a sentence if one is known, otherwise the whole error. */
async function told(error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const isPlain = error instanceof SettingError || error instanceof UsageError || PLAIN.has(error.name);
  if (isPlain || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) return error.message;
  const { startSentence } = await import('./startSentence.ts');
  return startSentence(error, readSettings(process.env, name === 'demo')) ?? error;
}

function help(): string {
  const pad = (rows: { name: string; text: string }[]) => {
    const width = Math.max(...rows.map(({ name }) => name.length));
    return rows.map(({ name, text }) => `  ${name.padEnd(width)}  ${text}`).join('\n');
  };
  return [
    'usage: npm run amanat -- <command> [options]',
    '',
    pad(Object.entries(COMMANDS).map(([name, { meaning }]) => ({ name, text: meaning }))),
    '',
    'settings (environment, or the file that AMANAT_SETTINGS names; NAME_FILE names a file with the value):',
    pad(SETTINGS.map(({ name, fallback, meaning }) => ({ name, text: `${meaning}; default ${fallback}` }))),
  ].join('\n');
}

// Commands are loaded after this line, so their stack traces name the sources.
process.setSourceMapsEnabled(true);

const [name = 'help', ...args] = process.argv.slice(2);
const command = getOwn(COMMANDS, name);
const asksHelp = args.includes('--help');
if (!command || (asksHelp && !command.hasHelp)) {
  const asked = name === 'help' || name === '--help' || name === '-h' || command !== undefined;
  (asked ? console.log : console.error)(asked ? help() : `${unknownCommand(name, Object.keys(COMMANDS))}\n\n${help()}`);
  process.exitCode = asked ? 0 : 2;
} else {
  try {
    loadEnvironment(process.env);
    process.exitCode = await command.run(asksHelp ? ['help'] : args);
  } catch (error) {
    console.error(await told(error));
    process.exitCode = 1;
  }
}
