/** Many records and places as a device has them. */
import type { CompiledForm } from '../../../src/core/definitions/types.ts';
import type { PlaceView } from '../../../src/core/generated/api.ts';
import type { LocalRecord } from '../../../src/core/sync/types.ts';
import { looseAnswers, versions } from '../../support/looseAnswers.ts';

const WORDS = ['آفتاب', 'باران', 'مکتب', 'ښوونځی', 'کلینیک', 'لیسه', 'نو', 'کهنه', 'بازار', 'کوه', 'چشمه', 'دره'];
/** Answers made once and shared by many records. */
const KINDS = 200;

/** Returns the form with the most listed columns among these. */
export function widestForm(names: ReadonlySet<string>): CompiledForm {
  const columns = ({ definition }: CompiledForm) =>
    definition.list.columns.length + (definition.list.search?.length ?? 0);
  const newest = new Map(versions.map((form) => [form.form, form]));
  const [widest] = [...newest.values()].filter(({ form }) => names.has(form)).sort((a, b) => columns(b) - columns(a));
  if (!widest) throw new Error('no such form');
  return widest;
}

function words(at: number): string {
  return [3, 7, 11].map((step) => WORDS[(at * step + Math.floor(at / 13)) % WORDS.length]).join(' ');
}

export function manyRecords(form: CompiledForm, count: number): LocalRecord[] {
  const answers = Array.from({ length: KINDS }, (_, seed) => JSON.stringify(looseAnswers(form, seed)));
  const person = { id: 'a', name: 'نمونه' };
  return Array.from({ length: count }, (_, at): LocalRecord => {
    const time = new Date(Date.UTC(2025, 0, 1) + at * 1_777_000).toISOString();
    const province = at % 9;
    return {
      record: {
        id: `r${at.toString(36)}`,
        form: form.form,
        form_version: form.version,
        code: `CODE_${at + 1}`,
        state: at % 3 ? 'submitted' : 'verified',
        parent_id: null,
        site_id: null,
        province_id: `p${province}`,
        district_id: `d${province}-${at % 40}`,
        village_id: null,
        organization_id: null,
        version: 1,
        created_by: person.id,
        created_at: time,
        edited_by: person.id,
        created_sent_by: null,
        edited_sent_by: null,
        updated_by: person.id,
        updated_at: time,
        captured_at: null,
        started_at: null,
        device_id: null,
        deleted_at: null,
        data: JSON.parse(answers[at % KINDS] as string),
      },
      name: `${words(at)} ${at}`,
      refs: { [person.id]: { name: person.name } },
    };
  });
}

export function manyPlaces(count: number): PlaceView[] {
  const place = (id: string, level: PlaceView['level'], parent_id: string | null, name: string): PlaceView => {
    const names = { name, name_en: name, name_fa: name, name_ps: name };
    return { id, level, parent_id, ...names, pcode: id, aliases: [], latitude: null, longitude: null };
  };
  const provinces = Array.from({ length: 34 }, (_, at) => place(`p${at}`, 'province', null, words(at)));
  const districts = Array.from({ length: 34 * 40 }, (_, at) =>
    place(`d${at % 34}-${Math.floor(at / 34)}`, 'district', `p${at % 34}`, words(at)),
  );
  const villages = Array.from({ length: count - provinces.length - districts.length }, (_, at) =>
    place(`v${at}`, 'village', districts[at % districts.length]?.id ?? null, `${words(at)} ${at}`),
  );
  return [...provinces, ...districts, ...villages];
}
