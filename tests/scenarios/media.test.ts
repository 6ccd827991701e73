import { describe, expect, it } from 'vitest';
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import { mediaFileFor, withMediaFiles } from '../../src/core/definitions/media.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { type FormSpec, source, words } from '../support/form.ts';

const option = (value: string, media?: object) => ({ value, label: words(value), ...(media && { media }) });
const asked: FormSpec = {
  fields: {
    water: {
      type: 'choice',
      media: { image: 'water.png', alt: words('Water'), audio: { en: 'en.mp3', fa: 'fa.mp3', ps: 'fa.mp3' } },
      options: [option('pump', { image: 'pump.png', alt: words('Pump') }), option('well')],
    },
    rooms: {
      type: 'table',
      columns: { kind: { id: 'q_kind', type: 'text', label: words('Kind'), media: { audio: 'en.mp3' } } },
    },
  },
};
const form = (contents: Record<string, string>, spec = asked) => {
  const { definition, schema } = source(spec);
  return { definition: withMediaFiles(definition, (name) => contents[name]), schema };
};
const contents = {
  'water.png': '1'.repeat(64),
  'pump.png': '2'.repeat(64),
  'en.mp3': '3'.repeat(64),
  'fa.mp3': '4'.repeat(64),
};

describe('pictures and sounds of a definition', () => {
  it('are pinned by the hash of each file that a question, an option or a column names', () => {
    expect(form({ ...contents, 'other.png': '5'.repeat(64) }).definition.mediaFiles).toEqual(contents);
    expect(
      withMediaFiles({ ...form(contents).definition, fields: {} } as FormDefinition, () => '1'),
    ).not.toHaveProperty('mediaFiles');
  });

  it('are one file for every language, or one for each', () => {
    expect(mediaFileFor('one.mp3', 'ps')).toBe('one.mp3');
    expect(mediaFileFor({ en: 'en.mp3', fa: 'fa.mp3', ps: 'ps.mp3' }, 'ps')).toBe('ps.mp3');
  });
});

describe('the difference of two versions', () => {
  const told = (after: FormSpec, hashes: Record<string, string> = contents) =>
    diffForms(form(contents), form(hashes, after)).map(({ kind, pointer, before, after }) => [
      kind,
      pointer,
      before,
      after,
    ]);

  it('names pictures and sounds that came and went, and those with another content under the same name', () => {
    const now = structuredClone(asked);
    now.fields.water = {
      ...now.fields.water,
      media: { image: 'water.png', alt: words('Much water') },
      options: [option('pump', { image: 'pump.png', alt: words('Pump') }), option('well', { audio: 'fa.mp3' })],
    } as FormSpec['fields'][string];
    expect(told(now, { ...contents, 'pump.png': '9'.repeat(64) })).toEqual([
      ['media_removed', '/fields/water/media/audio', 'en.mp3 (33333333), fa.mp3 (44444444), fa.mp3 (44444444)', ''],
      ['media_worded', '/fields/water/media/alt', words('Water'), words('Much water')],
      ['media_changed', '/fields/water/options/0/media/image', 'pump.png (22222222)', 'pump.png (99999999)'],
      ['media_added', '/fields/water/options/1/media/audio', '', 'fa.mp3 (44444444)'],
    ]);
  });

  it('is nothing while the files are the same', () => {
    expect(told(structuredClone(asked))).toEqual([]);
  });
});
