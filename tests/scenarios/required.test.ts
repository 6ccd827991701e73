import { describe, expect, it } from 'vitest';
import { errorSentence } from '../../src/core/errors/recordErrors.ts';
import { fill } from '../support/sheet.ts';

describe('a required field', () => {
  it('is asked for when it is empty, whatever empty looks like', async () => {
    const sheet = await fill({ fields: { name: { type: 'text', required: true } } });
    expect(sheet.errors()).toEqual({ '/name': ['required'] });
    expect(sheet.answer('name', '').errors()).toEqual({ '/name': ['required'] });
    expect(sheet.answer('name', null).errors()).toEqual({ '/name': ['required'] });
    expect(sheet.answer('name', 'Chahardeh').errors()).toEqual({});
  });

  it('is asked for with the words of its definition, where it has words of its own', async () => {
    const required = { en: 'please add a channel', fa: 'رسانه را بنویسید', ps: 'رسنۍ ولیکئ' };
    const sheet = await fill({
      fields: {
        channels: { type: 'text', required: true, messages: { required } },
        note: { type: 'text', required: true },
      },
    });
    const [own] = sheet.rawErrors()['/channels'] ?? [];
    const [plain] = sheet.rawErrors()['/note'] ?? [];
    const words = { required: 'This field is required' };
    expect(errorSentence(words, 'required', own?.params, 'en')).toBe('please add a channel');
    expect(errorSentence(words, 'required', own?.params, 'ps')).toBe('رسنۍ ولیکئ');
    expect(errorSentence(words, 'required', plain?.params, 'en')).toBe('This field is required');
  });

  it('with several parts names each missing part', async () => {
    const sheet = await fill({
      fields: { where: { type: 'place', required: true, bind: { province: 'province_id', district: 'district_id' } } },
    });
    sheet.answer('province_id', '1');
    expect(sheet.errors()).toEqual({ '/district_id': ['required'] });
  });
});

describe('a field that is required when something holds', () => {
  it('is asked for then and only then', async () => {
    const sheet = await fill({
      fields: {
        solved: { type: 'yesno' },
        how: { type: 'text', requiredWhen: { field: 'solved', is: { const: 'yes' } } },
      },
    });
    expect(sheet.errors()).toEqual({});
    expect(sheet.answer('solved', 'yes').errors()).toEqual({ '/how': ['required'] });
    expect(sheet.answer('how', 'Repaired').errors()).toEqual({});
    expect(sheet.answer('solved', 'no').clear('how').errors()).toEqual({});
  });

  it('is not asked for while it is hidden', async () => {
    const sheet = await fill({
      fields: {
        seen: { type: 'yesno' },
        solved: { type: 'yesno' },
        how: {
          type: 'text',
          visibleWhen: { field: 'seen', is: { const: 'yes' } },
          requiredWhen: { field: 'solved', is: { const: 'yes' } },
        },
      },
    });
    expect(sheet.answer('solved', 'yes').errors()).toEqual({});
    expect(sheet.isRequired('how')).toBe(false);
    expect(sheet.answer('seen', 'yes').errors()).toEqual({ '/how': ['required'] });
    expect(sheet.isRequired('how')).toBe(true);
  });

  it('is no required question while it is hidden, also where it is always required', async () => {
    const visibleWhen = { field: 'seen', is: { const: 'yes' } };
    const sheet = await fill({
      fields: { seen: { type: 'yesno' }, how: { type: 'text', required: true, visibleWhen } },
    });
    expect([sheet.isVisible('how'), sheet.isRequired('how'), sheet.errors()]).toEqual([false, false, {}]);
    sheet.answer('seen', 'yes');
    expect([sheet.isRequired('how'), sheet.errors()]).toEqual([true, { '/how': ['required'] }]);
  });

  it('asks of a place its district, not its village', async () => {
    const sheet = await fill({
      fields: {
        moved: { type: 'yesno' },
        where: {
          type: 'place',
          bind: { province: 'province_id', district: 'district_id', village: 'village_id' },
          requiredWhen: { field: 'moved', is: { const: 'yes' } },
        },
      },
    });
    expect(sheet.answer('moved', 'yes').errors()).toEqual({
      '/province_id': ['required'],
      '/district_id': ['required'],
    });
  });
});
