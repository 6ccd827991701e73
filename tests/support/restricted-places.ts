/**
 * What may be made of restricted answers: tests/golden/restricted-places.csv, written by hand. A row says who sees it, or by
 * which finding its publication is refused.
 */
import { readFileSync } from 'node:fs';

const FILE = new URL('../golden/restricted-places.csv', import.meta.url);

export const ROLES = ['administrator', 'program-manager', 'me-officer'] as const;

export interface RestrictedPlace {
  place: string;
  /** By role; empty if it is refused. */
  cells: string[];
  finding: string;
}

export function restrictedPlaces(): RestrictedPlace[] {
  const [head, ...lines] = readFileSync(FILE, 'utf8').trim().split('\n');
  if (head !== ['place', ...ROLES, 'finding'].join(',')) throw new Error(`unexpected columns: ${head}`);
  return lines.map((line) => {
    const [place = '', ...cells] = line.split(',');
    const finding = cells.pop() ?? '';
    return { place, cells: finding === '' ? cells : [], finding };
  });
}
