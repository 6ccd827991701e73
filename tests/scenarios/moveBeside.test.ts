/** What is dragged in the outline of a form: where it stands afterwards, or why it cannot stand there. */
import { describe, expect, it } from 'vitest';
import { type FormDraft, fieldAt, readFormDraft } from '../../src/core/edit/draft.ts';
import type { MoveResult } from '../../src/core/edit/move.ts';
import { type DropSide, moveToPlace } from '../../src/core/edit/moveTo.ts';
import { type OutlinePlace, outlineKeyOf, outlinePlaceOf } from '../../src/core/edit/outline.ts';

const text = (id: string) => ({ id, type: 'text', label: { en: id } });

/** `a b | g(c d) t(x y z) | e g2(f)`, and `h`, which stands in no section. */
const draft = readFormDraft({
  definition: {
    sections: [
      { id: 'one', title: { en: 'One' }, fields: ['a', 'b'] },
      { id: 'two', title: { en: 'Two' }, fields: [{ group: 'g', title: { en: 'G' }, fields: ['c', 'd'] }, 't'] },
      { id: 'three', title: { en: 'Three' }, fields: ['e', { group: 'g2', title: { en: 'G2' }, fields: ['f'] }] },
    ],
    fields: {
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'h'].map((name) => [name, text(name)])),
      t: { ...text('t'), type: 'table', columns: { x: text('x'), y: text('y'), z: text('z') } },
      u: { ...text('u'), type: 'table', columns: { w: text('w') } },
    },
  },
}) as FormDraft;

/** Returns the sections as in the note above; the columns of `t` where it stands. */
function written(after: FormDraft): string {
  const one = (name: string) =>
    name === 't' ? `t(${Object.keys(fieldAt(after, 't')?.columns ?? {}).join(' ')})` : name;
  return after.definition.sections
    .map(({ fields }) =>
      fields
        .map((item) => (typeof item === 'string' ? one(item) : `${item.group}(${item.fields.map(one).join(' ')})`))
        .join(' '),
    )
    .join(' | ');
}

const at = (key: string) => outlinePlaceOf(key.includes(':') ? key : `question:${key}`) as OutlinePlace;

describe('something moved beside another place', () => {
  expect(written(draft)).toBe('a b | g(c d) t(x y z) | e g2(f)');

  it.each<[from: string, side: DropSide, to: string, after: string, key?: string]>([
    ['a', 'after', 'b', 'b a | g(c d) t(x y z) | e g2(f)'],
    ['a', 'before', 'e', 'b | g(c d) t(x y z) | a e g2(f)'],
    ['a', 'before', 'd', 'b | g(c a d) t(x y z) | e g2(f)'],
    ['a', 'after', 'd', 'b | g(c d a) t(x y z) | e g2(f)'],
    ['a', 'before', 'group:1.0', 'b | a g(c d) t(x y z) | e g2(f)'],
    ['a', 'after', 'group:1.0', 'b | g(a c d) t(x y z) | e g2(f)'],
    ['c', 'before', 'group:1.0', 'a b | c g(d) t(x y z) | e g2(f)'],
    ['f', 'after', 'a', 'a f b | g(c d) t(x y z) | e g2()'],
    ['a', 'after', 't', 'b | g(c d) t(x y z) a | e g2(f)'],
    ['a', 'after', 't.z', 'b | g(c d) t(x y z) a | e g2(f)'],
    ['f', 'before', 'section:0', 'f a b | g(c d) t(x y z) | e g2()'],
    ['f', 'before', 'section:1', 'a b f | g(c d) t(x y z) | e g2()'],
    ['f', 'after', 'section:1', 'a b | f g(c d) t(x y z) | e g2()'],
    ['h', 'after', 'a', 'a h b | g(c d) t(x y z) | e g2(f)'],
    ['t', 'before', 'd', 'a b | g(c t(x y z) d) | e g2(f)'],
    ['group:1.0', 'after', 'a', 'a g(c d) b | t(x y z) | e g2(f)', 'group:0.1'],
    ['group:1.0', 'after', 'f', 'a b | t(x y z) | e g2(f) g(c d)', 'group:2.2'],
    ['group:1.0', 'before', 'group:2.1', 'a b | t(x y z) | e g(c d) g2(f)', 'group:2.1'],
    ['group:1.0', 'after', 'group:2.1', 'a b | t(x y z) | e g2(f) g(c d)', 'group:2.2'],
    ['group:1.0', 'after', 't.z', 'a b | t(x y z) g(c d) | e g2(f)', 'group:1.1'],
    ['group:2.1', 'after', 'section:0', 'g2(f) a b | g(c d) t(x y z) | e', 'group:0.0'],
    ['t.x', 'after', 't.y', 'a b | g(c d) t(y x z) | e g2(f)'],
    ['t.z', 'before', 't.y', 'a b | g(c d) t(x z y) | e g2(f)'],
    ['t.z', 'after', 't', 'a b | g(c d) t(z x y) | e g2(f)'],
    ['section:0', 'after', 'c', 'g(c d) t(x y z) | a b | e g2(f)', 'section:1'],
    ['section:0', 'before', 'section:2', 'g(c d) t(x y z) | a b | e g2(f)', 'section:1'],
    ['section:2', 'before', 'section:0', 'e g2(f) | a b | g(c d) t(x y z)', 'section:0'],
    ['section:2', 'after', 'section:0', 'a b | e g2(f) | g(c d) t(x y z)', 'section:1'],
  ])('%s %s %s: %s', (from, side, to, after, key = outlineKeyOf(at(from))) => {
    const moved = moveToPlace(draft, at(from), at(to), side) as MoveResult;
    expect(written(moved.draft)).toBe(after);
    expect(outlineKeyOf(moved.place)).toBe(key);
  });

  it.each<[from: string, side: DropSide, to: string]>([
    ['a', 'before', 'a'],
    ['a', 'before', 'b'],
    ['b', 'after', 'a'],
    ['b', 'before', 'section:1'],
    ['group:1.0', 'after', 'd'],
    ['group:1.0', 'before', 't'],
    ['t.x', 'before', 't.y'],
    ['section:0', 'before', 'section:1'],
    ['section:0', 'after', 'b'],
  ])('%s %s %s stands there already', (from, side, to) => {
    const moved = moveToPlace(draft, at(from), at(to), side) as MoveResult;
    expect(moved.draft).toBe(draft);
    expect(moved.place).toEqual(at(from));
  });

  it.each<[from: string, side: DropSide, to: string, refused: string]>([
    ['t.x', 'after', 'a', 'column'],
    ['t.x', 'before', 't', 'column'],
    ['t.x', 'after', 'u.w', 'column'],
    ['t.x', 'after', 'section:0', 'column'],
    ['a', 'before', 't.x', 'table'],
    ['a', 'after', 't.y', 'table'],
    ['group:2.1', 'before', 't.z', 'table'],
    ['group:2.1', 'before', 'd', 'group'],
    ['group:2.1', 'after', 'c', 'group'],
    ['a', 'after', 'h', 'loose'],
    ['section:0', 'after', 'h', 'loose'],
  ])('%s may not stand %s %s: %s', (from, side, to, refused) => {
    expect(moveToPlace(draft, at(from), at(to), side)).toEqual({ refused });
  });
});
