/**
 * Which calls tell whom something about records: role × form × call × place, over HTTP. The expected
 * letters are in tests/golden/permissions-calls.csv. `UPDATE_GOLDEN=1` writes what the server does instead, and people
 * review the diff. Columns: `here` is a record in the province of the person's grant, `there` in another one, `foreign` a
 * record here for a person whose grant is for another programme. Letters:
 *
 *   Y  told                     n  answered, but nothing told
 *   r  403: not for this role   -  404: not found for this person
 *
 * `view`, `history`, `files` (their list) and `file` (the content of one) are about the record. `restricted` is what
 * detail, history and export show of a restricted answer. `problems` are a site's problems. `unique` and `unique id` say
 * whether a value is free (for a new record, for this one). `lookup` and `export` find the record.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { everyNode } from '../../src/core/records/restricted.ts';
import { Answerer } from '../support/everyForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import {
  ADMINISTRATOR,
  type Answer,
  newPerson,
  type Person,
  regrant,
  type Subject,
  subjects,
} from './permissions-cast.ts';

const FILE = new URL('../golden/permissions-calls.csv', import.meta.url);
const HEAD = 'role,call,here,there,foreign,forms';
/** A site with problems, restricted answers at the top and in a table, a unique value, files, and one form for everybody. */
const FORMS = [
  'school',
  'school-survey',
  'complaint',
  'ibp-project',
  'finance-initial',
  'inventory-item',
  'court-case',
];

interface Sample {
  subject: Subject;
  id: string;
  code: string;
  data: RecordData;
  file: string | undefined;
}

type Call = (person: Person, sample: Sample) => Promise<string>;

const letter = ({ status }: Answer, told = true): string => {
  if (status === 404) return '-';
  if (status === 403) return 'r';
  if (status !== 200) throw new Error(`answered ${status}`);
  return told ? 'Y' : 'n';
};

/** Returns the texts of restricted answers, at every depth. */
function secretsOf({ subject, data }: Sample): string[] {
  const found: string[] = [];
  const collect = (nodes: ReturnType<typeof everyNode>, row: RecordData): void => {
    for (const node of nodes) {
      const value = row[node.name];
      if (node.columns && Array.isArray(value))
        for (const one of value) collect(everyNode(node.columns), one as RecordData);
      else if (node.def.restricted && typeof value === 'string' && value.length > 3) found.push(value);
    }
  };
  collect(everyNode(subject.compiled.fields.values()), data);
  return found;
}

const uniqueOf = ({ compiled }: Subject): string | undefined =>
  [...compiled.fields.values()].find(({ def }) => def.unique)?.name ?? (compiled.definition.code ? 'code' : undefined);

const CALLS: Record<string, { for(sample: Sample): boolean; ask: Call }> = {
  view: {
    for: () => true,
    ask: async (person, { subject, id }) => letter(await person.call('GET', `${subject.base}/${id}`)),
  },
  history: {
    for: () => true,
    ask: async (person, { subject, id }) => letter(await person.call('GET', `${subject.base}/${id}/history`)),
  },
  files: {
    for: ({ file }) => file !== undefined,
    ask: async (person, { subject, id }) => {
      const answer = await person.call('GET', `${subject.base}/${id}/attachments`);
      return letter(answer, answer.status === 200 && answer.body.data.length > 0);
    },
  },
  file: {
    for: ({ file }) => file !== undefined,
    ask: async (person, { file }) => letter(await person.call('GET', `files/${file}`)),
  },
  restricted: {
    for: (sample) => secretsOf(sample).length > 0,
    ask: async (person, sample) => {
      const { subject, id } = sample;
      const answers = [];
      for (const path of [`${id}`, `${id}/history`, 'export?format=csv&all=1'])
        answers.push(await person.call('GET', `${subject.base}/${path}`));
      const [view] = answers as [Answer];
      if (view.status !== 200) return letter(view);
      const texts = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body));
      const isTold = (text: string) =>
        secretsOf(sample).some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
      const told = texts.map(isTold);
      // Detail and history must agree. An export may omit the columns of a table.
      if (told[0] !== told[1]) throw new Error(`detail and history of ${subject.base} differ`);
      return letter(view, told.some(Boolean));
    },
  },
  problems: {
    for: ({ subject }) => subject.compiled.definition.kind === 'site',
    ask: async (person, { subject, id }) => {
      const answer = await person.call('GET', `${subject.base}/${id}/problems`);
      return letter(answer, answer.status === 200 && answer.body.data.length > 0);
    },
  },
  unique: {
    for: ({ subject }) => uniqueOf(subject) !== undefined,
    ask: async (person, { subject }) =>
      letter(await person.call('GET', `${subject.base}/validation?fieldName=${uniqueOf(subject)}&value=x`)),
  },
  'unique id': {
    for: ({ subject }) => uniqueOf(subject) !== undefined,
    ask: async (person, { subject, id }) =>
      letter(await person.call('GET', `${subject.base}/validation?fieldName=${uniqueOf(subject)}&value=x&id=${id}`)),
  },
  lookup: {
    for: () => true,
    ask: async (person, { subject, id, code }) => {
      const answer = await person.call(
        'GET',
        `lookup/records?forms=${subject.compiled.form}&text=${encodeURIComponent(code)}`,
      );
      return letter(answer, JSON.stringify(answer.body).includes(id));
    },
  },
  export: {
    for: () => true,
    ask: async (person, { subject, code }) => {
      const answer = await person.call('GET', `${subject.base}/export?format=csv&text=${encodeURIComponent(code)}`);
      return letter(answer, String(answer.body).trim().split('\n').length > 1);
    },
  },
};

for (const database of ANY_DATABASE) {
  describe(`what calls tell on ${database}`, () => {
    let server: TestServer;
    let admin: Person;
    let person: Person;
    let provinces: { id: string }[];
    const samples = new Map<'here' | 'there', Sample[]>();

    beforeAll(async () => {
      server = await startTestServer(database);
      admin = await server.administrator();
      person = await newPerson(server.base, admin, ADMINISTRATOR);
      provinces = (await admin.must('GET', 'provinces')).data;
      const all = subjects(server, true);
      const chosen = FORMS.flatMap((name) => all.find(({ compiled }) => compiled.form === name) ?? []);
      for (const [index, place] of (['here', 'there'] as const).entries()) {
        const province = provinces[index]?.id as string;
        const answerer = new Answerer(server, admin, province, 1_000_000 * (index + 1));
        const made: Sample[] = [];
        for (const subject of chosen) {
          const data = await answerer.answers(subject.compiled, admin, index + 1);
          const { id, code } = await admin.must('POST', subject.base, data);
          const { data: files } = await admin.must('GET', `${subject.base}/${id}/attachments`);
          made.push({ subject, id, code: code ?? id, data, file: files[0]?.id });
        }
        await addProblem(made[0] as Sample, answerer);
        samples.set(place, made);
      }
    }, 300_000);
    afterAll(() => server?.stop());

    /** Adds a sheet of the site that reports a problem. */
    const addProblem = async (site: Sample, answerer: Answerer): Promise<void> => {
      const sheet = subjects(server, true).find(
        ({ compiled: { definition } }) =>
          definition.problems &&
          (definition.parent?.forms as string[] | undefined)?.includes(site.subject.compiled.form),
      );
      if (!sheet) throw new Error('the first form has sheets with problems');
      const { parent } = sheet.compiled.definition;
      const given = { [parent?.field ?? '']: site.id };
      for (let seed = 1; seed <= 30; seed += 1) {
        await admin.call('POST', sheet.base, await answerer.answers(sheet.compiled, admin, seed, given));
        const { data } = await admin.must('GET', `${site.subject.base}/${site.id}/problems`);
        if (data.length > 0) return;
      }
      throw new Error('no sheet flagged anything');
    };

    it('every cell is as expected', { timeout: 600_000 }, async () => {
      const cells = new Map<string, string[]>();
      const { roles } = await admin.must('GET', 'session');
      for (const { id: role } of roles) {
        for (const [index, { subject }] of (samples.get('here') ?? []).entries()) {
          const { programme } = subject.compiled.definition;
          const other = programme === 'schools' ? 'health' : 'schools';
          const letters: Record<string, string[]> = {};
          for (const [place, of] of [
            ['here', programme],
            ['there', programme],
            ['here', other],
          ] as const) {
            await regrant(admin, person, { role, programme: of, province_id: provinces[0]?.id ?? null });
            const sample = samples.get(place)?.[index] as Sample;
            for (const [name, call] of Object.entries(CALLS))
              if (call.for(sample)) letters[name] = [...(letters[name] ?? []), await call.ask(person, sample)];
          }
          for (const [name, found] of Object.entries(letters)) {
            const key = [role, name, ...found].join(',');
            cells.set(key, [...(cells.get(key) ?? []), subject.compiled.form]);
          }
        }
      }
      const lines = [...cells].map(([key, forms]) => `${key},${forms.join(' ')}`);
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(FILE, `${[HEAD, ...lines].join('\n')}\n`);
      const [head, ...expected] = readFileSync(FILE, 'utf8').trim().split('\n');
      expect(head).toBe(HEAD);
      expect(lines.sort()).toEqual(expected.sort());
    });
  });
}
