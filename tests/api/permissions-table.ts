/**
 * The expected permissions in tests/golden/permissions.csv, which people read before a rule changes. Forms with equal
 * rights for a role share a line. `AMANAT_FULL=1 UPDATE_GOLDEN=1` writes what the server does instead, and people review
 * the diff.
 *
 * Every person of the table has one grant: their role, the programme of the form, one province. Columns: `here` is a record
 * in that province, `there` in another one, `foreign` a record here for a person whose grant is for another programme.
 * `mine` was made by the person, `others` by somebody else. A cell has one letter per state, in the order of `states`:
 *
 *   Y  allowed                         o  made by somebody else
 *   r  another role is needed          s  not in this state
 *   g  a record of another programme   t  the transition does not start from this state
 *   p  a record of another province    -  not visible: 404
 *   f  somebody else has to check it
 *
 * Creating has no state and no owner: one letter under `mine`, or `-` if the parent record is not visible.
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

/** Letters by the server's reason codes. */
export const LETTERS: Record<string, string> = {
  allowed: 'Y',
  role_needed: 'r',
  other_programme: 'g',
  other_province: 'p',
  not_yours: 'o',
  state_locked: 's',
  transition_not_possible: 't',
  record_not_found: '-',
  four_eyes: 'f',
};

export type Place = 'here' | 'there' | 'foreign';
export type Owner = 'mine' | 'others';
const PLACES: readonly Place[] = ['here', 'there', 'foreign'];
export const OWNERS: readonly Owner[] = ['mine', 'others'];

export interface Line {
  role: string;
  form: string;
  action: string;
  /** States in the workflow's order, separated by spaces. Empty for creating. */
  states: string;
  cells: Partial<Record<`${Place} ${Owner}`, string>>;
}

/** Returns the lines as the file has them. Forms with the same cells share a line, in order of first occurrence. */
export function write(lines: readonly Line[]): string[] {
  const grouped = new Map<string, string[]>();
  for (const { role, form, action, states, cells } of lines) {
    const letters = PLACES.flatMap((place) => OWNERS.map((owner) => cells[`${place} ${owner}`] ?? ''));
    const key = [role, action, states, ...letters].join(',');
    grouped.set(key, [...(grouped.get(key) ?? []), form]);
  }
  return [...grouped].map(([key, forms]) => `${key},${forms.sort().join(' ')}`);
}

/** Returns the lines of the file about these forms, in the format of `write`; those about creating only of `created`. */
export function expectedOf(role: string, forms: ReadonlySet<string>, created: ReadonlySet<string>): string[] {
  const lines: string[] = [];
  for (const line of rows()) {
    if (!line.startsWith(`${role},`)) continue;
    const at = line.lastIndexOf(',') + 1;
    const looked = line.startsWith(`${role},create,`) ? created : forms;
    const asked = line
      .slice(at)
      .split(' ')
      .filter((form) => looked.has(form));
    if (asked.length > 0) lines.push(line.slice(0, at) + asked.join(' '));
  }
  return lines;
}

/**
 * Returns the forms that stand for the others of a role: the first of those whose lines are the same in every cell. Forms whose
 * answers differ in one letter stand for themselves.
 */
export function representatives(role: string, forms: readonly string[]): ReadonlySet<string> {
  const cells = new Map<string, string>();
  for (const line of rows()) {
    if (!line.startsWith(`${role},`)) continue;
    const at = line.lastIndexOf(',') + 1;
    for (const form of line.slice(at).split(' ')) cells.set(form, `${cells.get(form) ?? ''}\n${line.slice(0, at)}`);
  }
  const first = new Map<string, string>();
  for (const form of forms) {
    const own = cells.get(form) ?? form;
    if (!first.has(own)) first.set(own, form);
  }
  return new Set(first.values());
}

function rows(): string[] {
  const [head, ...lines] = readFileSync(FILE, 'utf8').trim().split('\n');
  if (head !== COLUMNS.join(',')) throw new Error(`tests/golden/permissions.csv must begin with ${COLUMNS.join(',')}`);
  return lines;
}

/** Returns the roles of the table, in order. */
export function expectedRoles(): string[] {
  return [...new Set(rows().map((line) => line.split(',')[0] ?? ''))];
}

export function replaceAll(lines: string[]): void {
  writeFileSync(FILE, `${[COLUMNS.join(','), ...lines].join('\n')}\n`);
}
