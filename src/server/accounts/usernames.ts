/**
 * User names: which are the same, and which only look the same. A name is written in Latin letters or in those of Dari and
 * Pashto, never in both, so that few characters are left that look alike; those are told by their skeleton, as Unicode
 * Technical Standard 39 has it.
 */
import { fold } from '../../core/text/fold.ts';
import type { Database } from '../db/database.ts';

/** The form of a user name that is unique: folded, without spaces around. PostgreSQL takes no NUL, and no name has one. */
export function usernameKey(username: string): string {
  return fold(username.trim()).replaceAll('\0', '\ufffd').slice(0, 100);
}

/** Letters of one script only, whatever their accents and vowel marks. */
export function isOneScript(username: string): boolean {
  return /^([a-z0-9._@-]+|[\p{Script=Arabic}0-9._@-]+)$/u.test(usernameKey(username));
}

/** Those of UTS 39 that such names can have; letters of one family are one already after folding. */
const LOOK_ALIKE: readonly (readonly [string, string])[] = [
  ['0', 'o'],
  ['1', 'l'],
  ['m', 'rn'],
  ['ا', 'l'],
  ['ه', 'o'],
  ['_', '-'],
];

/** The same for names that look the same: `admin`, `adrnin` and `аdmin` with a Cyrillic а are not three people. */
export function usernameSkeleton(username: string): string {
  // A capital I looks like a small L; folding would make an i of it.
  const folded = usernameKey(username.normalize('NFKC').replaceAll('I', 'l'));
  return LOOK_ALIKE.reduce((text, [letter, shown]) => text.replaceAll(letter, shown), folded);
}

/**
 * Gives accounts of older versions their skeleton. Where two look alike already, the later one keeps working under a
 * skeleton that no name can have. Answers their user names, and those written in several scripts.
 */
export async function fillSkeletons(database: Database): Promise<string[]> {
  const without = await database.read
    .selectFrom('users')
    .select('id')
    .where('username_skeleton', 'is', null)
    .limit(1)
    .execute();
  if (without.length === 0) return [];
  return database.hold('user names', () =>
    database.transaction(async (trx) => {
      const users = await trx
        .selectFrom('users')
        .select(['id', 'username', 'username_skeleton'])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const taken = new Set(users.map((user) => user.username_skeleton));
      const alike: string[] = [];
      for (const { id, username, username_skeleton } of users) {
        if (username_skeleton !== null) continue;
        const skeleton = usernameSkeleton(username);
        const own = taken.has(skeleton) ? `${skeleton} ${id}` : skeleton;
        if (own !== skeleton || !isOneScript(username)) alike.push(username);
        taken.add(own);
        await trx.updateTable('users').set({ username_skeleton: own }).where('id', '=', id).execute();
      }
      return alike;
    }),
  );
}
