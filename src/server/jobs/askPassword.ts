/** Asks for a password at the terminal, without showing what is typed. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../settings/settings.ts';

/** Throws UsageError if nobody sits at a terminal. */
export async function askPassword(user: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`set AMANAT_PASSWORD to the password of ${user}, or run this at a terminal`);
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(`Password of ${user}: `);
  try {
    return await line.question('');
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}
