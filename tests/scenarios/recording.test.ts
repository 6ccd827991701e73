import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { propertyKindOf } from '../../src/core/form/types/question.ts';
import { form } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const contract = { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 2 } as const;
const visit = form({
  fields: { voice: { type: 'audio', contract, required: true }, yard: { type: 'video', contract } },
});

describe('a voice and a film', () => {
  it('are files, counted in lists and exports with the digits of the language', async () => {
    const sheet = await fill(visit);
    sheet.answer('voice', ['one', 'two']);
    expect([sheet.text('voice', 'en'), sheet.text('voice', 'fa'), sheet.text('yard', 'en')]).toEqual(['2', '۲', '']);
    for (const name of ['voice', 'yard']) {
      const node = visit.fields.get(name)!;
      expect([name, propertyKindOf(node), FIELD_TYPES[node.type].refersTo]).toEqual([name, 'files', 'file']);
    }
    expect(sheet.errors()).toEqual({});
  });

  it('follow the rules of their contract', async () => {
    const sheet = await fill(visit);
    expect(sheet.answer('yard', ['one', 'two', 'three']).errors()).toMatchObject({ '/yard': ['too_many'] });
    expect(sheet.errors()).toMatchObject({ '/voice': ['required'] });
  });
});
