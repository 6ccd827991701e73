import { describe, expect, it } from 'vitest';
import { errorSentence } from '../../src/core/errors/recordErrors.ts';
import { evaluateRecord } from '../../src/core/form/index.ts';
import { words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const derived = (expr: string, contract: object = { type: 'number' }) =>
  ({ type: 'derived', derived: { expr }, contract }) as never;
const counts = { size: { type: 'integer' }, under5: { type: 'integer' } } as const;

describe('a condition with an expression', () => {
  it('compares two answers, and does not hold while one is missing', async () => {
    const sheet = await fill({
      fields: { ...counts, why: { type: 'text', visibleWhen: { expr: 'under5 > size' } } },
    });
    expect(sheet.isVisible('why')).toBe(false);
    expect(sheet.answer('under5', 4).isVisible('why')).toBe(false);
    expect(sheet.answer('size', 3).isVisible('why')).toBe(true);
    expect(sheet.answer('why', 'twins').answer('size', 9).stored()).toEqual({ under5: 4, size: 9 });
  });

  it('requires an answer as a schema does, also where a section hides it', async () => {
    const sheet = await fill({
      fields: {
        ...counts,
        why: { type: 'text', requiredWhen: { expr: 'under5 > size' } },
        who: { type: 'text', required: true },
        where: {
          type: 'place',
          bind: { province: 'province_id', village: 'village_id' },
          requiredWhen: { expr: 'size > 9' },
        },
      },
      sections: {
        first: ['size', 'under5', 'why'],
        second: { fields: ['who', 'where'], visibleWhen: { expr: 'size > 2' } },
      },
    });
    expect(sheet.errors()).toEqual({});
    expect(sheet.answer('under5', 4).answer('size', 2).errors()).toEqual({ '/why': ['required'] });
    expect(sheet.answer('why', 'twins').answer('size', 3).errors()).toEqual({ '/who': ['required'] });
    expect(sheet.answer('who', 'Ali').answer('size', 10).errors()).toEqual({ '/province_id': ['required'] });
  });

  it('stands inside all, any and not, beside schemas', async () => {
    const sheet = await fill({
      fields: {
        ...counts,
        fence: { type: 'yesno' },
        note: {
          type: 'text',
          visibleWhen: {
            all: [
              { field: 'fence', is: { const: 'yes' } },
              { any: [{ expr: 'size > 5' }, { not: { expr: 'under5 != null' } }] },
            ],
          },
        },
      },
    });
    expect(sheet.answer('size', 6).isVisible('note')).toBe(false);
    expect(sheet.answer('fence', 'yes').isVisible('note')).toBe(true);
    expect(sheet.answer('size', 2).isVisible('note')).toBe(true);
    expect(sheet.answer('under5', 1).isVisible('note')).toBe(false);
  });

  it('reads what is derived and what is hidden after these are settled', async () => {
    const sheet = await fill({
      fields: {
        last: { type: 'text', visibleWhen: { expr: 'share > 0.5 && middle != null' } },
        middle: { type: 'text', visibleWhen: { field: 'share', is: { exclusiveMinimum: 0.1 } } },
        share: derived('under5 / size'),
        ...counts,
      },
    });
    sheet.answer('middle', 'x').answer('size', 10).answer('under5', 6);
    expect(sheet.isVisible('last')).toBe(true);
    expect(sheet.answer('under5', 1).isVisible('middle')).toBe(false);
    expect(sheet.isVisible('last')).toBe(false);
  });

  it('flags an answer for a problem', async () => {
    const sheet = await fill({
      fields: {
        absent: { type: 'integer', problemWhen: { expr: 'absent > size / 2' } },
        size: { type: 'integer' },
        why: { type: 'text', problemWhen: { expr: 'size > 8' }, visibleWhen: { expr: 'size > 20' } },
        problems: { type: 'problems' },
      },
      problems: { types: 'problem-type.wells', field: 'problems' },
    });
    expect(sheet.answer('absent', 6).errors()).toEqual({});
    // The hidden question is not flagged.
    expect(sheet.answer('size', 9).errors()).toEqual({ '/absent': ['problem_details'] });
  });

  it('knows the day', async () => {
    const sheet = await fill({
      fields: {
        visited: { type: 'date' },
        late: { type: 'text', visibleWhen: { expr: 'days(visited, today()) > 30' } },
      },
    });
    expect(sheet.answer('visited', '2026-10-20').isVisible('late')).toBe(true);
    expect(sheet.answer('visited', '2026-10-22').isVisible('late')).toBe(false);
  });
});

describe('a constraint', () => {
  const message = words('More children than people');
  const spec = {
    fields: {
      ...counts,
      children: { type: 'table', columns: { age: { type: 'integer' } } as never },
    },
    constraints: [
      { id: 'fits', expr: 'under5 <= size', at: 'under5', message },
      { id: 'young', expr: 'children.all(c, c.age < 5)', at: 'children', message: words('Only children under five') },
    ],
  } as const;

  it('shows its own message at its question, and holds while an answer is missing', async () => {
    const sheet = await fill(spec as never);
    expect(sheet.answer('under5', 4).errors()).toEqual({});
    expect(sheet.answer('size', 3).rawErrors()).toEqual({
      '/under5': [{ code: 'constraint', params: { sentence: message } }],
    });
    const [error] = sheet.rawErrors()['/under5'] ?? [];
    expect(errorSentence({}, 'constraint', error?.params, 'fa')).toBe(message.fa);
    expect(sheet.answer('size', 4).errors()).toEqual({});
  });

  it('goes over the rows of a table', async () => {
    const sheet = await fill(spec as never);
    expect(sheet.answer('children', [{ age: 3 }, {}]).errors()).toEqual({});
    expect(sheet.answer('children', [{ age: 3 }, { age: 5 }]).errors()).toEqual({ '/children': ['constraint'] });
  });

  it('does not hide another one at the same question', async () => {
    const [one, other] = [words('Too few'), words('No dozen')];
    const constraints = [
      { id: 'few', expr: 'size > 9', at: 'size', message: one },
      { id: 'dozen', expr: 'size == 12', at: 'size', message: other },
    ];
    const sheet = await fill({ fields: { ...counts }, constraints } as never);
    const sentences = () => (sheet.rawErrors()['/size'] ?? []).map(({ params }) => params?.sentence);
    sheet.answer('size', 3);
    expect(sentences()).toEqual([one, other]);
    sheet.answer('size', 10);
    expect(sentences()).toEqual([other]);
  });

  it('holds while its question is hidden', async () => {
    const sheet = await fill({
      fields: { ...counts, note: { type: 'text', visibleWhen: { expr: 'size > 100' } } },
      constraints: [{ id: 'few', expr: 'size < 10', at: 'note', message }],
    });
    expect(sheet.answer('size', 50).errors()).toEqual({});
    expect(sheet.answer('size', 500).errors()).toEqual({ '/note': ['constraint'] });
  });
});

describe('a filter of options', () => {
  const option = (value: string, parent?: string) => ({ value, label: words(value), ...(parent && { parent }) });
  const spec = {
    fields: {
      kind: { type: 'choice', options: [option('farming'), option('trade')] },
      work: {
        type: 'choice',
        options: [option('wheat', 'farming'), option('fruit', 'farming'), option('shop', 'trade'), option('other')],
        filter: 'option.parent == kind || option.value == "other" && size > 3',
      },
      size: { type: 'integer' },
    },
  } as unknown as Parameters<typeof fill>[0];

  it('offers those whose condition holds, and refuses the others', async () => {
    const sheet = await fill(spec);
    const offered = () =>
      evaluateRecord(sheet.form, sheet.validator, sheet.data, { today: '2026-11-20' }).offered.get('work');
    expect(offered()).toEqual([]);
    sheet.answer('kind', 'farming');
    expect(offered()).toEqual(['wheat', 'fruit']);
    sheet.answer('size', 4).answer('work', 'fruit');
    expect(offered()).toEqual(['wheat', 'fruit', 'other']);
    expect(sheet.errors()).toEqual({});
    expect(sheet.answer('kind', 'trade').errors()).toEqual({ '/work': ['choice'] });
    expect(sheet.stored().work, 'an answer is not dropped by a filter').toBe('fruit');
    expect(sheet.answer('work', 'shop').errors()).toEqual({});
  });
});

describe('a filter of options that the definition does not list', () => {
  const villages: Record<string, { value: string; parent: string; families: number }> = {
    spring: { value: 'spring', parent: 'green', families: 12 },
    mill: { value: 'mill', parent: 'white', families: 200 },
  };
  const village = { type: 'choice', choices: 'villages', filter: 'option.parent == valley && option.families > size' };
  const context = { optionOf: (_node: unknown, id: string) => villages[id] };
  const open = () =>
    fill({
      fields: {
        valley: { type: 'text' },
        size: { type: 'integer' },
        village: { ...village, contract: { type: 'string' } },
        stays: { type: 'table', columns: { village } },
      },
    } as never);

  it('judges what is chosen, by the attributes of its item', async () => {
    const sheet = (await open()).answer('valley', 'green').answer('size', 3).answer('village', 'spring');
    expect(sheet.errors(context)).toEqual({});
    expect(sheet.answer('size', 12).errors(context)).toEqual({ '/village': ['choice'] });
    expect(sheet.clear('size').errors(context), 'what it reads is not answered').toEqual({ '/village': ['choice'] });
    expect(sheet.stored().village, 'an answer is not dropped by a filter').toBe('spring');
    expect(sheet.answer('village', 'unheard of').errors(context), 'an unknown item is judged elsewhere').toEqual({});
  });

  it('judges each row', async () => {
    const sheet = (await open()).answer('valley', 'green').answer('size', 3);
    sheet.answer('stays', [{ village: 'spring' }, { village: 'mill' }]);
    expect(sheet.errors(context)).toEqual({ '/stays/1/village': ['choice'] });
  });

  it('leaves what was stored until an answer that it reads is changed', async () => {
    const before = { valley: 'white', size: 900, village: 'mill', stays: [{ village: 'mill' }] };
    const sheet = (await open()).answer('valley', 'white').answer('size', 900).answer('village', 'mill');
    sheet.answer('stays', [{ village: 'spring' }, { village: 'mill' }]);
    expect(sheet.errors({ ...context, before })).toEqual({ '/stays/0/village': ['choice'] });
    expect(Object.keys(sheet.answer('size', 901).errors({ ...context, before }))).toEqual([
      '/village',
      '/stays/0/village',
      '/stays/1/village',
    ]);
  });

  it('does not judge by an answer that this person may not read', async () => {
    const sheet = (await open()).answer('valley', 'green').answer('size', 3).answer('village', 'mill');
    expect(sheet.errors({ ...context, unread: { names: new Set(['valley']), within: new Map() } })).toEqual({});
    expect(sheet.errors({ ...context, unread: { names: new Set(['stays']), within: new Map() } })).toEqual({
      '/village': ['choice'],
    });
  });
});

describe('a value derived by an expression', () => {
  it('follows its answers in the order in which values need each other', async () => {
    const sheet = await fill({
      fields: {
        level: derived('monthly > 1000 ? "high" : "low"', { type: 'string' }),
        monthly: derived('round(yearly / 12, 2)'),
        yearly: derived('cost * size'),
        cost: { type: 'decimal' },
        size: { type: 'integer' },
        whole: derived('cost / 2', { type: 'integer' }),
      },
    });
    sheet.answer('cost', 2500).answer('size', 7);
    expect(sheet.stored()).toEqual({
      cost: 2500,
      size: 7,
      yearly: 17500,
      monthly: 1458.33,
      level: 'high',
      whole: 1250,
    });
    expect(sheet.answer('cost', 0.3).stored()).toMatchObject({ yearly: 2.1, level: 'low', whole: 0 });
    expect(sheet.clear('cost').stored()).toEqual({ size: 7 });
  });

  it('counts and adds rows with a condition, and works in a row', async () => {
    const sheet = await fill({
      fields: {
        lines: {
          type: 'table',
          columns: {
            total: derived('pieces * price'),
            pieces: { type: 'integer' },
            price: { type: 'decimal' },
          } as never,
        },
        large: derived('size(lines.filter(l, l.total > 50))', { type: 'integer' }),
        sum: derived('sum(lines.map(l, l.total != null, l.total))'),
      },
    });
    sheet.answer('lines', [{ pieces: 2, price: 10 }, { pieces: 6, price: 10.1 }, { pieces: 3 }]);
    expect(sheet.stored()).toEqual({
      lines: [{ pieces: 2, price: 10, total: 20 }, { pieces: 6, price: 10.1, total: 60.6 }, { pieces: 3 }],
      large: 1,
      sum: 80.6,
    });
  });

  it('counts days to the date of the record, or to today', async () => {
    const fields = { seen: { type: 'date' }, begun: { type: 'date' }, days: derived('days(begun, today())') } as const;
    const sheet = await fill({ fields, date: 'seen' });
    expect(sheet.answer('begun', '2026-11-01').data.days).toBe(19);
    expect(sheet.answer('seen', '2026-11-03').data.days).toBe(2);
  });

  it('counts in a row to the same day', async () => {
    const columns = { born: { type: 'date' }, days: derived('days(born, today())') } as never;
    const sheet = await fill({
      fields: { seen: { type: 'date' }, children: { type: 'table', columns } },
      date: 'seen',
    });
    sheet.answer('children', [{ born: '2026-11-01' }, {}]);
    expect(sheet.data.children).toEqual([{ born: '2026-11-01', days: 19 }, {}]);
    expect(sheet.answer('seen', '2026-11-03').data.children).toEqual([{ born: '2026-11-01', days: 2 }, {}]);
  });
});
