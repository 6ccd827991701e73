/**
 * The expected permissions, kept in tests/golden/permissions.csv and read by people before a rule changes; forms for which
 * a role may the same share a line. `AMANAT_FULL=1 UPDATE_GOLDEN=1` writes what the server does instead; the diff is then
 * what is reviewed.
 *
 * Every person of the table holds one grant: their role, the programme of the form, one province. Columns: `here` is a
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
  'action',
  'states',
  'here mine',
  'here others',
  'there mine',
  'there others',
  'foreign mine',
  'foreign others',
  'forms',
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
const PLACES: readonly Place[] = ['here', 'there', 'foreign'];
export const OWNERS: readonly Owner[] = ['mine', 'others'];

export interface Line {
  role: string;
  form: string;
  action: string;
  /** States in the workflow's order, space between; empty for creating. */
  states: string;
  cells: Partial<Record<`${Place} ${Owner}`, string>>;
}

/** Lines as the file has them: forms with the same cells in one line, in the order in which they first come. */
export function write(lines: readonly Line[]): string[] {
  const grouped = new Map<string, string[]>();
  for (const { role, form, action, states, cells } of lines) {
    const letters = PLACES.flatMap((place) => OWNERS.map((owner) => cells[`${place} ${owner}`] ?? ''));
    const key = [role, action, states, ...letters].join(',');
    grouped.set(key, [...(grouped.get(key) ?? []), form]);
  }
  return [...grouped].map(([key, forms]) => `${key},${forms.sort().join(' ')}`);
}

/** What the file says of these forms, as `write` would write it. */
export function expectedOf(role: string, forms: ReadonlySet<string>): string[] {
  const lines: string[] = [];
  for (const line of rows()) {
    if (!line.startsWith(`${role},`)) continue;
    const at = line.lastIndexOf(',') + 1;
    const asked = line
      .slice(at)
      .split(' ')
      .filter((form) => forms.has(form));
    if (asked.length > 0) lines.push(line.slice(0, at) + asked.join(' '));
  }
  return lines;
}

function rows(): string[] {
  const [head, ...lines] = readFileSync(FILE, 'utf8').trim().split('\n');
  if (head !== COLUMNS.join(',')) throw new Error(`tests/golden/permissions.csv must begin with ${COLUMNS.join(',')}`);
  return lines;
}

/** Roles the table knows, in its order. */
export function expectedRoles(): string[] {
  return [...new Set(rows().map((line) => line.split(',')[0] ?? ''))];
}

export function replaceAll(lines: string[]): void {
  writeFileSync(FILE, `${[COLUMNS.join(','), ...lines].join('\n')}\n`);
}
