/** The command line. Every command is loaded when it is asked for, so that starting stays quick. */
import { SettingError, SETTINGS } from './http/settings.ts';

interface Command {
  meaning: string;
  run(args: string[]): Promise<number>;
}

const COMMANDS: Record<string, Command> = {
  serve: { meaning: 'start the server', run: async () => (await import('./http/serve.ts')).serve({ demo: false }) },
  demo: { meaning: 'start the server with demo data and demo accounts', run: async () => (await import('./http/serve.ts')).serve({ demo: true }) },
};

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
    'settings (environment):',
    pad(SETTINGS.map(({ name, fallback, meaning }) => ({ name, text: `${meaning}; default ${fallback}` }))),
  ].join('\n');
}

const [name = 'help', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (!command || args.includes('--help')) {
  const asked = name === 'help' || name === '--help' || name === '-h' || command !== undefined;
  (asked ? console.log : console.error)(asked ? help() : `There is no command "${name}".\n\n${help()}`);
  process.exitCode = asked ? 0 : 2;
} else {
  try {
    process.exitCode = await command.run(args);
  } catch (error) {
    const plain = error instanceof SettingError || (error instanceof Error && ['DataFolderInUse', 'ContractChanged'].includes(error.name));
    console.error(plain ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
