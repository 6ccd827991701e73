/**
 * The records as a second reader takes them from the two tables that hold the truth, `records.data` and `record_revisions`, and the
 * questions from the files of forms. Nothing of the product is used here or in the files that this folder's reader imports.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// biome-ignore lint/suspicious/noExplicitAny: answers of any form
export type Answers = Record<string, any>;

/** What plain SQL finds. */
export interface Rows {
  records: { id: string; form: string; form_version: number; data: string }[];
  /** Choices that are another name of one, `list id`, with the id of that; of places `place id`. */
  merged: ReadonlyMap<string, string>;
  revisions: { record_id: string; seq: number; action: string; at: string; by_id: string; to_state: string | null }[];
}

export interface Question {
  /** Stays the same across versions. */
  id: string;
  property: string;
  type: string;
  section: string;
  topic?: string;
}

export const LEVELS = ['province', 'district', 'village'] as const;
export type Level = (typeof LEVELS)[number];

export interface FormFile {
  form: string;
  /** Where the API has its records. */
  base: string;
  programme: string;
  kind: string;
  date?: string;
  parent?: string;
  /** Answers that say where it is. */
  places: Partial<Record<Level, string>>;
  organization?: string;
  problems?: string;
  /** Lists of choices by the answers that name an item. */
  lists: Record<string, string>;
  /** List of the types of problems. */
  types?: string;
  questions: Question[];
  /** What the page of a site counts: records of other forms by their kind, of which kinds are visits, and which form rates it. */
  kinds: Record<string, { form: string; where?: Answers; by?: string }>;
  visits?: string[];
  rates?: string;
  hasProblems: boolean;
}

export interface Work {
  action: string;
  at: string;
  by: string;
}

export interface Known {
  id: string;
  form: FormFile;
  data: Answers;
  /** Names a choice of a question by the one that it was merged into. */
  now(field: string, id: unknown): unknown;
  state: string;
  isDeleted: boolean;
  /** Day in Kabul: its answer for it, or the day of entry. */
  day: string;
  parent: Known | undefined;
  site: Known | undefined;
  /** Where it is; empty where nothing says so. */
  places: Record<Level, string>;
  organization: string;
  work: Work[];
  /** Turn in which it was last written. */
  written: string;
}

export const FORMS = join(dirname(fileURLToPath(import.meta.url)), '../../../forms');

/** Reads the files of each form: the newest by its name, all by name and version. */
function readForms(): Map<string, FormFile> {
  const newest = new Map<string, Answers>();
  const all = new Map<string, Answers>();
  for (const path of readdirSync(FORMS, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.form.json')) continue;
    const file = JSON.parse(readFileSync(join(FORMS, path), 'utf8'));
    all.set(`${file.form} ${file.version}`, file);
    if (file.version > (newest.get(file.form)?.version ?? 0)) newest.set(file.form, file);
  }
  return new Map([...newest, ...all].map(([name, file]) => [name, formOf(file)]));
}

function formOf(file: Answers): FormFile {
  const place = file.place && file.fields[file.place];
  return {
    form: file.form,
    base: file.api?.base ?? '',
    programme: file.programme,
    kind: file.kind,
    date: file.date,
    parent: file.parent?.field,
    places: place ? (place.bind ?? { province: file.place }) : {},
    organization: file.organization,
    problems: file.problems?.field,
    types: file.problems?.types,
    lists: Object.fromEntries(
      Object.entries<Answers>(file.fields).flatMap(([name, { choices, bind }]) =>
        choices ? [[bind?.value ?? name, choices]] : [],
      ),
    ),
    questions: file.sections.flatMap((section: Answers) =>
      section.fields.flatMap((name: string) => {
        const { id, type, topic, rows } = file.fields[name] ?? {};
        if (!id) return [];
        const own = rows ?? [{ id, name }];
        return own.map((row: Answers) => ({ id: row.id, property: row.name, type, topic, section: section.id }));
      }),
    ),
    kinds: file.api?.formTypes ?? {},
    visits: file.detail?.overview && (file.detail.overview.visits ?? []),
    rates: file.rates?.form,
    hasProblems: (file.detail?.tabs ?? []).some(({ show }: Answers) => show === 'problems'),
  };
}

const KABUL = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kabul' });

export function dayInKabul(at: string): string {
  return KABUL.format(new Date(at));
}

/** Puts together what the rows say. Logs and rows of forms that no file has are left out. */
export function knownOf({ records, revisions, merged }: Rows): Map<string, Known> {
  const forms = readForms();
  const known = new Map<string, Known>();
  for (const { id, form: name, form_version, data } of records) {
    // A version that was published meanwhile only words its questions differently.
    const form = forms.get(`${name} ${form_version}`) ?? forms.get(name);
    const steps = revisions.filter(({ record_id }) => record_id === id).sort((a, b) => a.seq - b.seq);
    const [first] = steps;
    if (!form || !first) continue;
    const answers = sameChoices(JSON.parse(data), form, merged);
    const gone = steps.findLastIndex(({ action }) => action === 'delete');
    known.set(id, {
      id,
      form,
      data: answers,
      now: (field, id) => merged.get(`${form.lists[field]} ${id}`) ?? id,
      state: steps.findLast(({ to_state }) => to_state)?.to_state ?? '',
      isDeleted: gone >= 0 && !steps.slice(gone).some(({ action }) => action === 'restore'),
      day: String(answers[form.date ?? ''] ?? dayInKabul(first.at)).slice(0, 10),
      parent: undefined,
      site: undefined,
      places: { province: '', district: '', village: '' },
      organization: '',
      work: steps.map(({ action, at, by_id }) => ({ action, at, by: by_id })),
      written: steps.findLast(({ action }) => ['create', 'edit', 'resubmit'].includes(action))?.at ?? first.at,
    });
  }
  for (const one of known.values()) one.parent = known.get(one.data[one.form.parent ?? '']);
  for (const one of known.values()) {
    one.site = siteOf(one.parent);
    // A record that names a province says all that it says of its place.
    const placed = (of: Known | undefined): Known | undefined => of && (said(of, 'province') ? of : placed(of.parent));
    const own = placed(one);
    for (const level of LEVELS) {
      const id = (own && said(own, level)) ?? '';
      one.places[level] = merged.get(`place ${id}`) ?? id;
    }
    one.organization = upwards(one, ({ form, data }) => data[form.organization ?? '']);
  }
  return known;
}

function said({ form, data }: Known, level: Level): string | undefined {
  return data[form.places[level] ?? ''];
}

/** Names each choice by the one that it was merged into. */
function sameChoices(data: Answers, { lists, problems = '', types }: FormFile, merged: Rows['merged']): Answers {
  const same = (list: string | undefined, id: unknown) => merged.get(`${list} ${id}`) ?? id;
  const own = Object.entries(lists).flatMap(([name, list]) => {
    const value = data[name];
    return value === undefined
      ? []
      : [[name, Array.isArray(value) ? value.map((one) => same(list, one)) : same(list, value)]];
  });
  const rows = (data[problems] as Answers[] | undefined)?.map((row) => ({
    ...row,
    problem_type_id: same(types, row.problem_type_id),
  }));
  return { ...data, ...Object.fromEntries(own), ...(rows && { [problems]: rows }) };
}

function siteOf(one: Known | undefined): Known | undefined {
  return one === undefined || one.form.kind === 'site' ? one : siteOf(one.parent);
}

/** Returns what a record says itself, or else what it belongs to. */
function upwards(one: Known | undefined, said: (one: Known) => string | undefined): string {
  if (!one) return '';
  const own = said(one);
  return own === undefined || own === null || own === '' ? upwards(one.parent, said) : own;
}
