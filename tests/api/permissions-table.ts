/**
 * The expected permissions, one line per role, form and action, kept in tests/golden/permissions.csv and read by people
 * before a rule changes. `UPDATE_GOLDEN=1` writes what the server does instead; the diff is then what is reviewed.
 *
 * Every person of the table holds one grant: their role, the programme `schools`, one province. Columns: `here` is a
 * record of that province, `there` of another one, `foreign` a record here seen by somebody whose grant is for another
 * programme; `mine` was made by the person, `others` by somebody else. A cell has one letter per state, in the order of
 * the column `states`:
 *
 *   Y  allowed                         o  made by somebody else
 *   r  another role is needed          s  not in this state
 *   g  a record of another programme   t  the step does not start from this state
 *   p  a record of another province    -  not visible: 404
 *
 * Creating has no state and no owner: one letter under `mine`; `-` where the record it would belong to is not visible.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../golden/permissions.csv', import.meta.url);
const COLUMNS = [
  'role',
  'form',
  'action',
  'states',
  'here mine',
  'here others',
  'there mine',
  'there others',
  'foreign mine',
  'foreign others',
] as const;

/** Reason words of the server and their letters. */
export const LETTERS: Record<string, string> = {
  allowed: 'Y',
  role_needed: 'r',
  other_programme: 'g',
  other_province: 'p',
  not_yours: 'o',
  state_locked: 's',
  transition_not_possible: 't',
  record_not_found: '-',
};

export type Place = 'here' | 'there' | 'foreign';
export type Owner = 'mine' | 'others';
export const PLACES: readonly Place[] = ['here', 'there', 'foreign'];
export const OWNERS: readonly Owner[] = ['mine', 'others'];

export interface Line {
  role: string;
  form: string;
  action: string;
  /** States in the workflow's order, space between; empty for creating. */
  states: string;
  cells: Partial<Record<`${Place} ${Owner}`, string>>;
}

export function write(line: Line): string {
  const cells = PLACES.flatMap((place) => OWNERS.map((owner) => line.cells[`${place} ${owner}`] ?? ''));
  return [line.role, line.form, line.action, line.states, ...cells].join(',');
}

/** The lines of one role. */
export function expectedOf(role: string): string[] {
  const [head, ...lines] = readFileSync(FILE, 'utf8').trim().split('\n');
  if (head !== COLUMNS.join(',')) throw new Error(`tests/golden/permissions.csv must begin with ${COLUMNS.join(',')}`);
  return lines.filter((line) => line.startsWith(`${role},`));
}

/** Roles the table knows, in its order. */
export function expectedRoles(): string[] {
  return [
    ...new Set(
      readFileSync(FILE, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0] ?? ''),
    ),
  ];
}

export function replaceAll(lines: string[]): void {
  writeFileSync(FILE, `${[COLUMNS.join(','), ...lines].join('\n')}\n`);
}
