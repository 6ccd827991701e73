/** Which versions changed between two states of the files, and what a new version means for answers that are stored. */
import { describe, expect, it } from 'vitest';
import { storedChanges } from '../../src/core/definitions/diff/stored.ts';
import { changedVersions } from '../../src/core/definitions/diff/versions.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { markdownCode, markdownWords } from '../../src/core/text/markdown.ts';
import { type FormSpec, form, source, words } from '../support/form.ts';

const option = (value: string) => ({ value, label: words(value) });
const first: FormSpec = {
  fields: {
    name: { type: 'text' },
    kind: { type: 'choice', options: [option('open'), option('dry'), option('deep')] },
    fence: { type: 'yesno' },
    wall: { type: 'yesno' },
    pumps: { type: 'table', columns: { maker: { id: 'q_maker', type: 'text', label: words('Maker') } as never } },
  },
};
const next = (spec: FormSpec, migrate?: FormDefinition['migrate']): FormSpec => ({
  ...spec,
  version: 2,
  changes: { from: 1, note: words('Second') },
  ...(migrate && { migrate }),
});
const stored = (spec: FormSpec, migrate?: FormDefinition['migrate']) =>
  storedChanges(form(first), form(next(spec, migrate)));

describe('stored answers', () => {
  it('are read as before where nothing else is said', () => {
    expect(stored(first)).toEqual([]);
    const { name, ...others } = first.fields;
    expect(
      stored({ fields: { title: { ...name, type: 'text', id: 'q_name' }, ...others } }),
      'a new stored name',
    ).toEqual([]);
    expect(stored({ fields: { ...first.fields, more: { type: 'text' } } }), 'a new question').toEqual([]);
  });

  it('are not read, read elsewhere or as another option, or given', () => {
    const { fence: _fence, wall: _wall, ...kept } = first.fields;
    const kind: FormSpec['fields'][string] = { type: 'choice', options: [option('open')] };
    const pumps = {
      type: 'table' as const,
      columns: { year: { id: 'q_year', type: 'year', label: words('Year') } as never },
    };
    const border = { type: 'yesno' as const };
    expect(
      stored(
        { fields: { ...kept, kind, pumps, border } },
        { rename: { wall: 'border' }, map: { kind: { dry: 'open' } }, set: { name: 'unknown' } },
      ),
    ).toEqual([
      { kind: 'option_read', question: words('kind'), option: words('dry'), to: words('open') },
      { kind: 'option_lost', question: words('kind'), option: words('deep') },
      { kind: 'lost', question: words('fence') },
      { kind: 'moved', question: words('wall'), to: words('border') },
      { kind: 'lost', question: words('Maker') },
      { kind: 'given', question: words('name'), value: 'unknown' },
    ]);
  });
});

describe('versions between two states', () => {
  const [one, two] = [source(first), source(next({ fields: { ...first.fields, more: { type: 'yesno' } } }))];
  const told = (before: (typeof one)[], after: (typeof one)[]) =>
    changedVersions(before, after).map(({ fate, source: { definition }, before: was, differences }) => [
      `${fate} ${definition.form}@${definition.version}`,
      was?.definition.version,
      differences.map(({ kind }) => kind).join(),
    ]);

  it('are new, changed under their number or gone, and the same where nothing changed', () => {
    expect(told([one], [one])).toEqual([]);
    expect(told([one], [structuredClone(one), two])).toEqual([
      ['new_version visit@2', 1, 'question_added,question_typed'],
    ]);
    expect(told([one, two], [one])).toEqual([['removed visit@2', undefined, '']]);
    const reworded = source({ ...first, title: words('Call') });
    expect(told([one], [reworded])).toEqual([['changed visit@1', 1, 'form_changed']]);
    expect(told([], [one]).map(([fate]) => fate)).toEqual(['new_form visit@1']);
    expect(told([], [one])[0]?.[2]).toMatch(/^(question_added,)+section_added$/);
    expect(
      told([], [one, two]).map(([fate]) => fate),
      'both at once',
    ).toEqual(['new_form visit@1', 'new_version visit@2']);
  });
});

describe('words in Markdown', () => {
  it('are words and nothing else', () => {
    const said = (text: string) => markdownWords(text).slice(1, -1);
    expect(said('plain – متن، 3.5 (a)')).toBe('plain – متن، 3.5 (a)');
    expect(said('[a](http://b.c) ![i](x)')).toBe('\\[a\\](http\\:\u2060//b.c) !\\[i\\](x)');
    expect(said('<b>&amp;</b>')).toBe('&lt;b&gt;&amp;amp;&lt;/b&gt;');
    expect(said('www.a.b WWW.a.b a@b.c @all #1 $x$ :x:')).toBe(
      'www\u2060.a.b WWW\u2060.a.b a@\u2060b.c @\u2060all \\#\u20601 \\$x\\$ \\:x\\:',
    );
    expect(said('*a* _b_ ~c~ `d` |e| \\f')).toBe('\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\|e\\| \\\\f');
    expect(said(' a\n# b\u0000c\u2066\u202ed ')).toBe('a \\#\u2060 b cd');
    expect([...said('😀'.repeat(301))]).toHaveLength(301);
    expect(said('😀'.repeat(301))).toMatch(/…$/);
  });

  it('stay code where they are code', () => {
    const code = (text: string) => markdownCode(text).slice(1, -1);
    expect(code('a && b')).toBe('`a && b`');
    expect(code('`` ` ``</div>')).toBe('``` `` ` ``</div> ```');
    expect(code('')).toBe('`  `');
    expect(code('a\nb\u202e')).toBe('`a b`');
  });
});
