/** `user add|list|password|close|open`: accounts from the command line, for the first day and locked-out administrators. */

import { parseArgs } from 'node:util';
import { Failure } from '../../core/errors/failure.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { CONSOLE_ACTOR } from '../accounts/log.ts';
import { ONE_TIME_DAYS } from '../accounts/passwords.ts';
import { usernameKey } from '../accounts/usernames.ts';
import { grantScopesOf, readAccount } from '../api/admin/accountInput.ts';
import { componentRef } from '../api/contract/calls.ts';
import { compileRequestCheck } from '../api/contract/validation.ts';
import { readPartialBody } from '../http/bodies.ts';
import { errorSentenceIn, fieldErrorsWithText } from '../http/responses.ts';
import { openServices } from '../services.ts';
import type { Settings } from '../settings/settings.ts';
import { unknownCommand } from './unknownCommand.ts';

const USAGE = `user list
user add <username> --name <name> --role <role> [--programme <programme>] [--province <id>] [--language en|fa|pa]
user password <username>     a new one-time password
user close <username>        deactivate the account and log it out
user open <username>         reactivate the account`;

const ACTIONS = ['list', 'add', 'password', 'close', 'open'];

export async function user(settings: Settings, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      role: { type: 'string' },
      programme: { type: 'string' },
      province: { type: 'string' },
      language: { type: 'string' },
    },
  });
  const [action, username] = positionals;
  const isKnown = action !== undefined && ACTIONS.includes(action);
  if (!isKnown || (action !== 'list' && !username)) {
    if (action !== undefined && !isKnown) console.error(`${unknownCommand(action, ACTIONS, 'user')}\n`);
    console.error(USAGE);
    return 2;
  }
  const services = await openServices({ settings });
  try {
    const { administration } = services.accounts;
    if (action === 'list') {
      await printAll(services.accounts);
    } else if (action === 'add') {
      const { name, role, programme, province, language } = values;
      const grants = role ? [{ role, programme, province_id: province }] : [];
      const body = { username, name: name ?? username, ...(language && { language }), grants };
      const validationError = compileRequestCheck(componentRef('NewAccountInput'), 'body')(body).error;
      const input = readAccount(readPartialBody({ body, validationError }), grantScopesOf(services));
      const { password } = await administration.create(input, CONSOLE_ACTOR);
      console.log(`Created ${username}. One-time password, for ${ONE_TIME_DAYS} days: ${password}`);
    } else {
      const id = await idOf(services.accounts, username as string);
      if (action === 'password')
        console.log(
          `One-time password of ${username}, for ${ONE_TIME_DAYS} days: ${(await administration.resetPassword(id, CONSOLE_ACTOR)).password}`,
        );
      else {
        await administration.update(id, { disabled: action === 'close' }, CONSOLE_ACTOR);
        console.log(`${action === 'close' ? 'Deactivated' : 'Reactivated'} ${username}.`);
      }
    }
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const errors = Object.entries(fieldErrorsWithText(error.errors ?? {}, 'en')).map(
      ([pointer, [first]]) => `${pointer.slice(1)}: ${first?.message}`,
    );
    console.error([errorSentenceIn('en', error.code, error.params), ...errors].join('\n'));
    return 1;
  } finally {
    await services.close();
  }
}

async function idOf(accounts: Accounts, username: string): Promise<string> {
  const { rows } = await accounts.administration.list(1, 200, { text: username });
  const found = rows.find((row) => usernameKey(row.username) === usernameKey(username));
  if (!found) throw new Failure('record_not_found');
  return found.id;
}

async function printAll(accounts: Accounts): Promise<void> {
  for (let page = 1; ; page++) {
    const { rows } = await accounts.administration.list(page, 200);
    for (const { username, name, disabled, grants } of rows) {
      const roles = grants
        .map(({ role, programme, province_id }) => [role, programme, province_id].filter(Boolean).join('/'))
        .join(', ');
      console.log([username, name, roles || 'no grants', disabled ? 'closed' : ''].filter(Boolean).join('\t'));
    }
    if (rows.length < 200) return;
  }
}
