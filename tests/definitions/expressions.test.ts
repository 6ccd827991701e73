import { describe, expect, it } from 'vitest';
import definitionWords from '../../locales/en/definitions.json' with { type: 'json' };
import type { CommonFiles } from '../../src/core/check/commonFiles.ts';
import { checkConditions } from '../../src/core/check/conditions.ts';
import { checkExpressions } from '../../src/core/check/expressions.ts';
import { checkFilters } from '../../src/core/check/filters.ts';
import type { FormFile, ReportIssue } from '../../src/core/check/issues/issue.ts';
import { issueText } from '../../src/core/check/issues/text.ts';
import { checkRestricted, restrictedAnswers } from '../../src/core/check/restricted.ts';
import { checkAnswersInWords } from '../../src/core/check/texts/answersInWords.ts';
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import { diffLines } from '../../src/core/definitions/diff/text.ts';
import { issueWords } from '../../src/server/http/words.ts';
import { checkWith } from '../support/definitions.ts';
import { type FormSpec, source, words } from '../support/form.ts';

const derived = (expr: string, contract: object = { type: 'number' }) =>
  ({ type: 'derived', derived: { expr }, contract }) as never;
const option = (value: string) => ({ value, label: words(value) });
const table = {
  type: 'table' as const,
  columns: { age: { type: 'integer' } } as never,
  contract: {
    type: 'array',
    maxItems: 100,
    items: { type: 'object', properties: { age: { type: 'integer' }, half: { type: 'number' } } },
  },
};
const fields: FormSpec['fields'] = {
  size: { type: 'integer' },
  under5: { type: 'integer' },
  visited: { type: 'date' },
  kind: { type: 'choice', options: [option('open'), option('dry')] },
  children: table,
};

const item = (id: string) => ({ id, label: words(id) });
const common = {
  choices: {
    springs: {
      list: 'springs',
      title: words('Springs'),
      attributes: { depth: { type: 'number' } },
      items: [item('a')],
    },
    villages: {
      list: 'villages',
      title: words('Villages'),
      items: Array.from({ length: 201 }, (_, n) => item(`v${n}`)),
    },
  },
  permissions: { roles: [{ id: 'focal-point' }, { id: 'coordinator' }] },
  workflows: { 'verified-record': { states: [{ id: 'submitted' }, { id: 'returned' }] } },
} as unknown as CommonFiles;
const village = source({
  form: 'village',
  fields: {
    water: { type: 'choice', options: [option('well'), option('river')] },
    phone: { type: 'phone', restricted: true },
  },
});
const parentFile: FormFile = { path: '', schemaPath: '', ...village, frozen: false };

/** What is wrong with the expressions of a form, as `pointer: message`. */
function wrong(spec: Partial<FormSpec>): string[] {
  const found: string[] = [];
  const { definition, schema } = source({ ...spec, fields: { ...fields, ...spec.fields } });
  const form = { path: '', schemaPath: '', definition, schema, frozen: false };
  const report: ReportIssue = (pointer, code, params = {}) => {
    found.push(`${pointer}: ${issueText({ code, params }, issueWords('en'), 'en')}`);
  };
  checkConditions(form, report);
  Array.from(checkExpressions(form, [parentFile], common, report));
  checkFilters(form, [parentFile], common, report);
  checkAnswersInWords(form, report);
  checkRestricted(form, restrictedAnswers([form, parentFile]), report, report);
  return found;
}
const initial = (expr: string): Partial<FormSpec> => ({
  parent: { forms: ['village'], field: 'village' },
  fields: { note: { type: 'text', default: expr } },
});
const condition = (expr: string) => ({ fields: { note: { type: 'text', visibleWhen: { expr } } } }) as const;
const AT = '/fields/note/visibleWhen/expr';

describe('a fault in an expression is told with its place in one sentence', () => {
  it.each([
    ['under5 > size && kind != "dry" && today() > "2026-01-01"', []],
    ['under5 >', [`${AT}: The expression cannot be read at character 9: “”.`]],
    [
      'undr5 > siz',
      [
        `${AT}: The expression reads “undr5” (character 1), which is not a stored name. Did you mean “under5”?`,
        `${AT}: The expression reads “siz” (character 9), which is not a stored name. Did you mean “size”?`,
      ],
    ],
    [
      'children.exists(c, c.aeg > 5)',
      [`${AT}: The expression reads “aeg” (character 20), which is not a stored name. Did you mean “age”?`],
    ],
    ['rond(size) > 1', [`${AT}: There is no function “rond” (character 1). Did you mean “round”?`]],
    ['days(kind) > 1', [`${AT}: The function “days” (character 1) has too many or too few values.`]],
    ['size > kind', [`${AT}: In “size > kind” (character 1), the types of the values do not match.`]],
    ['size + 1', [`${AT}: The result of the expression must be true or false.`]],
    ['1 < 2', [`${AT}: The expression reads no answer, so its result is always the same.`]],
    [
      'visited < "2026-08-02" && visited > "soon"',
      [`${AT}: “soon” is compared with a date, so it must be a date such as 2026-11-23.`],
    ],
    ['kind == "wet"', [`${AT}: The condition asks for “wet”, which is not a possible answer.`]],
    [
      'children.all(c, children.exists(d, d.age > c.age))',
      [
        `${AT}: The loop “children.exists(d, d.age > c.age)” (character 17) needs a variable of its own; inside another loop it goes only over a part of its row.`,
      ],
    ],
  ])('%s', (expr, issues) => {
    expect(wrong(condition(expr))).toEqual(issues);
  });

  it('inside all, any, not, in a section and for a problem', () => {
    expect(
      wrong({
        fields: {
          note: {
            type: 'text',
            requiredWhen: { all: [{ field: 'size', is: { minimum: 1 } }, { not: { any: [{ expr: 'a' }] } }] },
          },
        },
        sections: { all: { fields: [...Object.keys(fields), 'note'] as never, visibleWhen: { expr: 'b' } } },
      }).map((issue) => issue.split(':')[0]),
    ).toEqual(['/sections/0/visibleWhen/expr', '/fields/note/requiredWhen/all/1/not/any/0/expr']);
  });

  it('of a constraint', () => {
    const message = words('x');
    expect(
      wrong({
        constraints: [
          { id: 'fits', expr: 'under5 <= size', at: 'under5', message },
          { id: 'fits', expr: 'size', at: 'undr5', message },
        ],
      }),
    ).toEqual([
      '/constraints/1/at: The message is placed at “undr5”, which is not a stored name of the form. Did you mean “under5”?',
      '/constraints/1/id: The id “fits” is used twice.',
      '/constraints/1/expr: The result of the expression must be true or false.',
    ]);
  });

  it('of a constraint whose message is not said in every language', async () => {
    const { definition, schema } = source({
      fields,
      constraints: [{ id: 'fits', expr: 'under5 <= size', at: 'under5', message: { en: 'x', fa: 'x' } as never }],
    });
    const issues = await checkWith({
      'forms/wells/visit.form.json': definition,
      'schemas/wells/visit.schema.json': schema,
    });
    expect(issues).toContainEqual(
      expect.objectContaining({ pointer: '/constraints/0/message', code: 'words_missing' }),
    );
  });

  it('of a derived value, also in a row', () => {
    expect(
      wrong({
        fields: {
          rate: derived('size > 3'),
          word: derived('size', { type: 'string' }),
          good: derived('size == null ? null : "x"', { type: 'string' }),
          children: { ...table, columns: { age: { type: 'integer' }, half: derived('ag / 2') } as never },
        },
      }),
    ).toEqual([
      '/fields/children/columns/half/derived/expr: The expression reads “ag” (character 1), which is not a stored name. Did you mean “age”?',
      '/fields/rate/derived/expr: The result of the expression must be a number.',
      '/fields/word/derived/expr: The result of the expression must be a text.',
    ]);
  });

  it('of a column, whose condition reads the cells of its row and the record', () => {
    const note = { type: 'text', visibleWhen: { all: [{ expr: 'age > 5' }, { expr: 'ag > siz' }] } };
    expect(wrong({ fields: { children: { ...table, columns: { age: { type: 'integer' }, note } as never } } })).toEqual(
      [
        '/fields/children/columns/note/visibleWhen/all/1/expr: The expression reads “ag” (character 1), which is not a stored name. Did you mean “age”?',
        '/fields/children/columns/note/visibleWhen/all/1/expr: The expression reads “siz” (character 6), which is not a stored name. Did you mean “size”?',
      ],
    );
  });

  it('of a filter', () => {
    const { kind } = fields;
    const filtered = (filter: string) =>
      ({ fields: { size: { type: 'integer' }, kind: { ...kind, filter } } }) as never;
    const AT = '/fields/kind/filter';
    expect(wrong(filtered('option.value == "dry" || size > 2'))).toEqual([]);
    expect(wrong(filtered('option.vale == "dry" && siz > 2'))).toEqual([
      `${AT}: The expression reads “siz” (character 25), which is not a stored name. Did you mean “size”?`,
    ]);
    expect(wrong(filtered('option.value == "dry"'))).toEqual([
      `${AT}: The expression reads no answer, so its result is always the same.`,
    ]);
    expect(wrong({ fields: { size: { type: 'integer', filter: 'size > 2' } } })).toEqual([
      '/fields/size/filter: A filter needs a question with options: in the definition, of a list, places, people or records.',
    ]);
  });

  it('of a filter over a list, places and records, whose attributes are known', () => {
    const AT = '/fields/site/filter';
    const site = (field: object) => wrong({ fields: { site: { type: 'choice', ...field } } } as never);
    const list = (filter: string) => site({ choices: 'springs', filter });
    expect(list('option.parent == note_kind || option.depth > 3')).toEqual([
      `${AT}: The expression reads “note_kind” (character 18), which is not a stored name.`,
    ]);
    expect(list('option.depth > 3 && option.category != "dry"'), 'a list changes, so no answer is needed').toEqual([]);
    expect(list('option.depht > size')).toEqual([
      `${AT}: The expression reads “depht” (character 1), which is not a stored name. Did you mean “depth”?`,
    ]);
    expect(list('option.depth == kind')).toHaveLength(1);
    expect(site({ type: 'multi', places: 'province', filter: 'option.level == kind' })).toEqual([]);
    const record = (filter: string) => site({ type: 'record', record: { forms: ['village'] }, filter });
    expect(record('option.water == kind && option.status == "submitted"')).toEqual([]);
    expect(record('option.watr == kind')).toEqual([
      `${AT}: The expression reads “watr” (character 1), which is not a stored name. Did you mean “water”?`,
    ]);
  });

  it('of a filter that would tell what is restricted', () => {
    const AT = '/fields/site/filter';
    const site = { type: 'choice', choices: 'springs', filter: 'option.parent == secret' };
    const secret = { type: 'text', restricted: true };
    expect(wrong({ fields: { site, secret } } as never)).toEqual([
      `${AT}: What the filter offers would show “secret”, which is protected, to everyone. Protect this question too.`,
    ]);
    expect(wrong({ fields: { site: { ...site, restricted: true }, secret } } as never)).toEqual([]);
    const theirs = { type: 'record', record: { forms: ['village'] }, filter: 'option.phone == kind' };
    expect(wrong({ fields: { site: theirs } } as never)).toEqual([
      `${AT}: The filter reads “phone” of the other records, which is protected there.`,
    ]);
  });

  it('of a long list that would be sent whole', () => {
    const field = { type: 'choice', choices: 'villages' };
    expect(wrong({ fields: { site: field } } as never)).toEqual([
      '/fields/site/choices: The list has 201 items. More than 200 are searched on the server: write "ui:widget": "search".',
    ]);
    expect(wrong({ fields: { site: { ...field, 'ui:widget': 'search' } } } as never)).toEqual([]);
    expect(wrong({ fields: { site: { ...field, filter: 'option.parent == kind' } } } as never)).toEqual([]);
  });

  it('over a table without a limit, and in a definition of rows', () => {
    const { maxItems: _limit, ...contract } = table.contract;
    const children = { ...table, contract };
    expect(wrong({ fields: { children, ...condition('size(children) > 1').fields } })).toEqual([
      `${AT}: An expression reads the table “children”, so its contract needs maxItems, 1,000 at most.`,
    ]);
    expect(wrong({ ...condition('size > 1'), kind: 'row' })).toEqual([
      `${AT}: A definition of rows has no expressions.`,
    ]);
  });

  it('that goes in a circle, through conditions and derivations', () => {
    expect(
      wrong({ fields: { half: derived('size / 2'), size: { type: 'integer', visibleWhen: { expr: 'half > 1' } } } }),
    ).toEqual(['/fields/size/visibleWhen: Circular visibility condition: size → half → size.']);
    expect(wrong({ fields: { a: derived('b + 1'), b: derived('a + 1') } })).toEqual([
      '/fields/a/derived: Circular derived value: a → b → a.',
    ]);
    expect(wrong({ fields: { a: derived('sum(children.map(b, b.age))'), b: derived('a + 1') } })).toHaveLength(1);
  });
});

describe('the difference of two versions', () => {
  const lines = (before: Partial<FormSpec>, after: Partial<FormSpec>) => {
    const [was, now] = [before, after].map((spec) =>
      source({ ...spec, fields: { ...fields, ...spec.fields } as never }),
    );
    return diffLines(diffForms(was!, now!), definitionWords.diff, 'en');
  };

  it('shows conditions and derivations as people read them', () => {
    const note = { type: 'text', visibleWhen: { field: 'size', is: { minimum: 3 } } } as const;
    const half = { type: 'derived', derived: { sum: ['size', 'under5'] }, contract: { type: 'number' } } as never;
    expect(
      lines(
        { fields: { note, half } },
        {
          fields: {
            note: { ...note, visibleWhen: { any: [note.visibleWhen, { not: { expr: 'under5 > size' } }] } },
            half: derived('size / 2'),
          },
        },
      ),
    ).toEqual([
      '~ Condition changed: note  (/fields/note/visibleWhen)',
      '    - size >= 3',
      '    + size >= 3 || !(under5 > size)',
      '~ Condition changed: half  (/fields/half/derived)',
      '    - sum(size, under5)',
      '    + size / 2',
    ]);
  });

  it('shows the conditions of columns', () => {
    const age = { type: 'integer', requiredWhen: { expr: 'half > 1' } };
    expect(lines({}, { fields: { children: { ...table, columns: { age } as never } } })).toEqual([
      '~ Condition changed: age  (/fields/children/columns/age/requiredWhen)',
      '    + half > 1',
    ]);
  });

  it('names constraints that came, went and changed', () => {
    const one = (id: string, expr: string, text = id) => ({ id, expr, at: 'size', message: words(text) });
    expect(
      lines(
        { constraints: [one('gone', 'size > 1'), one('same', 'size > 2'), one('other', 'size > 3', 'Old')] },
        { constraints: [one('same', 'size > 2'), one('other', 'size >= 3', 'New'), one('fresh', 'size > 4')] },
      ),
    ).toEqual([
      '~ Constraint changed: New  (/constraints/1)',
      '    - size: size > 3',
      '    + size: size >= 3',
      '~ Message of a constraint changed: New  (/constraints/1/message)',
      '    - en  Old',
      '    - fa  Old دری',
      '    - ps  Old پښتو',
      '    + en  New',
      '    + fa  New دری',
      '    + ps  New پښتو',
      '+ Constraint added: fresh  (/constraints/2)',
      '    + size: size > 4',
      '- Constraint removed: gone  (/constraints/0)',
      '    - size: size > 1',
    ]);
  });
});

describe('what stands beside the answers', () => {
  it.each([
    ['"focal-point" in user.roles && record.status == "returned" && user.provinces != null', []],
    ['"focal-pint" in user.roles', [`${AT}: The condition asks for “focal-pint”, which is not a possible answer.`]],
    ['record.status == "verified"', [`${AT}: The condition asks for “verified”, which is not a possible answer.`]],
    [
      'user.role == "x"',
      [`${AT}: The expression reads “role” (character 1), which is not a stored name. Did you mean “roles”?`],
    ],
    ['last.size > 2', [`${AT}: The expression reads “last” (character 1), which is not a stored name.`]],
  ])('in a condition: %s', (expr, findings) => {
    expect(wrong(condition(expr))).toEqual(findings);
  });

  it('in a row: which one it is, for everything but filters', () => {
    const note = {
      type: 'choice',
      options: [option('a')],
      visibleWhen: { expr: 'row.index > 1' },
      requiredWhen: { expr: 'row.indx > 1' },
      default: 'row.index > 2 ? "a" : null',
      filter: 'row.index > 2',
    };
    const columns = { age: { type: 'integer' }, half: derived('row.index / 2'), note };
    const items = {
      type: 'object',
      properties: { age: {}, half: { type: 'number' }, note: { type: 'string', enum: ['a'] } },
    };
    const children = { ...table, columns: columns as never, contract: { ...table.contract, items } };
    const rule = (at: string) => ({ id: at.replace('.', '_'), expr: 'row.index < 9', at, message: words('x') });
    expect(
      wrong({ fields: { children: children as never }, constraints: [rule('children.age'), rule('size')] as never }),
    ).toEqual([
      '/fields/children/columns/note/requiredWhen/expr: The expression reads “indx” (character 1), which is not a stored name. Did you mean “index”?',
      '/constraints/1/expr: The expression reads “row” (character 1), which is not a stored name.',
      '/fields/children/columns/note/filter: The expression reads “row” (character 1), which is not a stored name.',
    ]);
  });

  const DEFAULT = '/fields/note/default';
  it.each([
    ['parent.water + string(last.size) + user.name', []],
    [
      'parent.wate',
      [`${DEFAULT}: The expression reads “wate” (character 1), which is not a stored name. Did you mean “water”?`],
    ],
    [
      'parent.water == "lake" ? "a" : "b"',
      [`${DEFAULT}: The condition asks for “lake”, which is not a possible answer.`],
    ],
    ['last.size', [`${DEFAULT}: The result of the expression must be a text.`]],
    ['"always"', []],
  ])('in a default: %s', (expr, findings) => {
    expect(wrong(initial(expr))).toEqual(findings);
  });

  it('a default does not show to everybody what is restricted', () => {
    const phone = { type: 'text', restricted: true } as const;
    const again = (more: object) => ({
      fields: { phone, again: { type: 'text', default: 'last.phone', ...more } as never },
    });
    expect(wrong(again({}))).toEqual([
      '/fields/again/default: The default shows “last.phone”, which is protected, to everyone. Protect this question too.',
    ]);
    expect(wrong(again({ restricted: true }))).toEqual([]);
  });

  it('a default of a column reads its row, and nobody is given it once', () => {
    const rows = (columns: object) => ({
      fields: {
        members: {
          type: 'table',
          columns,
          contract: {
            type: 'array',
            maxItems: 9,
            items: { type: 'object', properties: { age: { type: 'integer' }, fee: { type: 'integer' } } },
          },
        } as never,
      },
    });
    const age = { type: 'integer', label: words('Age') };
    const fee = (more: object) => rows({ age, fee: { type: 'integer', label: words('Fee'), ...more } });
    const at = '/fields/members/columns/fee';
    expect(wrong(fee({ default: 'age * 2.0 + size' }))).toEqual([]);
    expect(wrong(fee({ default: 'agee' }))).toEqual([
      expect.stringContaining(`${at}/default: The expression reads “agee”`),
    ]);
    expect(wrong(fee({ default: 'age', 'ui:readonly': true }))).toEqual([
      expect.stringContaining(`${at}/default: A default is not possible here`),
    ]);
    expect(wrong(rows({ age: { ...age, default: 'fee' }, fee: { ...age, default: 'age' } }))).toEqual([
      '/fields/members/columns/age/default: Circular default: age → fee → age.',
    ]);
  });

  it('a default has its place', () => {
    const total = {
      type: 'derived',
      derived: { sum: ['size'] },
      default: 'size',
      contract: { type: 'number' },
    } as never;
    expect(wrong({ fields: { total } })).toEqual([
      expect.stringContaining('/fields/total/default: A default is not possible here'),
    ]);
    expect(wrong({ fields: { note: { type: 'text', 'ui:readonly': true } } })).toEqual([
      '/fields/note/ui:readonly: The question is read-only, so it needs a default.',
    ]);
    const text = (expr: string) => ({ type: 'text', default: expr }) as const;
    expect(wrong({ fields: { a: text('b'), b: text('a') } })).toEqual([
      '/fields/a/default: Circular default: a → b → a.',
    ]);
    const twice = { type: 'text', default: 'kind', contract: { type: 'string', default: 'dry' } } as const;
    expect(wrong({ fields: { note: twice } })).toEqual([
      '/fields/note/default: The contract also has a default. Keep one of them.',
    ]);
  });
});

describe('answers in words', () => {
  const labelled = (label: string) => ({ fields: { note: { type: 'text', label: words(label) } } }) as const;
  it.each([
    ['How many of the {size} are children? Born {visited}', []],
    [
      '{sise} people',
      [
        '/fields/note/label: The text names the answer “sise”, which is not known in this place or cannot be shown in words. Did you mean “size”?',
      ],
    ],
    [
      'All {children}',
      [
        '/fields/note/label: The text names the answer “children”, which is not known in this place or cannot be shown in words.',
      ],
    ],
  ])('%s', (label, findings) => {
    expect(wrong(labelled(label))).toEqual(findings);
  });

  it('stand nowhere but where somebody answers', () => {
    expect(wrong({ title: words('Visit of {size}'), fields: {} })).toEqual([
      '/title: “size” in braces names an answer. Answers can be used only in labels and help of questions and columns, titles and help of sections and groups, labels of options and messages of constraints.',
    ]);
  });
});

it('a reason is another question that people answer', () => {
  const rule = (reason: string) => ({
    fields: { why: { type: 'longtext' }, sum: derived('size + 1') } as const,
    constraints: [{ id: 'fits', expr: 'under5 <= size', at: 'under5', reason, message: words('M') }] as never,
  });
  expect(wrong(rule('why'))).toEqual([]);
  for (const reason of ['wy', 'sum', 'children'])
    expect(wrong(rule(reason))).toEqual([
      expect.stringContaining(`/constraints/0/reason: The reason is asked in “${reason}”`),
    ]);
  const members = {
    type: 'table',
    columns: { age: { type: 'integer', label: words('Age') }, why: { type: 'text', label: words('Why') } },
    contract: {
      type: 'array',
      maxItems: 9,
      items: { type: 'object', properties: { age: { type: 'integer' }, why: { type: 'string' } } },
    },
  } as never;
  const inRow = (reason: string) => ({
    fields: { why: { type: 'longtext' }, members } as const,
    constraints: [{ id: 'old', expr: 'age < 100', at: 'members.age', reason, message: words('M') }] as never,
  });
  expect(wrong(inRow('members.why'))).toEqual([]);
  expect(wrong(inRow('members.wy'))).toEqual([expect.stringContaining('asked in “members.wy”')]);
  expect(wrong(inRow('why'))).toEqual([expect.stringContaining('/constraints/0/reason: The reason belongs beside')]);
  const circle = { id: 'self', expr: 'size(why) < 5', at: 'under5', reason: 'why', message: words('M') };
  expect(wrong({ fields: { why: { type: 'longtext' } }, constraints: [circle] as never })).toEqual([
    expect.stringContaining('/fields/why/visibleWhen'),
  ]);
});

describe('an outcome that is always the same is told', () => {
  const ranged = { type: 'integer', contract: { type: 'integer', minimum: 0, maximum: 20 } } as const;
  const shownWhen = (expr: string) =>
    ({ fields: { size: ranged, under5: ranged, note: { type: 'text', visibleWhen: { expr } } } }) as const;
  it.each([
    ['size > 20', ['The condition is never true.']],
    ['size > 5 && size < 6', ['The condition is never true.']],
    ['size > 5 && size < 7', []],
    ['size < under5 && under5 < size', ['The condition is never true.']],
    ['size < under5 && under5 < 1', ['The condition is never true.']],
    ['size < under5 && under5 < 2', []],
    ['kind == "open" && kind == "dry"', ['The condition is never true.']],
    ['kind == null || kind in ["open", "dry"]', ['The condition is always true.']],
    ['kind in ["open", "dry"]', []],
    ['size >= 0', []],
    ['size - under5 > 100', []],
    ['days(visited, today()) > 3', []],
  ])('%s', (expr, findings) => {
    expect(wrong(shownWhen(expr))).toEqual(findings.map((one) => `${AT}: ${one}`));
  });

  it.each([
    ['size <= 20', 'No answers can break this rule.'],
    ['size < under5 && under5 < size', 'No answers can meet this rule.'],
    ['under5 <= size', undefined],
  ])('as a constraint: %s', (expr, finding) => {
    const constraints = [{ id: 'rule', expr, at: 'size', message: words('M') }] as never;
    expect(wrong({ fields: { size: ranged, under5: ranged }, constraints })).toEqual(
      finding ? [`/constraints/0/expr: ${finding}`] : [],
    );
  });
});
