// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** Workbooks of XLSForm as definitions: one small workbook for each construct, and for what cannot be carried. */
import { describe, expect, it } from 'vitest';
import en from '../../locales/en/xlsform.json' with { type: 'json' };
import fa from '../../locales/fa/xlsform.json' with { type: 'json' };
import ps from '../../locales/ps/xlsform.json' with { type: 'json' };
import { blockingIssues } from '../../src/core/check/issues/issue.ts';
import type { Field } from '../../src/core/definitions/types.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { NOTE_CODES } from '../../src/core/xlsform/codes.ts';
import { constructOf } from '../../src/core/xlsform/constructs.ts';
import { headerKey, parseHeader } from '../../src/core/xlsform/headers.ts';
import { type NoteWords, noteText } from '../../src/core/xlsform/text.ts';
import type { ImportedForm } from '../../src/core/xlsform/types.ts';
import { findings, imported, sheet, type Tables } from '../support/xlsform.ts';

const YN = 'list_name|name|label\nyn|yes|Yes\nyn|no|No';

/** Imports one row below a question `n` and a question `c` of the list `yn`. */
function row(cells: Record<string, string>, choices = YN): ImportedForm {
  const own = { type: 'text', name: 'x', label: 'X', ...cells };
  const heads = Object.keys(own);
  const rest = '|'.repeat(heads.length - 3);
  const survey = [
    heads.join('|'),
    `integer|n|N${rest}`,
    `select_one yn|c|C${rest}`,
    `select_multiple yn|s|S${rest}`,
    Object.values(own).join('|'),
  ].join('\n');
  return imported({ survey, choices });
}

/** Rows that were imported alone, to be checked in one form, since a check takes its time. */
const SEEN: Record<string, string>[] = [];

/** Imports rows together, each with a name of its own unless it has one. */
function rows(all: readonly Record<string, string>[]): ImportedForm {
  const heads = [...new Set(['type', 'name', 'label', ...all.flatMap((one) => Object.keys(one))])];
  const line = (cells: Map<string, string>) => heads.map((head) => cells.get(head) ?? '').join('|');
  const first = [
    ['integer', 'n'],
    ['select_one yn', 'c'],
    ['select_multiple yn', 's'],
  ].map(([type = '', name = '']) =>
    line(
      new Map([
        ['type', type],
        ['name', name],
        ['label', name],
      ]),
    ),
  );
  const own = all.map((cells, at) =>
    line(new Map(Object.entries({ type: 'text', name: `x${at}`, label: 'X', ...cells }))),
  );
  return imported({ survey: [heads.join('|'), ...first, ...own].join('\n'), choices: YN });
}

const fieldOf = ({ definition }: ImportedForm, name = 'x') =>
  new Map(Object.entries(definition.fields)).get(name) as Field;
const codesOf = ({ notes }: ImportedForm) => notes.map(({ code }) => code);

async function mustBeSound(made: ImportedForm): Promise<void> {
  expect(blockingIssues(await findings(made)).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([]);
}

describe('the type of a question', () => {
  it.each([
    ['text', {}, { type: 'text' }],
    ['string', { appearance: 'multiline' }, { type: 'longtext' }],
    ['text', { appearance: 'w2 url' }, { type: 'url' }],
    ['integer', {}, { type: 'integer', limits: { minimum: null, maximum: null } }],
    ['decimal', {}, { type: 'decimal' }],
    [
      'range',
      { parameters: 'start=0 end=9 step=3' },
      { type: 'range', limits: { minimum: 0, maximum: 9, multipleOf: 3 } },
    ],
    ['date', {}, { type: 'date' }],
    ['date', { appearance: 'month-year' }, { type: 'date', 'ui:options': { month: true } }],
    ['date', { appearance: 'year' }, { type: 'year' }],
    ['time', {}, { type: 'time' }],
    ['dateTime', {}, { type: 'datetime' }],
    ['select_one yn', {}, { type: 'choice', choices: '#yn' }],
    ['select one yn', { appearance: 'minimal' }, { type: 'choice', 'ui:widget': 'select' }],
    ['select_one yn', { appearance: 'quick autocomplete' }, { type: 'choice', 'ui:widget': 'search' }],
    ['select_multiple yn', { parameters: 'randomize=true' }, { type: 'multi', choices: '#yn', order: 'random' }],
    ['rank yn', {}, { type: 'rank', choices: '#yn' }],
    ['image', {}, { type: 'image' }],
    ['image', { appearance: 'signature' }, { type: 'signature' }],
    ['audio', {}, { type: 'audio' }],
    ['video', {}, { type: 'video' }],
    ['file', {}, { type: 'file' }],
    ['barcode', {}, { type: 'barcode' }],
    ['geopoint', {}, { type: 'geopoint', bind: { latitude: 'x_latitude', longitude: 'x_longitude' } }],
    ['geotrace', {}, { type: 'geotrace' }],
    ['geoshape', {}, { type: 'geoshape' }],
    ['acknowledge', {}, { type: 'acknowledge' }],
    ['note', {}, { type: 'note' }],
    ['calculate', { calculation: '${n} * 2' }, { type: 'derived', show: false, derived: { expr: 'n * 2' } }],
    ['calculate', { calculation: "'v2'" }, { type: 'hidden' }],
    ['today', {}, { type: 'hidden', default: 'today()' }],
    ['username', {}, { type: 'hidden', default: 'user.name' }],
    ['integer', { calculation: '${n} + 1' }, { type: 'derived', derived: { expr: 'n + 1' } }],
    ['text', { readonly: 'yes' }, { type: 'note' }],
    ['integer', { calculation: '${n} + 1', trigger: '${c}' }, { type: 'integer', default: 'n + 1' }],
  ] as const)('%s with %j', (type, cells, expected) => {
    const made = row({ type, ...cells });
    expect(fieldOf(made)).toMatchObject(expected);
    SEEN.push({ type, ...cells });
  });

  it('makes a form that may be published, all of them together', async () => {
    await mustBeSound(rows(SEEN));
  });

  it.each([
    ['start', 'known_to_record'],
    ['deviceid', 'known_to_record'],
    ['phonenumber', 'phone_refused'],
    ['simserial', 'phone_refused'],
    ['subscriberid', 'phone_refused'],
    ['audit', 'type_none'],
    ['intger', 'type_unknown'],
  ])('%s is no question: %s', (type, code) => {
    const made = row({ type });
    expect(Object.keys(made.definition.fields)).not.toContain('x');
    expect(made.account.not_carried.filter((one) => one.code === code)).toHaveLength(3);
  });

  it('of an unknown one is guessed for whoever mends it', () => {
    expect(row({ type: 'intger' }).notes).toContainEqual(
      expect.objectContaining({
        sheet: 'survey',
        row: 5,
        code: 'type_unknown',
        params: { type: 'intger', meant: 'integer' },
      }),
    );
  });
});

it('every type of ours has one that is written', () => {
  for (const type of Object.keys(FIELD_TYPES)) expect(constructOf({ type } as Field), type).toBeDefined();
});

describe('the columns of a question', () => {
  it.each([
    [{ relevant: '${n} > 3' }, { visibleWhen: { expr: 'n > 3' } }],
    [{ required: 'yes' }, { required: true }],
    [{ required: 'TRUE' }, { required: true }],
    [{ required: 'no' }, {}],
    [
      { required: '${n} > 3', required_message: 'Please' },
      { requiredWhen: { expr: 'n > 3' }, messages: { required: { en: 'Please' } } },
    ],
    [{ default: 'abc' }, { default: '"abc"' }],
    [{ type: 'integer', default: '۱۲' }, { default: '12' }],
    [{ type: 'select_one yn', default: 'yes' }, { default: '"yes"' }],
    [{ type: 'select_multiple yn', default: 'yes no' }, { default: '["yes", "no"]' }],
    [{ type: 'date', default: 'today()' }, { default: 'today()' }],
    [
      { constraint: "regex(., '[0-9]{3}')", constraint_message: 'Three' },
      { limits: { maxLength: null, pattern: '^(?:[0-9]{3})$' }, messages: { pattern: { en: 'Three' } } },
    ],
    [{ hint: 'Help', guidance_hint: 'More' }, { help: { en: 'Help\nMore' } }],
    [{ label: 'Are you ${ c }?' }, { label: { en: 'Are you {c}?' } }],
    [{ label: 'A <b>bold</b> **word** {n}' }, { label: { en: 'A bold word (n)' } }],
  ] as const)('%j', (cells, expected) => {
    const made = row(cells as Record<string, string>);
    expect(fieldOf(made)).toMatchObject(expected);
    SEEN.push(cells as Record<string, string>);
  });

  it('make a form that may be published, all of them together', async () => {
    await mustBeSound(rows(SEEN));
  });

  it('constraint with its message, or a general one', async () => {
    const made = row({ type: 'integer', constraint: '. > 0 and . <= ${n}', constraint_message: 'Too many' });
    expect(made.definition.constraints).toEqual([
      { id: 'c_x', at: 'x', expr: 'x == null || (x > 0 && n != null && x <= n)', message: { en: 'Too many' } },
    ]);
    await mustBeSound(made);
    const plain = row({ type: 'integer', constraint: '. > 0' });
    expect(plain.definition.constraints?.[0]).toMatchObject({ message: { en: 'This answer is not possible here.' } });
    expect(codesOf(plain)).toContain('message_made');
  });

  it.each([
    [{ type: 'note', required: 'yes' }, 'cell_of_type'],
    [{ type: 'select_one yn', default: 'maybe' }, 'cell_of_type'],
    [{ relevant: '${nn} > 3' }, 'xpath_name'],
    [{ relevant: "pulldata('a', 'b', 'c', ${n}) = 1" }, 'xpath_function'],
    [{ type: 'integer', constraint: "regex(., '[0-9]')" }, 'pattern_alone'],
    [{ constraint: "regex(., '(?=a)b')" }, 'pattern_alone'],
    [{ appearance: 'horizontal' }, 'layout_only'],
    [{ appearance: 'hologram' }, 'appearance_unknown'],
    [{ parameters: 'quality=low' }, 'parameter_lost'],
    [{ 'media::image': 'a.png' }, 'media_elsewhere'],
    [{ 'bind::odk:length': '3' }, 'column_unknown'],
    [{ constraint_message: 'Alone' }, 'cell_of_type'],
  ] as const)('%j is not carried: %s', (cells, code) => {
    const made = row(cells as Record<string, string>);
    expect(made.account.not_carried.map((one) => one.code)).toEqual([code]);
  });

  it('a calculation that always says the same begins in the data contract', async () => {
    const made = row({ type: 'calculate', calculation: "'2021-05'" });
    expect(made.schema).toEqual({ type: 'object', properties: { x: { type: 'string', default: '2021-05' } } });
    await mustBeSound(made);
  });

  it('or_other adds the option and its question', async () => {
    const made = row({ type: 'select_one yn or_other' });
    expect(made.definition.lists?.yn?.map(({ value }) => value)).toEqual(['yes', 'no', 'other']);
    expect(fieldOf(made, 'x_other')).toMatchObject({ type: 'text', visibleWhen: { expr: 'x == "other"' } });
    await mustBeSound(made);
  });
});

describe('lists', () => {
  const filtered: Tables = {
    survey: `
type|name|label|choice_filter
select_one prov|prov|Province|
select_one kind|kind|Kind|
select_one place|place|Place|province=\${prov} and kind = \${kind}`,
    choices: `
list_name|name|label|province|kind
prov|1|Kabul
kind|a|Big
kind|b|Small
place|x y|X|1|a
place|z|Z|1|b
spare|s|S`,
  };

  it('filter by several columns, which are attributes', async () => {
    const made = imported(filtered);
    expect(fieldOf(made, 'place').filter).toBe('option.province == prov && option.kind == kind');
    expect(made.definition.lists?.place?.[0]).toEqual({ value: 'x_y', label: { en: 'X' }, province: '1', kind: 'a' });
    expect(codesOf(made)).toEqual(expect.arrayContaining(['code_renamed', 'list_unused']));
    await mustBeSound(made);
  });

  it('come from a file beside the workbook, and from external_choices', async () => {
    const made = imported({
      survey: `
type|name|label|parameters|choice_filter|appearance
select_one_from_file villages.csv|v|Village|value=code label=title||minimal
select_one_external towns|t|Town||v=\${v}`,
      external_choices: 'list_name|name|label|v\ntowns|t1|Town one|11',
      'villages.csv': 'code|title|area\n11|Qala|3\n12|Deh|4',
    });
    expect(made.definition.lists?.villages).toEqual([
      { value: '11', label: { en: 'Qala' }, area: '3' },
      { value: '12', label: { en: 'Deh' }, area: '4' },
    ]);
    expect(fieldOf(made, 'v')['ui:widget']).toBe('select');
    expect(fieldOf(made, 't').filter).toBe('option.v == v');
    await mustBeSound(made);
  });

  it('that are not there are named', () => {
    expect(row({ type: 'select_one yes_no' }, `${YN}\nyes_n|a|A`).notes).toContainEqual(
      expect.objectContaining({ code: 'list_missing', params: { name: 'yes_no', meant: 'yes_n' } }),
    );
    expect(codesOf(row({ type: 'select_one_from_file far.csv' }))).toContain('list_file');
  });

  it('have every code once', () => {
    expect(codesOf(row({}, `${YN}\nyn|yes|Yes again`))).toContain('code_twice');
  });
});

describe('groups and repeats', () => {
  it('are sections, groups, headings and tables', async () => {
    const made = imported({
      survey: `
type|name|label|relevant|repeat_count|constraint
text|first|First
begin_group|a|A|\${first} != ''
integer|size|Size
begin_group|b|B|\${size} > 1
text|in_b|In B
begin_group|c|C|\${size} > 2
text|in_c|In C
end_group
end_group
begin_repeat|kids|Kids|\${size} > 0|\${size}
text|nick|Nick
begin_group|more|More|\${nick} != ''
integer|age|Age of \${nick}|||. < 20
end_group
end_repeat
end_group
calculate|total|`,
    });
    expect(made.definition.sections.map(({ id, fields }) => [id, fields.length])).toEqual([
      ['questions', 1],
      ['a', 3],
      ['questions_2', 1],
    ]);
    expect(made.definition.sections[1]).toMatchObject({
      visibleWhen: { expr: 'first != null' },
      fields: ['size', { group: 'b', visibleWhen: { expr: 'size > 1' }, fields: ['in_b', 'c', 'in_c'] }, 'kids'],
    });
    expect(fieldOf(made, 'c')).toMatchObject({
      type: 'note',
      'ui:widget': 'heading',
      visibleWhen: { expr: 'size > 2' },
    });
    expect(fieldOf(made, 'in_c')).toMatchObject({ visibleWhen: { expr: 'size > 2' } });
    const kids = fieldOf(made, 'kids');
    expect(kids).toMatchObject({ type: 'table', count: { expr: 'size' }, visibleWhen: { expr: 'size > 0' } });
    expect(kids.groups).toMatchObject([{ group: 'more', fields: ['age'] }]);
    expect(kids.columns?.age).toMatchObject({ visibleWhen: { expr: 'nick != null' }, label: { en: 'Age of {nick}' } });
    expect(made.definition.constraints).toMatchObject([{ at: 'kids.age', expr: 'age < 20' }]);
    await mustBeSound(made);
  });

  it('a condition that reads a question of its own group is that of the other questions', async () => {
    const made = imported({
      survey: 'type|name|label|relevant\nbegin_group|g|G|${a} = 1\ninteger|a|A\ninteger|b|B\nend_group',
    });
    expect(made.definition.sections[0]).not.toHaveProperty('visibleWhen');
    expect(fieldOf(made, 'a')).not.toHaveProperty('visibleWhen');
    expect(fieldOf(made, 'b')).toMatchObject({ visibleWhen: { expr: 'a == 1' } });
    await mustBeSound(made);
  });

  it('that are not ended, or end nothing, are named', () => {
    expect(codesOf(imported({ survey: 'type|name|label\nbegin_group|g|G\ntext|a|A' }))).toContain('group_open');
    expect(codesOf(imported({ survey: 'type|name|label\ntext|a|A\nend_repeat' }))).toContain('group_end');
    expect(codesOf(imported({ survey: 'type|name|label\ntext|a|A\nbegin_group|g|G\nend_group' }))).toContain(
      'group_empty',
    );
  });

  it('a group in a group without a question has no place, and nothing of its line counts as carried', () => {
    const inner = 'begin_group|one|One\nbegin_group|two|Two\nbegin_group|three|Three\nend_group';
    const made = imported({ survey: `type|name|label\n${inner}\nend_group\nend_group\ntext|a|A` });
    expect(made.notes.filter(({ code }) => code === 'group_empty').map(({ row }) => row)).toEqual([4, 3, 2]);
    expect([...made.places.values()].filter(({ row }) => row < 6)).toEqual([]);
    expect(made.account.not_carried.map(({ row }) => row)).toEqual([4, 4, 4, 3, 3, 3, 2, 2, 2]);
  });

  it('nothing hidden depends on the condition of a group that it does not belong to', () => {
    const made = imported({
      survey:
        'type|name|label|relevant|calculation\ntext|a|A\nbegin_group|g|G|${a} = 1\ntext|b|B\nend_group\ncalculate|k||| ${a}',
    });
    const [, conditional] = made.definition.sections;
    expect(conditional?.fields).toEqual(['b']);
  });
});

describe('names', () => {
  it.each([
    ['my-name', 'my_name'],
    ['_id', 'id'],
    ['3rd', 'question_3rd'],
    ['نام', 'question'],
    ['in', 'in_'],
    ['constructor', 'constructor_'],
    ['__proto__', 'proto__'],
    ['toString', 'toString_'],
  ])('%s is %s', (written, name) => {
    const made = row({ name: written, relevant: '${n} > 1' });
    expect(Object.keys(made.definition.fields)).toContain(name);
    expect(codesOf(made)).toContain('renamed');
  });

  it('of every object, and of the language of expressions, make a form that may be published', async () => {
    const names = ['constructor', '__proto__', 'toString', 'in', 'const', 'option', 'row', 'نام'];
    const before = ['n', ...names];
    await mustBeSound(rows(names.map((name, at) => ({ name, relevant: `\${${before[at]}} != ''` }))));
  });

  it('that two groups share are told apart by the group, and read from near', async () => {
    const made = imported({
      survey:
        'type|name|label|relevant\nbegin_group|g|G\ninteger|a|A\nend_group\nbegin_group|h|H\ninteger|A|A\ntext|b|B|${A} > 1\nend_group',
    });
    expect(Object.keys(made.definition.fields)).toEqual(['a', 'h_A', 'b']);
    expect(fieldOf(made, 'b')).toMatchObject({ visibleWhen: { expr: 'h_A > 1' } });
    await mustBeSound(made);
  });
});

describe('languages', () => {
  it.each([
    ['label', 'label'],
    ['label::Dari (prs)', 'label::fa'],
    ['label::Farsi', 'label::fa'],
    ['label:Arabic', 'label::ar'],
    ['Label :: pash', 'label::ps'],
    ['label::pa', 'label::ps'],
    ['label::Pashto (pus)', 'label::ps'],
    ['label::دری', 'label::fa'],
    ['hint::Français (fr)', 'hint::fr'],
    ['label::ku-Arab', 'label::ku-Arab'],
    ['label::Hazaragi', 'label::und-x-hazaragi'],
    ['caption', 'label'],
    ['relevance', 'relevant'],
    ['media::image::English (en)', 'media::image::en'],
    ['read_only', 'readonly'],
  ])('%s is read as %s', (header, key) => {
    expect(headerKey(parseHeader(header))).toBe(key);
  });

  it('the source is default_language where it has its words, and words without a language are told by their letters', () => {
    const made = imported({
      survey: 'type|name|label::English (en)|label::Dari (prs)|label::Hazaragi\ntext|a|A|الف|x\ntext|b|B|ب|y',
      settings: 'form_title|default_language\nبازدید|Dari (prs)',
    });
    expect(made.definition.languages).toEqual(['fa', 'en', 'und-x-hazaragi']);
    expect(made.definition.title).toEqual({ fa: 'بازدید' });
    const plain = imported({ survey: 'type|name|label\ntext|a|نوم څه دی؟' });
    expect(plain.definition.languages).toEqual(['ps']);
    expect(codesOf(plain)).toContain('language_assumed');
  });

  it('mends what can be proven, and says so', () => {
    const made = imported({
      survey:
        'type|name|label::Dari (prs)|relevant\ninteger|ن1\u200b|كتاب علي\ntext|b|B|\u200f${ ن1 } > ۵ and ${ن1} != ‘a’',
    });
    expect(Object.values(made.definition.fields)[0]?.label).toEqual({ fa: 'کتاب علی' });
    expect(fieldOf(made, 'b').visibleWhen).toBeUndefined();
    expect(made.notes.filter(({ code }) => code === 'mended').map(({ params }) => params.kinds)).toEqual([
      ['marks'],
      ['letters'],
      ['marks', 'quotes', 'digits', 'reference'],
    ]);
    // Pashto has a ي of its own, and no ك.
    const pashto = imported({ survey: 'type|name|label::Pashto (ps)\ntext|a|په كور کې اوسېږي' });
    expect(pashto.definition.fields.a?.label).toEqual({ ps: 'په کور کې اوسېږي' });
  });
});

describe('sheets', () => {
  it('may be a CSV file with all sheets below each other, or only the questions', () => {
    const both = [
      sheet(
        '',
        'survey|type|name|label\n|text|a|A\nchoices|list_name|name|label\n|yn|1|Y\nsettings|form_title\n|My form',
      ),
    ];
    expect(imported(both).definition).toMatchObject({ form: 'visit', title: { en: 'My form' } });
    expect(Object.keys(imported([sheet('my-csv', 'type|name|label\ntext|a|A')]).definition.fields)).toEqual(['a']);
    expect(() => imported([sheet('Sheet1', 'one|two\n1|2')])).toThrow();
  });

  it('that nothing names, and cells without a head, are named and counted', () => {
    const made = imported({ survey: 'type|name|label|\ntext|a|A|stray', diary: 'x\n1\n2' });
    expect(made.account.not_carried.map(({ code }) => code)).toEqual(
      ['sheet_unknown', 'sheet_unknown', 'cell_unread'].sort(order(made)),
    );
    expect(codesOf(made).filter((code) => code === 'sheet_unknown')).toHaveLength(1);
  });
});

const order = (made: ImportedForm) => (a: string, b: string) =>
  made.account.not_carried.findIndex(({ code }) => code === a) -
  made.account.not_carried.findIndex(({ code }) => code === b);

describe('notes', () => {
  it('have a sentence in each language', () => {
    for (const words of [en, fa, ps]) expect(Object.keys(words.notes).sort()).toEqual([...NOTE_CODES].sort());
    const note = { code: 'renamed', params: { name: 'a b', now: 'a_b' } } as const;
    expect(noteText(note, en as NoteWords, 'en')).toBe('“a b” is called “a_b” here.');
    expect(noteText({ code: 'mended', params: { kinds: ['marks'] } }, en as NoteWords, 'en')).toContain(
      'marks that nobody sees',
    );
  });
});
