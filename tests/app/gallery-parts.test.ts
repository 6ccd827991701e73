/** The gallery reads and writes captions by the parts that the form of the pictures names. */
import { describe, expect, it } from 'vitest';
import pictureForm from '../../forms/gallery/gallery-image.form.json' with { type: 'json' };
import { altText, captionAnswers, captionsOf, NO_CAPTIONS } from '../../src/app/features/albums/captions.ts';
import { type PictureParts, pictureParts } from '../../src/app/features/albums/galleryForms.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import type { RecordView } from '../../src/core/generated/api.ts';

const picture = (data: object) => ({ code: 'P-1', data }) as unknown as RecordView;
const ALONE: PictureParts = { captions: {}, caption: { name: 'about', label: undefined } };
const THREE: PictureParts = { captions: { en: 'said_en', fa: 'said_fa', ps: 'said_ps' } };

describe('captions of pictures', () => {
  it('have one question for all languages', () => {
    const shown = captionsOf(ALONE, picture({ about: 'A well' }));
    expect(Object.values(shown).filter(Boolean)).toEqual(['A well']);
    expect(captionAnswers(ALONE, shown)).toEqual({ about: 'A well' });
  });

  it('have a question for each language, and no other one', () => {
    const written = { ...NO_CAPTIONS, en: ' A well ', fa: 'یک چاه' };
    expect(captionAnswers(THREE, written)).toEqual({ said_en: 'A well', said_fa: 'یک چاه' });
    expect(captionsOf(THREE, picture({ said_ps: 'څاه', about: 'A well' }))).toEqual({ ...NO_CAPTIONS, ps: 'څاه' });
  });

  it('go from the question without a language to that of the language they are written in', () => {
    const both = { ...THREE, ...ALONE, captions: THREE.captions };
    expect(captionsOf(both, picture({ about: 'یوه څاه ده، ډېره ژوره' }))).toMatchObject({ en: '', fa: '' });
    expect(captionsOf(both, picture({ about: 'A well', said_fa: 'یک چاه' })).en).toBe('');
  });

  it('are left out where the form has none', () => {
    expect(captionAnswers({ captions: {} }, { ...NO_CAPTIONS, en: 'A well' })).toEqual({});
    expect(altText({ captions: {} }, picture({ about: 'A well' }))).toBe('P-1');
  });
});

it('a version from before the parts were named shows its pictures with their captions', () => {
  const { gallery, ...before } = pictureForm as unknown as FormDefinition;
  const { file: picture, captions } = pictureParts(before);
  expect(picture).toBe(gallery?.picture);
  expect(Object.values(captions).filter((name) => !gallery?.captions?.includes(name))).toEqual([]);
  expect(Object.keys(captions).sort()).toEqual(['en', 'fa', 'ps']);
});
