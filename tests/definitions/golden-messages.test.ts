/**
 * Checks where each message and rule of the specification is held (`tests/golden/messages-*.csv`, `rules-*.csv`). `held` is
 * a locale file, with `words` as the key in it, or a file that proves the behaviour, with `words` as a phrase in it.
 * Otherwise `held` is `unstated` or `untested`, with `words` as the reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOTE_TIMES } from '../../src/app/shell/toasts/noteTimes.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { productFiles, ROOT } from '../support/definitions.ts';
import { type Row, table } from '../support/golden.ts';

const WITHOUT = ['unstated', 'untested'];
/** Prefixes of keys that the program builds at run time. */
const PUT_TOGETHER = ['geopoint.', 'operator.', 'period.', 'sort.'];
const texts = new Map<string, string>();

function textOf(path: string): string {
  const known = texts.get(path) ?? (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');
  texts.set(path, known);
  return known;
}

function at(path: string, pointer: string): unknown {
  const parts = pointer.split('/').slice(1);
  return parts.reduce<unknown>(
    (value, part) => (value as Record<string, unknown> | undefined)?.[part],
    JSON.parse(textOf(path)),
  );
}

/** The program without the error catalogue, which lists every error code whether it is used or not. */
const program = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)generated\//.test(path) && path !== 'core/errors/catalogue.ts')
  .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'))
  .join('\n');

/** Returns true if the program contains the key, with or without its namespace, or the prefix of a built key. */
function isRead(key: string): boolean {
  const dotted = key.replaceAll('.', '\\.');
  if (new RegExp(`['"\`](\\w+:)?${dotted}['"\`]`).test(program)) return true;
  return PUT_TOGETHER.some((start) => key.startsWith(start) && program.includes(`\`${start}\${`));
}

const definitions = [...(await productFiles).values()]
  .filter(({ kind, path }) => kind === 'form' && !path.includes('/frozen/'))
  .map(({ json }) => json as FormDefinition);

/** Removes the full stop at the end, which the specification omits. With `isSmall` it also lowers capitals. */
const plain = (words: string, isSmall: boolean) => {
  const open = words.replace(/\.$/, '');
  return isSmall ? open.toLowerCase() : open;
};

describe.each(['messages', 'rules'])('%s', (kind) => {
  const rows = table(kind);

  it('are all there, each once', () => {
    expect(rows.length).toBeGreaterThan(200);
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('with words say them word for word', () => {
    const differ = rows
      .filter(({ held = '' }) => held.endsWith('.json'))
      .flatMap(({ id = '', held = '', words = '', what = '' }) => {
        const isSmall = /^[a-z]/.test(what);
        const found = String(at(held, words));
        return plain(found, isSmall) === plain(what, isSmall) ? [] : [`${id}: ${found}`];
      });
    expect(differ).toEqual([]);
  });

  it('with words say them somewhere', () => {
    const unread = rows
      .filter(({ held = '' }) => held.startsWith('locales/'))
      .filter(({ words = '' }) => !isRead(words.slice(1).replaceAll('/', '.')));
    expect(unread.map(({ id, words }) => `${id}: ${words}`)).toEqual([]);
  });

  it('are proved where they say, or say why not', () => {
    const wrong = rows.filter(({ held = '', words = '' }: Row) => {
      if (WITHOUT.includes(held)) return words === '';
      return words === '' || (!held.endsWith('.json') && !textOf(held).includes(words));
    });
    expect(wrong).toEqual([]);
  });
});

describe('notes', () => {
  const saved = (form: string) => definitions.find((one) => one.form === form)?.notices?.saved;

  it('stay five seconds unless a form says otherwise', () => {
    expect(NOTE_TIMES.usual).toBe(5000);
  });

  it('of an event and a story stay thirty seconds', () => {
    expect([saved('cbm-event'), saved('success-story')]).toEqual([30_000, 30_000]);
  });

  it('of a changed attachment stays ten seconds', () => {
    expect(NOTE_TIMES.attachmentChanged).toBe(10_000);
  });

  it('of a mine site that was refused say so in its own words, nothing fails in silence here', () => {
    const own = definitions.filter(({ notices }) => notices?.failed === 'request-failed').map(({ form }) => form);
    expect(own).toEqual(['mine-site']);
  });
});

describe('navigation', () => {
  it('has the documented departments and entries, in their order', () => {
    const { departments, bar } = JSON.parse(textOf('forms/common/navigation.json'));
    const titles = (list: { title: { en: string } }[]) => list.map(({ title }) => title.en.toLowerCase());
    for (const [kind, list] of [
      ['department', departments],
      ['bar', bar],
    ]) {
      const documented = table('navigation').flatMap((row) => (row.kind === kind ? [row.title?.toLowerCase()] : []));
      expect(titles(list).filter((title) => documented.includes(title))).toEqual(documented);
    }
  });
});
