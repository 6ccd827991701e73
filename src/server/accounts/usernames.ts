/**
 * Checks which user names are the same and which look alike. A name is in Latin letters or in those of Dari and Pashto,
 * never both, so few of its characters look alike. Skeletons as in Unicode Technical Standard 39 find those.
 */
import { foldLetters } from '../../core/text/letters.ts';
import type { Database } from '../db/database.ts';

/** Returns the unique form of a user name: trimmed, folded and without NUL, which PostgreSQL does not accept. */
export function usernameKey(username: string): string {
  return foldLetters(username.trim()).replaceAll('\0', '\ufffd').slice(0, 100);
}

/** Checks that the letters are of one script, whatever their accents and vowel marks. */
export function hasSingleScript(username: string): boolean {
  return /^([a-z0-9._@-]+|[\p{Script=Arabic}0-9._@-]+)$/u.test(usernameKey(username));
}

/** Look-alikes of UTS 39 that such names can have. Folding has already joined the letters of one family. */
const LOOK_ALIKE: readonly (readonly [string, string])[] = [
  ['0', 'o'],
  ['1', 'l'],
  ['m', 'rn'],
  ['ا', 'l'],
  ['ه', 'o'],
  ['_', '-'],
];

/** Returns the same text for names that look alike, such as `admin` and `adrnin`. */
export function usernameSkeleton(username: string): string {
  // A capital I looks like a small L, but folding would turn it into an i.
  const folded = usernameKey(username.normalize('NFKC').replaceAll('I', 'l'));
  return LOOK_ALIKE.reduce((text, [letter, shown]) => text.replaceAll(letter, shown), folded);
}

/**
 * Gives accounts of older versions their skeleton. If two names look alike, the later one keeps working with a skeleton that
 * no name can have. Returns the user names of those accounts and names in several scripts.
 */
export async function fillUsernameSkeletons(database: Database): Promise<string[]> {
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
        if (own !== skeleton || !hasSingleScript(username)) alike.push(username);
        taken.add(own);
        await trx.updateTable('users').set({ username_skeleton: own }).where('id', '=', id).execute();
      }
      return alike;
    }),
  );
}
