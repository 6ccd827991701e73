/** What people change of a world besides its records: choices get other names, retire or turn out to be the same, questions get other words. */
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { nextVersion } from '../../src/core/definitions/versions/newVersion.ts';
import type { Place } from '../../src/server/reference/places.ts';
import type { Answer } from '../api/permissions-cast.ts';
import type { TestServer } from './server.ts';

/** Counts an answer, and returns true if what was asked is done. */
type Count = (what: string, answer: Answer) => boolean;

/** Lists that people change. */
const LISTS = [
  ...['schools', 'health', 'mines', 'projects', 'courts', 'social-audit'].map((one) => `problem-type.${one}`),
  ...['event-type', 'donor', 'department', 'asset-type'],
];
/** Places in its list of the choice that retires meanwhile, and of the one that is merged into the first at the end. */
export const RETIRED = 1;
const MERGED = 2;
/** Forms whose questions are reworded: a visit, a survey, one of which there is an earlier version already, and an event. */
const REWORDED = ['school-rating', 'school-survey', 'health-center-rating', 'cbm-event'];

/** Types of problems and other choices get another name or retire. */
export async function rewordChoices(server: TestServer, count: Count): Promise<void> {
  const admin = server.person('admin');
  for (const list of LISTS) {
    const items = server.services.registry.choices(list);
    const [first, second] = [items[0]?.id, items[RETIRED]?.id];
    const names = { name_en: `Reworded ${first}`, name_fa: `تازه ${first}`, name_ps: `نوی ${first}` };
    count('reword', await admin.call('PUT', `master-tables/${list}/${first}`, names));
    count('retire', await admin.call('POST', `master-tables/${list}/${second}/retire`));
  }
}

/** The questions of some forms are asked in other words from now on. */
export async function rewordQuestions(server: TestServer, count: Count): Promise<void> {
  for (const name of REWORDED) {
    const { definition, contract, version } = server.services.registry.form(name) as CompiledForm;
    const note = { en: 'Other words', fa: 'کلمات دیگر', ps: 'نورې ټکي' };
    const fields = Object.entries(definition.fields).map(([field, { label, ...def }]) => {
      const again = label && { en: `${label.en} (again)`, fa: `${label.fa} (باز)`, ps: `${label.ps} (بیا)` };
      return [field, label ? { label: def.type === 'rating' || def.type === 'choice' ? again : label, ...def } : def];
    });
    const next = nextVersion(definition, version);
    const reworded = { ...next, changes: { ...next.changes, note }, fields: Object.fromEntries(fields) };
    const answer = await server.person('admin').call('POST', 'definitions', { definition: reworded, schema: contract });
    count('reword questions', answer);
  }
}

/** Districts have two villages each, as files of places bring them. */
export async function addVillages({ services }: TestServer, provinces: readonly string[]): Promise<void> {
  const { registry } = services;
  const villages = districtsOf(registry, provinces).flatMap((parent_id) =>
    ['Upper', 'Lower'].map((name): Place => {
      const called = `${name} ${parent_id}`;
      const names = { name_en: called, name_fa: called, name_ps: called, aliases: [] };
      return { id: uuid(), level: 'village', parent_id, ...names, pcode: null, latitude: null, longitude: null };
    }),
  );
  await registry.savePlaces(villages);
  await registry.refresh();
}

/** Two districts of each province turn out to be one, and the villages of one that is left. Returns them as `mergeChoices` does. */
export async function mergePlaces(
  server: TestServer,
  provinces: readonly string[],
  count: Count,
): Promise<ReadonlyMap<string, string>> {
  const merged = new Map<string, string>();
  const merge = async (other: string, into: string) => {
    if (count('merge place', await server.person('admin').call('POST', `admin/places/${other}/merge`, { into })))
      merged.set(`place ${other}`, into);
  };
  for (const province of provinces) {
    const { rows } = await sql<{ id: string }>`SELECT district_id AS id FROM records WHERE form = 'school'
      AND province_id = ${province} AND district_id IS NOT NULL GROUP BY district_id ORDER BY count(*) DESC, district_id
      `.execute(server.services.database.read);
    const [into, other] = rows.map(({ id }) => id);
    const [, third] = districtsOf(server.services.registry, [province]).filter((id) => id !== into && id !== other);
    if (into) await merge(other ?? (third as string), into);
    const villages = [...server.services.registry.places().values()].filter(({ parent_id }) => parent_id === into);
    if (villages[0] && villages[1]) await merge(villages[1].id, villages[0].id);
  }
  return merged;
}

function districtsOf(registry: TestServer['services']['registry'], provinces: readonly string[]): string[] {
  return [...registry.places().values()].flatMap(({ id, parent_id }) =>
    provinces.includes(parent_id ?? '') ? id : [],
  );
}

/** Two choices of a list turn out to be the same. Returns what was merged, `list id`, with the id of the other. */
export async function mergeChoices(server: TestServer, count: Count): Promise<ReadonlyMap<string, string>> {
  const merged = new Map<string, string>();
  for (const list of [...LISTS, 'organization']) {
    const items = server.services.registry.choices(list);
    const [into, other] = [items[0]?.id ?? '', items[MERGED]?.id ?? ''];
    const answer = await server.person('admin').call('POST', `master-tables/${list}/${other}/merge`, { into });
    if (count('merge', answer)) merged.set(`${list} ${other}`, into);
  }
  return merged;
}
