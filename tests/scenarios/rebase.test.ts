/** A draft is put on top of a version that somebody else has published meanwhile. */

import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/core/definitions/types.ts';
import { type FormDraft, fieldAt, patchDefinition, patchField, readFormDraft } from '../../src/core/edit/draft.ts';
import { addSection, moveByOne } from '../../src/core/edit/move.ts';
import { moveToPlace } from '../../src/core/edit/moveTo.ts';
import { idsIn } from '../../src/core/edit/names.ts';
import { outlineOf } from '../../src/core/edit/outline.ts';
import { addQuestion, removeQuestion } from '../../src/core/edit/questions.ts';
import { rebaseDraft } from '../../src/core/edit/rebase.ts';
import { productFiles } from '../support/definitions.ts';
import fc from '../support/property.ts';

const says = (en: string) => ({ en, fa: `${en} به دری`, ps: `${en} په پښتو` });
const begin = {
  label: says('New question'),
  part: (at: number) => says(`Option ${at}`),
  section: says('New section'),
  group: says('Group'),
  message: says('Message'),
};
const files = [...(await productFiles).values()].filter(
  ({ kind, path }) => kind === 'form' && !path.includes('@') && !path.includes('/examples/'),
);
const versionOf = (definition: Record<string, unknown>, version: number, from: number) => ({
  ...definition,
  version,
  changes: { from, note: says(`Version ${version}`) },
});
const formNamed = (name: string, version = 1): FormDraft => {
  const json = files.find(({ form }) => form === name)?.json as Record<string, unknown>;
  return readFormDraft({ definition: versionOf(json, version, version - 1) }) as FormDraft;
};
/** The same form as the next version, which is a draft or was published by somebody else. */
const next = (draft: FormDraft): FormDraft => ({
  ...draft,
  definition: versionOf(draft.definition, 2, 1) as unknown as FormDraft['definition'],
});
const asks = (draft: FormDraft, path: string, label: string) =>
  patchField(draft, path, { label: says(label) } as Partial<Field>);

describe('a draft on top of somebody else’s version', () => {
  const base = formNamed('school');
  const [first, second] = Object.keys(base.definition.fields) as [string, string];

  it('has the changes of both, under the next number', () => {
    const mine = asks(next(base), first, 'My words');
    const added = addQuestion(next(base), { kind: 'question', path: second }, 'integer', begin);
    const theirs = patchDefinition(asks(added.draft, second, 'Their words'), { icon: 'star' });
    const { draft, both } = rebaseDraft(base, mine, theirs);
    expect(both).toEqual([]);
    expect(draft.definition.version).toBe(3);
    expect(draft.definition.changes).toEqual({ from: 2, note: says('Version 2') });
    expect(fieldAt(draft, first)?.label).toEqual(says('My words'));
    expect(fieldAt(draft, second)?.label).toEqual(says('Their words'));
    expect(draft.definition.icon).toBe('star');
    const paths = outlineOf(draft).flatMap(({ place }) => (place.kind === 'question' ? [place.path] : []));
    expect(paths).toEqual(outlineOf(theirs).flatMap(({ place }) => (place.kind === 'question' ? [place.path] : [])));
  });

  it('keeps its own where both changed the same, and tells where', () => {
    const mine = patchField(next(base), first, { label: { ...says('Mine'), ps: 'زما' } } as Partial<Field>);
    const theirs = asks(next(base), first, 'Theirs');
    const { draft, both } = rebaseDraft(base, mine, theirs);
    expect(fieldAt(draft, first)?.label).toEqual({ ...says('Mine'), ps: 'زما' });
    expect(both).toEqual(['en', 'fa', 'ps'].map((language) => `/fields/${first}/label/${language}`));
  });

  it('keeps a question that it changed and the other removed, and one that it removed and the other changed away', () => {
    const sections = (draft: FormDraft) => draft.definition.sections.flatMap(({ fields }) => fields.flat());
    const kept = rebaseDraft(base, asks(next(base), second, 'Mine'), removeQuestion(next(base), second));
    expect(fieldAt(kept.draft, second)?.label).toEqual(says('Mine'));
    expect(sections(kept.draft)).toContain(second);
    expect(kept.both).toEqual([`/fields/${second}`]);
    const gone = rebaseDraft(base, removeQuestion(next(base), second), asks(next(base), second, 'Theirs'));
    expect(fieldAt(gone.draft, second)).toBeUndefined();
    expect(sections(gone.draft)).not.toContain(second);
    expect(gone.both).toEqual([`/fields/${second}`]);
  });

  it('takes options of a list from both', () => {
    const options = (codes: string[]) => codes.map((value) => ({ value, label: says(value) }));
    const withOptions = (draft: FormDraft, codes: string[]) =>
      patchField(draft, first, { options: options(codes) } as unknown as Partial<Field>);
    const { draft } = rebaseDraft(
      withOptions(base, ['a', 'b', 'c']),
      withOptions(next(base), ['a', 'mine', 'b', 'c']),
      withOptions(next(base), ['c', 'a', 'b', 'theirs']),
    );
    expect(fieldAt(draft, first)?.options?.map(({ value }) => value)).toEqual(['c', 'a', 'mine', 'b', 'theirs']);
  });

  it('keeps two new questions, sections and options of the same name apart, and what is published has the name', () => {
    const place = { kind: 'question' as const, path: first };
    const grown = (label: string) => {
      const added = addQuestion(next(base), place, 'choice', begin);
      const path = Object.keys(added.draft.definition.fields).find((name) => !fieldAt(base, name)) as string;
      return { path, draft: addSection(asks(added.draft, path, label), place, says(label)).draft };
    };
    const [mine, theirs] = [grown('Mine'), grown('Theirs')];
    expect(mine.path).toBe(theirs.path);
    const { draft } = rebaseDraft(base, mine.draft, theirs.draft);
    expect(fieldAt(draft, theirs.path)).toEqual(fieldAt(theirs.draft, theirs.path));
    expect(fieldAt(draft, `${mine.path}_2`)?.label).toEqual(says('Mine'));
    const ids = idsIn(draft.definition.fields);
    expect(new Set(ids).size).toBe(ids.length);
    const titles = draft.definition.sections.map(({ title }) => title.en);
    expect(titles.filter((one) => one === 'Mine' || one === 'Theirs').sort()).toEqual(['Mine', 'Theirs']);
    const sections = draft.definition.sections.map(({ id }) => id);
    expect(new Set(sections).size).toBe(sections.length);

    const options = (more: object[]) =>
      patchField(next(base), first, {
        options: [{ value: 'a', label: says('A') }, ...more],
      } as unknown as Partial<Field>);
    const told = rebaseDraft(
      options([]),
      options([{ value: 'option_2', label: says('Mine') }]),
      options([{ value: 'option_2', label: says('Theirs') }]),
    ).draft;
    expect(fieldAt(told, first)?.options).toEqual([
      { value: 'a', label: says('A') },
      { value: 'option_2', label: says('Theirs') },
      { value: 'option_2_2', label: says('Mine') },
    ]);
  });

  const step = fc.record({
    kind: fc.constantFrom('words', 'move', 'after', 'add', 'remove', 'section'),
    at: fc.nat(),
    to: fc.nat(),
  });
  const walked = (from: FormDraft, steps: readonly { kind: string; at: number; to: number }[]): FormDraft => {
    let draft = next(from);
    for (const { kind, at, to } of steps) {
      const rows = outlineOf(draft);
      const [row, other] = [rows[at % rows.length], rows[to % rows.length]];
      if (!row || !other) continue;
      const path = row.place.kind === 'question' ? row.place.path : undefined;
      if (kind === 'words' && path) draft = asks(draft, path, `Words ${at} ${to}`);
      if (kind === 'move') draft = moveByOne(draft, row.place, at % 2 === 0 ? 1 : -1).draft;
      if (kind === 'after') {
        const moved = moveToPlace(draft, row.place, other.place, kind);
        draft = 'draft' in moved ? moved.draft : draft;
      }
      if (kind === 'add') draft = addQuestion(draft, row.place, 'text', begin).draft;
      if (kind === 'remove' && path && !path.includes('.')) draft = removeQuestion(draft, path);
      if (kind === 'section') draft = addSection(draft, row.place, says('S')).draft;
    }
    return draft;
  };
  const steps = fc.array(step, { maxLength: 8 });
  const anyForm = fc.nat(files.length - 1).map((at) => formNamed(files[at]?.form as string));
  const withoutVersion = ({ definition: { version: _v, changes: _c, ...rest }, schema }: FormDraft) => ({
    rest,
    schema,
  });

  it('is the draft where the other changed nothing, and the other where the draft changed nothing', () => {
    fc.assert(
      fc.property(anyForm, steps, (form, some) => {
        const changed = walked(form, some);
        expect(withoutVersion(rebaseDraft(form, changed, next(form)).draft)).toEqual(withoutVersion(changed));
        expect(withoutVersion(rebaseDraft(form, next(form), changed).draft)).toEqual(withoutVersion(changed));
        expect(withoutVersion(rebaseDraft(form, changed, changed).draft)).toEqual(withoutVersion(changed));
      }),
      { numRuns: 60 },
    );
  });

  it('has every question of both once, in one section, whatever both did', () => {
    fc.assert(
      fc.property(anyForm, steps, steps, (form, ours, others) => {
        const [mine, theirs] = [walked(form, ours), walked(form, others)];
        const { draft } = rebaseDraft(form, mine, theirs);
        const names = Object.keys(draft.definition.fields);
        const was = new Set(Object.keys(form.definition.fields));
        const has = (one: FormDraft, name: string) => Object.hasOwn(one.definition.fields, name);
        for (const name of [...Object.keys(mine.definition.fields), ...Object.keys(theirs.definition.fields)])
          if (!was.has(name) || (has(mine, name) && has(theirs, name)))
            expect([name, names]).toEqual([name, expect.arrayContaining([name])]);
        const ids = idsIn(draft.definition.fields);
        expect(new Set(ids).size).toBe(ids.length);
        const known = (one: FormDraft) =>
          Object.values(one.definition.fields).map(({ label }) => JSON.stringify(label));
        // A question that is new in both is there for both: no words of either are lost.
        const isNew = (one: FormDraft) =>
          Object.entries(one.definition.fields)
            .filter(([name]) => !was.has(name))
            .map(([, { label }]) => JSON.stringify(label));
        expect(known(draft)).toEqual(expect.arrayContaining([...isNew(mine), ...isNew(theirs)]));
        const placed = draft.definition.sections.flatMap(({ fields }) =>
          fields.flatMap((one) => (typeof one === 'string' ? [one] : one.fields)),
        );
        expect(new Set(placed).size).toBe(placed.length);
        const shown = names.filter((name) => draft.definition.fields[name]?.show !== false);
        expect(placed).toEqual(expect.arrayContaining(shown));
        expect(readFormDraft(draft)).toBeDefined();
      }),
      { numRuns: 150 },
    );
  });
});
