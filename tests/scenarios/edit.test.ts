/** A definition that is written on a screen: what is not changed stays to the byte, and what is changed is a form. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDefinitions } from '../../src/core/check/check.ts';
import { withContracts } from '../../src/core/contract/read.ts';
import type { SourceFile } from '../../src/core/definitions/files.ts';
import { formatDefinition } from '../../src/core/definitions/format.ts';
import type { Condition, Field, FieldTypeName, JsonSchema } from '../../src/core/definitions/types.ts';
import { newFormDefinition } from '../../src/core/edit/begin.ts';
import { readConditionRows, writeConditionRows } from '../../src/core/edit/conditions.ts';
import {
  type FormDraft,
  fieldAt,
  patchDefinition,
  patchField,
  readFormDraft,
  withSections,
} from '../../src/core/edit/draft.ts';
import { takesOptions } from '../../src/core/edit/kinds.ts';
import { dropQuestion, mapOption, transferAnswers } from '../../src/core/edit/migrate.ts';
import { addGroup, addSection, moveByOne, removeSection, ungroup } from '../../src/core/edit/move.ts';
import { type DropSide, moveToPlace } from '../../src/core/edit/moveTo.ts';
import { idsIn, nameOfWords, renameQuestion, storedNamesOfField } from '../../src/core/edit/names.ts';
import { type OutlinePlace, outlineKeyOf, outlineOf, outlinePlaceOf } from '../../src/core/edit/outline.ts';
import { replacedAt } from '../../src/core/edit/parts.ts';
import {
  addQuestion,
  copyQuestion,
  type InitialTexts,
  isRequired,
  nameFromLabel,
  removeQuestion,
  setRequired,
  setType,
} from '../../src/core/edit/questions.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { checkTools, readMetaSchemas } from '../../src/server/definitions/definitionFiles.ts';
import { productFiles, ROOT } from '../support/definitions.ts';
import fc from '../support/property.ts';

const meta = readMetaSchemas(ROOT).get('form') as JsonSchema;
const product = await productFiles;
const forms = [...product.values()].filter(({ kind }) => kind === 'form');
const says = (words: string) => ({ en: words, fa: 'متن', ps: 'متن' });
const begin: InitialTexts = {
  label: says('New question'),
  part: (number) => says(`Option ${number}`),
  section: says('New section'),
  group: says('New group'),
  message: says('Please check this.'),
};

function draftOf({ json }: { json: unknown }): FormDraft {
  const draft = readFormDraft({ definition: json, schema: {} });
  expect(draft).toBeDefined();
  return draft as FormDraft;
}

const written = (draft: FormDraft) => formatDefinition(draft.definition, meta);

describe('every form that ships', () => {
  it.each(forms.map((file) => [file.path, file] as const))(
    '%s is the same to the byte after a change back',
    (_path, file) => {
      const draft = draftOf(file);
      const questions = outlineOf(draft).flatMap(({ place }) => (place.kind === 'question' ? [place.path] : []));
      const labels = questions.map((path) => fieldAt(draft, path)?.label);
      const worded = (from: FormDraft, words: (at: number) => Field['label']) =>
        questions.reduce((one, path, at) => patchField(one, path, { label: words(at) }), from);
      const other = worded(draft, (at) => ({ ...labels[at], en: 'Other words' }));
      expect(written(other)).not.toBe(file.text);
      expect(written(worded(other, (at) => labels[at]))).toBe(file.text);
      const [section] = draft.definition.sections;
      const sections = replacedAt(draft.definition.sections, 0, { ...section, title: says('Other') } as never);
      expect(written(withSections(withSections(draft, sections), draft.definition.sections))).toBe(file.text);
      expect(written(patchDefinition(patchDefinition(draft, { icon: 'star' }), { icon: draft.definition.icon }))).toBe(
        file.text,
      );
    },
  );

  it.each(forms.map((file) => [file.path, file] as const))(
    '%s is the same after each thing moved and moved back',
    (_path, file) => {
      const draft = draftOf(file);
      const text = JSON.stringify(draft.definition);
      for (const { place } of outlineOf(draft))
        for (const by of [-1, 1] as const) {
          const there = moveByOne(draft, place, by);
          if (there.draft === draft) continue;
          const back = moveByOne(there.draft, there.place, by === 1 ? -1 : 1);
          expect([outlineKeyOf(place), JSON.stringify(back.draft.definition) === text]).toEqual([
            outlineKeyOf(place),
            true,
          ]);
          expect(outlineKeyOf(back.place)).toBe(outlineKeyOf(place));
        }
    },
  );

  it('says its conditions in rows as it does itself, and keeps what rows cannot say', () => {
    let [inRows, others] = [0, 0];
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'visibleWhen' || key === 'requiredWhen') {
          const rows = readConditionRows(inner as Condition);
          if (rows) {
            expect(writeConditionRows(rows, () => 'one')).toEqual(inner);
            inRows += 1;
          } else others += 1;
        }
        look(inner);
      }
    };
    for (const { json } of forms) look(json);
    expect(inRows).toBeGreaterThan(others * 5);
    expect(others).toBeGreaterThan(5);
  });
});

/** Returns the names of all questions, sorted. */
const questionsIn = (draft: FormDraft) =>
  outlineOf(draft)
    .flatMap(({ place }) => (place.kind === 'question' ? [place.path] : []))
    .sort();

const TEMPLATES = join(ROOT, 'src/app/features/designer/templates');
const template = (name: string) =>
  JSON.parse(readFileSync(join(TEMPLATES, `${name}.json`), 'utf8')) as Record<string, unknown>;

function begun(name = 'blank', language = 'en', form = 'wells'): FormDraft {
  return draftOf({ json: newFormDefinition(template(name), { form, title: 'Well', language, programme: 'wells' }) });
}

const tools = { ...checkTools(readMetaSchemas(ROOT)), media: { find: () => undefined, paths: [] } };

/** Returns what the check finds in new forms, whose contracts the engine writes, and refuses. */
function findings(drafts: readonly FormDraft[]): string[] {
  const made = drafts.map(({ definition }): [string, SourceFile] => {
    const json = { ...definition, changes: { from: 0, note: says('The first version') } };
    const form = String(definition.form);
    const path = `forms/wells/${form}.form.json`;
    return [path, { path, kind: 'form', form, text: '', json }];
  });
  return checkDefinitions(withContracts(new Map([...product, ...made])), tools)
    .filter(({ advice, file }) => !advice && file.includes('wells'))
    .map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('a new form', () => {
  it('from each template can be published, in its first language', () => {
    const names = readdirSync(TEMPLATES).map((file) => file.replace('.json', ''));
    expect(names.length).toBeGreaterThan(4);
    expect(findings(names.flatMap((name) => ['en', 'fa'].map((one) => begun(name, one, `${name}-${one}`))))).toEqual(
      [],
    );
  });

  it('may be a copy of any form that people fill in', () => {
    for (const { json } of forms) {
      const copy = newFormDefinition(json as never, {
        form: 'copied',
        title: 'Copy',
        language: 'ps',
        programme: 'wells',
      });
      const ids = idsIn(copy.fields as never);
      expect(new Set(ids).size).toBe(ids.length);
      expect(copy.languages).toEqual([
        'ps',
        ...((json as { languages?: string[] }).languages ?? ['en', 'fa', 'ps']).filter((one) => one !== 'ps'),
      ]);
    }
  });

  it('takes a question of every type, also in a table', () => {
    let draft = begun();
    for (const type of Object.keys(FIELD_TYPES) as FieldTypeName[])
      draft = addQuestion(draft, { kind: 'section', section: 0 }, type, begin).draft;
    const table = Object.entries(draft.definition.fields).find(([, { type }]) => type === 'table') as [string, Field];
    for (const type of ['text', 'choice', 'matrix', 'date'] as const)
      draft = addQuestion(draft, { kind: 'question', path: table[0] }, type, begin, true).draft;
    // What is worked out has to be said, and of which form records are; problems belong to a form that carries them.
    const left = findings([draft]).filter((one) => !/_when|problem/.test(one));
    expect(left.map((one) => one.replace(/question_?\d*/, '?')).sort()).toEqual([
      '/fields/?/derived/expr expression_constant',
      '/fields/?/record/forms empty',
    ]);
  });
});

describe('a type', () => {
  const types = Object.keys(FIELD_TYPES) as FieldTypeName[];

  it('takes with it what it needs, and nothing that only the one before knew', () => {
    for (const from of types)
      for (const to of types) {
        const { draft } = addQuestion(begun(), { kind: 'section', section: 0 }, from, begin);
        const name = Object.keys(draft.definition.fields).at(-1) as string;
        const after = fieldAt(setType(draft, name, to, begin), name) as Field;
        const { needs = [], offers = [], binds = [] } = FIELD_TYPES[to];
        expect(after.type).toBe(to);
        for (const key of needs) expect([from, to, key in after]).toEqual([from, to, true]);
        for (const part of binds) expect(after.bind?.[part]).toBeDefined();
        const hasChoices = ['options', 'choices', 'places'].some((key) => key in after);
        if (offers.length > 0 || !takesOptions(after))
          expect([from, to, hasChoices]).toEqual([from, to, offers.length > 0]);
        if (!needs.includes('columns')) expect(after.columns).toBeUndefined();
        if (!needs.includes('derived')) expect(after.derived).toBeUndefined();
      }
  });

  it('takes the part of the contract away that another type had', () => {
    const draft = draftOf({ json: { fields: { a: { id: 'q_a', type: 'text', label: says('A') } }, sections: [] } });
    const schema = { properties: { a: { type: 'string', maxLength: 250 }, b: {} }, required: ['a', 'b'] };
    const after = setType({ ...draft, schema }, 'a', 'longtext', begin);
    expect(after.schema).toEqual({ properties: { b: {} }, required: ['b'] });
  });

  it('keeps the options of a choice of one when several may be chosen', () => {
    const { draft } = addQuestion(begun(), { kind: 'section', section: 0 }, 'choice', begin);
    const before = fieldAt(draft, 'question_2') as Field;
    expect(fieldAt(setType(draft, 'question_2', 'multi', begin), 'question_2')?.options).toEqual(before.options);
  });
});

describe('a name', () => {
  const field = (label: string, more: object = {}): Field =>
    ({ id: `q_${label}`, type: 'integer', label: says(label), ...more }) as Field;
  const draft = draftOf({
    json: {
      form: 'wells',
      name: ['depth', 'day'],
      date: 'day',
      sections: [
        {
          id: 'depth',
          title: says('Depth'),
          fields: [
            'depth',
            { group: 'g', title: says('G'), fields: ['size'], visibleWhen: { field: 'depth', is: { const: 'depth' } } },
          ],
        },
        { id: 'rest', title: says('Rest'), fields: ['day', 'members'] },
      ],
      fields: {
        depth: field('depth'),
        size: field('size', {
          visibleWhen: { expr: 'depth > 3 && "depth" != size.depth' },
          label: says('Deeper than {depth}?'),
        }),
        day: field('day', { default: 'depth', derived: { sum: ['depth', 'members.depth'] } }),
        members: field('members', {
          type: 'table',
          columns: {
            depth: field('c', { visibleWhen: { field: 'age', is: {} } }),
            age: field('d', { default: 'depth' }),
          },
        }),
      },
      constraints: [{ id: 'c', expr: 'members.all(m, m.depth < depth)', at: 'depth', message: says('Not {depth}') }],
      list: { columns: ['depth', { field: 'depth' }, 'index'], sort: '-day' },
    },
  });

  it('is followed wherever a question is named, and nowhere else', () => {
    const after = renameQuestion(draft, 'depth', 'metres').definition;
    expect(Object.keys(after.fields)).toEqual(['metres', 'size', 'day', 'members']);
    expect(after.name).toEqual(['metres', 'day']);
    expect(after.sections[0]?.id).toBe('depth');
    expect(after.sections[0]?.fields).toMatchObject([
      'metres',
      { visibleWhen: { field: 'metres', is: { const: 'depth' } } },
    ]);
    expect(after.fields.size).toMatchObject({
      visibleWhen: { expr: 'metres > 3 && "depth" != size.depth' },
      label: { en: 'Deeper than {metres}?' },
    });
    expect(after.fields.day).toMatchObject({ default: 'metres', derived: { sum: ['metres', 'members.depth'] } });
    expect(after.constraints).toMatchObject([
      { expr: 'members.all(m, m.depth < metres)', at: 'metres', message: { en: 'Not {metres}' } },
    ]);
    expect(after.list).toMatchObject({ columns: ['metres', { field: 'metres' }, 'index'], sort: '-day' });
    expect(renameQuestion({ ...draft, definition: after }, 'metres', 'depth').definition.fields.size).toEqual(
      draft.definition.fields.size,
    );
  });

  it('of a column is followed in its rows, and with its table elsewhere', () => {
    const after = renameQuestion(draft, 'members.depth', 'metres').definition;
    expect(Object.keys(after.fields.members?.columns ?? {})).toEqual(['metres', 'age']);
    expect(after.fields.day).toMatchObject({ default: 'depth', derived: { sum: ['depth', 'members.metres'] } });
    expect(after.fields.size).toEqual(draft.definition.fields.size);
  });

  it('that is taken or is none is refused', () => {
    for (const name of ['size', '', '2nd', 'a b', 'depth']) expect(renameQuestion(draft, 'depth', name)).toBe(draft);
  });

  it('comes from the words of a new question, once, and never for a published one', () => {
    const added = addQuestion(begun(), { kind: 'section', section: 0 }, 'integer', begin).draft;
    const worded = patchField(added, 'question_2', { label: says('How many wells are there?') });
    const after = nameFromLabel(worded, 'question_2', true, begin.label);
    expect(outlineKeyOf(after.place)).toBe('question:how_many_wells_are_there');
    expect(fieldAt(after.draft, 'how_many_wells_are_there')?.id).toBe('q_wells_how_many_wells_are_there');
    expect(nameFromLabel(worded, 'question_2', false, begin.label).draft).toBe(worded);
    expect(nameFromLabel(after.draft, 'how_many_wells_are_there', true, begin.label).draft).toBe(after.draft);
    expect(nameFromLabel(added, 'question_2', true, begin.label).draft).toBe(added);
    expect(fieldAt(begun('blank', 'fa'), 'question')?.label).toEqual({ fa: 'سوال جدید' });
    expect([nameOfWords('آب'), nameOfWords('3rd of 4'), nameOfWords('word '.repeat(20))]).toEqual([
      '',
      'rd_of_4',
      'word_word_word_word_word_word_word_word',
    ]);
  });
});

/** Returns the same draft where it may not stand. */
function movedBeside(draft: FormDraft, from: OutlinePlace, to: OutlinePlace, side: DropSide): FormDraft {
  const moved = moveToPlace(draft, from, to, side);
  return 'draft' in moved ? moved.draft : draft;
}

describe('an edit', () => {
  it('never loses or doubles a question, whatever is moved, copied and added', () => {
    const step = fc.record({
      kind: fc.constantFrom('move', 'before', 'after', 'copy', 'add', 'section', 'group', 'ungroup', 'remove'),
      at: fc.nat(),
      to: fc.nat(),
      by: fc.constantFrom(-1 as const, 1 as const),
    });
    fc.assert(
      fc.property(fc.nat(forms.length - 1), fc.array(step, { maxLength: 12 }), (form, steps) => {
        let draft = draftOf(forms[form] as never);
        for (const { kind, at, to, by } of steps) {
          const rows = outlineOf(draft);
          const [row, other] = [rows[at % rows.length], rows[to % rows.length]];
          if (!row || !other) continue;
          const before = questionsIn(draft);
          const { place } = row;
          const path = place.kind === 'question' ? place.path : undefined;
          if (kind === 'move') draft = moveByOne(draft, place, by).draft;
          if (kind === 'before' || kind === 'after') draft = movedBeside(draft, place, other.place, kind);
          if (kind === 'section') draft = addSection(draft, place, says('S')).draft;
          if (kind === 'group' && path) draft = addGroup(draft, path, says('G'))?.draft ?? draft;
          if (kind === 'ungroup' && place.kind === 'group') draft = ungroup(draft, place);
          if (kind === 'remove' && place.kind === 'section') draft = removeSection(draft, place.section);
          if (kind === 'copy' && path) {
            const copied = copyQuestion(draft, path);
            expect(questionsIn(copied.draft)).toEqual(expect.arrayContaining(before));
            draft = copied.draft;
          } else if (kind === 'add') draft = addQuestion(draft, place, 'text', begin).draft;
          else expect(questionsIn(draft)).toEqual(before);
          const ids = idsIn(draft.definition.fields);
          const names = Object.entries(draft.definition.fields).flatMap(([name, field]) =>
            storedNamesOfField(name, field),
          );
          expect([new Set(ids).size, new Set(names).size]).toEqual([ids.length, names.length]);
          const placed = draft.definition.sections.flatMap(({ fields }) =>
            fields.flatMap((one) => (typeof one === 'string' ? one : one.fields)),
          );
          const shown = Object.entries(draft.definition.fields).flatMap(([name, one]) =>
            one.show === false ? [] : [name],
          );
          expect(new Set(placed).size).toBe(placed.length);
          expect(placed).toEqual(expect.arrayContaining(shown));
          for (const one of outlineOf(draft)) expect(outlinePlaceOf(one.key)).toEqual(one.place);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('puts a question behind the table of a column, and at the end behind what stands in no section', () => {
    const table = addQuestion(begun(), { kind: 'section', section: 0 }, 'table', begin);
    const column = { kind: 'question' as const, path: 'question_2.question' };
    const behind = addQuestion(table.draft, column, 'text', begin);
    expect(behind.draft.definition.sections[0]?.fields).toEqual(['question_2', 'question_3', 'question']);
    const hidden = patchField(addQuestion(begun(), undefined, 'derived', begin).draft, 'question_2', { show: false });
    const loose = withSections(hidden, draftOf({ json: begun().definition }).definition.sections);
    const last = addQuestion(loose, { kind: 'question', path: 'question_2' }, 'text', begin);
    expect(last.draft.definition.sections[0]?.fields).toEqual(['question', 'question_3']);
  });

  it('says what becomes of answers, and nothing is said that was not asked for', () => {
    const draft = draftOf(product.get('forms/schools/school-rating.form.json') as never);
    const given = dropQuestion(draft, 'water', { en: 'Nobody could answer it' });
    expect(given.definition.migrate).toEqual({ drop: { water: { en: 'Nobody could answer it' } } });
    expect(fieldAt(given, 'water')).toBeUndefined();
    expect(transferAnswers(draft, 'water', 'wells', true).definition.migrate).toEqual({ rename: { water: 'wells' } });
    const merged = transferAnswers(transferAnswers(draft, 'water', 'toilets', false), 'security', 'toilets', false);
    expect(merged.definition.migrate).toEqual({ merge: { toilets: ['toilets', 'water', 'security'] } });
    expect(mapOption(mapOption(draft, 'toilets', 'fair', 'good'), 'toilets', 'bad', null).definition.migrate).toEqual({
      map: { toilets: { fair: 'good', bad: null } },
    });
    const place = dropQuestion(draftOf(product.get('forms/schools/school.form.json') as never), 'location', {
      en: 'Moved',
    });
    expect(Object.keys((place.definition.migrate as { drop: object }).drop).length).toBeGreaterThanOrEqual(1);
  });

  it('removes a question from its section, and an empty group with its last one', () => {
    const { draft } = addQuestion(begun(), { kind: 'section', section: 0 }, 'text', begin);
    const grouped = addGroup(draft, 'question_2', says('G'))?.draft as FormDraft;
    expect(removeQuestion(grouped, 'question_2').definition.sections[0]?.fields).toEqual(['question']);
  });

  it('asks for an answer where the contract does not, and says nothing where it does', () => {
    const draft = { ...begun(), schema: { required: ['question'], properties: {} } };
    expect(isRequired(draft, 'question')).toBe(true);
    const free = setRequired(draft, 'question', false);
    expect(fieldAt(free, 'question')?.required).toBe(false);
    expect(setRequired(free, 'question', true).definition).toEqual(draft.definition);
  });

  it('is refused in what has not the shape of a form', () => {
    for (const definition of [
      null,
      1,
      [],
      { sections: 1 },
      { sections: [{ id: 'a' }] },
      { fields: [] },
      { fields: { a: 1 } },
      { fields: { a: { type: 1 } } },
      { fields: { a: { id: 'q_a', type: 'unheard-of' } } },
      { fields: { a: { id: 'q_a', type: 'choice', options: 1 } } },
      { fields: {}, constraints: [1] },
      { fields: { a: { type: 'text', label: 'A' } } },
    ])
      expect(readFormDraft({ definition })).toBeUndefined();
    const empty = readFormDraft({ definition: {} }) as FormDraft;
    expect(empty.definition).toEqual({ sections: [], fields: {} });
    const { definition } = addQuestion(empty, undefined, 'date', begin).draft;
    expect(definition.sections).toMatchObject([{ id: 'section', fields: ['question'] }]);
  });

  it('never stops at a half-written draft: it is edited, or it is none', () => {
    const junk = fc.constantFrom<unknown>(null, 1, '', 'x', [], [1], {}, { a: 1 }, true);
    fc.assert(
      fc.property(
        fc.nat(forms.length - 1),
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        junk,
        (form, way, value) => {
          const definition = structuredClone(forms[form]?.json) as Record<string, unknown>;
          spoil(definition, way, value);
          const draft = readFormDraft({ definition });
          if (!draft) return;
          for (const { place } of outlineOf(draft)) {
            moveByOne(draft, place, 1);
            if (place.kind !== 'question') continue;
            const field = fieldAt(draft, place.path) as Field;
            readConditionRows(field.visibleWhen);
            for (const edited of [copyQuestion(draft, place.path).draft, setType(draft, place.path, 'text', begin)])
              expect(outlineOf(edited).length).toBeGreaterThan(0);
            renameQuestion(draft, place.path, 'another_name');
            removeQuestion(draft, place.path);
            isRequired(draft, place.path);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** Puts a value somewhere into a definition: `way` says which key, then which within, as far as there is one. */
function spoil(value: object, [first = 0, ...way]: readonly number[], junk: unknown): void {
  const keys = Object.keys(value);
  const key = keys[first % keys.length];
  if (key === undefined) return;
  const inner = (value as Record<string, unknown>)[key];
  if (way.length > 0 && typeof inner === 'object' && inner !== null) spoil(inner, way, junk);
  else (value as Record<string, unknown>)[key] = junk;
}
