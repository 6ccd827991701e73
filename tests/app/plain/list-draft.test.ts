/** A choice list that is begun on the screen: what is missing, and the definition it becomes. */
import { describe, expect, it } from 'vitest';
import {
  EMPTY_LABEL,
  EMPTY_LIST,
  type ListDraft,
  listErrors,
  listOfDraft,
} from '../../../src/app/features/choices/listDraft.ts';

const words = (en: string) => ({ en, fa: ` ${en} فا`, ps: `${en} پښ ` });
const DRAFT: ListDraft = {
  list: 'gardens',
  title: words('Gardens'),
  programme: 'schools',
  parentList: 'example-villages',
  attributes: [{ name: 'trees', type: 'number', label: words('Trees') }],
  items: [
    { label: words('Rose garden'), parent: 'green' },
    { label: words('Rose – garden!'), parent: null },
    { label: words('باغ'), parent: null },
  ],
};

describe('a choice list that is begun', () => {
  it('has ids made of the English names, each once', () => {
    const list = listOfDraft(DRAFT);
    expect(list.items.map(({ id, parent }) => [id, parent])).toEqual([
      ['rose-garden', 'green'],
      ['rose-garden-2', undefined],
      ['item', undefined],
    ]);
    expect(list).toMatchObject({
      list: 'gardens',
      title: { en: 'Gardens', fa: 'Gardens فا', ps: 'Gardens پښ' },
      parentList: 'example-villages',
      attributes: { trees: { type: 'number' } },
    });
    const plain = listOfDraft({ ...DRAFT, programme: '', parentList: '', attributes: [] });
    expect(Object.keys(plain)).toEqual(['list', 'title', 'items']);
    expect(plain.items[0], 'of a parent list that was taken back').not.toHaveProperty('parent');
  });

  it('names everything that is missing or cannot be used', () => {
    expect(listErrors(DRAFT, [])).toEqual({});
    expect(listErrors(DRAFT, ['gardens'])).toEqual({ '/list': 'errors:unique' });
    expect(Object.keys(listErrors(EMPTY_LIST, []))).toEqual([
      '/list',
      ...['en', 'fa', 'ps'].map((one) => `/title/${one}`),
      ...['en', 'fa', 'ps'].map((one) => `/items/0/label/${one}`),
    ]);
    const attribute = (name: string) => ({
      name,
      type: 'string' as const,
      label: { ...EMPTY_LABEL, en: 'x', fa: 'x', ps: 'x' },
    });
    const attributes = ['Trees', 'kind', 'kind'].map(attribute);
    expect(listErrors({ ...DRAFT, list: 'My list', attributes }, [])).toEqual({
      '/list': 'newList.badName',
      '/attributes/0/name': 'newList.badAttribute',
      '/attributes/2/name': 'errors:unique',
    });
  });
});
