import { describe, expect, it } from 'vitest';
import { issueText } from '../../src/core/check/issues/text.ts';
import { issueWords } from '../../src/server/http/words.ts';
import { checkWith } from '../support/definitions.ts';
import { type FormSpec, source, words } from '../support/form.ts';

/** Texts that pass every check. The `words` of other tests fail, because they contain Latin letters in Dari. */
const plain = { en: 'Name', fa: 'نام', ps: 'نوم' };

function textsPassing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsPassing);
  if (typeof value !== 'object' || value === null) return value;
  if ('en' in value && 'fa' in value)
    return String((value as { fa: string }).fa).includes('دری') ? { ...plain } : value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, textsPassing(inner)]));
}

/** Returns the issues of a form as `pointer: message`. */
async function wrong(
  spec: FormSpec,
  change: (files: { form: Record<string, never>; schema: Record<string, never> }) => void = () => undefined,
  more: Record<string, unknown> = {},
): Promise<string[]> {
  const { definition, schema } = source(spec);
  const files = structuredClone({ form: textsPassing(definition), schema }) as {
    form: Record<string, never>;
    schema: Record<string, never>;
  };
  change(files);
  const issues = await checkWith({
    'forms/wells/visit.form.json': files.form,
    'schemas/wells/visit.schema.json': files.schema,
    ...more,
  });
  return issues.map((issue) => `${issue.pointer}: ${issueText(issue, issueWords('en'), 'en')}`);
}
const base: FormSpec = { fields: { name: { type: 'text' }, fence: { type: 'yesno' } } };
// biome-ignore lint/suspicious/noExplicitAny: tests break files in ways that their types do not allow
type Loose = any;
const form =
  (change: (form: Loose) => void) =>
  ({ form: f }: { form: Loose }): void =>
    change(f);

describe('a form without faults', () => {
  it('has no issue', async () => {
    expect(await wrong(base)).toEqual([]);
  });
});

describe('a fault in a definition is told with its place in one sentence', () => {
  it.each([
    [
      'an unknown key',
      base,
      form((f) => Object.assign(f.fields.name, { lable: plain })),
      '/fields/name/lable: The key “lable” is not known here. Did you mean “label”?',
    ],
    [
      'a sentence for an error that does not exist',
      base,
      form((f) => Object.assign(f.fields.name, { messages: { requird: plain } })),
      '/fields/name/messages/requird: There is no error “requird”. Did you mean “required”?',
    ],
    [
      'a choice of records narrowed by what their list does not filter',
      base,
      form((f) =>
        Object.assign(f.fields.name, { type: 'record', record: { forms: ['visit'], where: { fence: 'yes' } } }),
      ),
      '/fields/name/record/where/fence: “fence” is not a filter of the list of “visit”.',
    ],
    [
      'a choice of records that must equal an answer the form does not have',
      base,
      form((f) => {
        f.list.filters = ['fence'];
        Object.assign(f.fields.name, { type: 'record', record: { forms: ['visit'], same: { fence: 'gate' } } });
      }),
      '/fields/name/record/same/fence: This form stores no answer “gate”.',
    ],
    [
      'a date that follows a date the form does not ask',
      { fields: { begun: { type: 'date' }, ended: { type: 'date', notBefore: 'begin' } } },
      () => undefined,
      '/fields/ended/notBefore: There is no field “begin”. Did you mean “begun”?',
    ],
    [
      'a day that follows an instant',
      { fields: { begun: { type: 'datetime' }, ended: { type: 'date', notBefore: 'begun' } } },
      () => undefined,
      '/fields/ended/notBefore: The field “begun” is of type datetime; here date is needed.',
    ],
    [
      'an instant that must not lie after today',
      { fields: { begun: { type: 'datetime', notAfter: 'today' } } },
      () => undefined,
      '/fields/begun/notAfter: The field “begun” is of type datetime; here date is needed.',
    ],
    [
      'a rule for the same record that names no field',
      base,
      form((f) => (f.sameAs = { fields: ['nam', 'fence'] })),
      '/sameAs/fields/0: There is no field “nam”. Did you mean “name”?',
    ],
    [
      'a rule for the same record without a required field',
      base,
      form((f) => (f.sameAs = { fields: ['fence'] })),
      '/sameAs/fields: None of these fields is required (fence), so two records without any answer would be the same. Name a required one.',
    ],
    [
      'a rule for the same record that compares rows',
      { fields: { name: { required: true }, rows: { type: 'table', columns: { name: { type: 'text' } } } } },
      form((f) => (f.sameAs = { fields: ['name', 'rows'] })),
      '/sameAs/fields/1: “rows” has the type table, whose answers are not compared. Name another field.',
    ],
    [
      'two rules for the same record',
      { fields: { name: { required: true } } },
      form((f) =>
        Object.assign(f, {
          sameAs: { fields: ['name'] },
          import: { path: '/visits/upload', fields: ['name'], key: ['name'] },
        }),
      ),
      '/import/key: The form says what is the same in “sameAs” already. Remove “key” from the import.',
    ],
    [
      'a visit that ends in a field that has no time',
      base,
      form((f) => (f.review = { flags: { short: { from: 'name', to: 'fence', minutes: 5 } } })),
      '/review/flags/short/from: The field “name” is of type text; here datetime / time is needed.',
    ],
    [
      'a rule for the same record that tells a restricted answer',
      { fields: { name: { type: 'text', required: true, restricted: true } } },
      form((f) => (f.sameAs = { fields: ['name'] })),
      '/sameAs/fields/0: “name” is protected. If it were compared, whoever enters a record could learn the answer. Take it out.',
    ],
    ['a missing key', base, form((f) => delete f.workflow), ': The key “workflow” is missing.'],
    [
      'an unknown field type',
      base,
      form((f) => Object.assign(f.fields.name, { type: 'txt' })),
      /\/fields\/name\/type: This must be one of acknowledge, .*choice, code/,
    ],
    [
      'a missing translation',
      base,
      form((f) => delete f.fields.name.label.ps),
      '/fields/name/label: The Pashto text is missing.',
    ],
    [
      'an untranslated text',
      base,
      form((f) => Object.assign(f.fields.name.label, { fa: 'Name' })),
      '/fields/name/label/fa: The Dari text is not translated.',
    ],
    [
      'an Arabic kaf',
      base,
      form((f) => Object.assign(f.fields.name.label, { fa: 'كابل' })),
      '/fields/name/label/fa: The Dari text contains the Arabic letter ك; write ک.',
    ],
    [
      'an Arabic yeh in Dari',
      base,
      form((f) => Object.assign(f.fields.name.label, { fa: 'علي' })),
      '/fields/name/label/fa: The Dari text contains the Arabic letter ي; write ی.',
    ],
    [
      'an invisible direction mark',
      base,
      form((f) => Object.assign(f.fields.name.label, { ps: 'نوم\u200f' })),
      '/fields/name/label/ps: The Pashto text contains an invisible direction mark.',
    ],
    [
      'a Pashto letter in Dari',
      base,
      form((f) => Object.assign(f.fields.name.label, { fa: 'ښوونځی' })),
      '/fields/name/label/fa: The Dari text contains a letter that only Pashto has.',
    ],
    [
      'other placeholders',
      base,
      form((f) => Object.assign(f.fields.name, { help: { en: 'Up to {{limit}}', fa: 'تا', ps: 'تر {{limit}}' } })),
      '/fields/name/help/fa: The Dari text does not have the placeholders of the other languages (limit).',
    ],
    [
      'a field in no section',
      base,
      form((f) => f.sections[0].fields.pop()),
      '/fields/fence: The field “fence” is in no section.',
    ],
    [
      'a field in two sections',
      base,
      form((f) => f.sections.push({ id: 'more', title: plain, fields: ['fence'] })),
      '/sections/1/fields/0: The field “fence” is already in section “all”.',
    ],
    [
      'an unknown field in a section',
      base,
      form((f) => f.sections[0].fields.push('nam')),
      '/sections/0/fields/2: There is no field “nam”. Did you mean “name”?',
    ],
    [
      'an unknown column',
      base,
      form((f) => f.list.columns.push('colour')),
      '/list/columns/1: “colour” is neither a question nor a column that Amanat has.',
    ],
    [
      'a column of a parent that is not there',
      base,
      form((f) => f.list.columns.push('parent.name')),
      '/list/columns/1: “parent.name” reads the parent, but the form has no parent.',
    ],
    [
      'an unknown filter',
      base,
      form((f) => Object.assign(f.list, { filters: ['colour'] })),
      '/list/filters/0: “colour” is neither a question nor a column that Amanat has.',
    ],
    [
      'an unknown sort',
      base,
      form((f) => Object.assign(f.list, { sort: '-colour' })),
      '/list/sort: “colour” is neither a question nor a column that Amanat has.',
    ],
    [
      'a tab of an unknown section',
      base,
      form((f) => Object.assign(f, { detail: { tabs: [{ id: 'a', sections: ['b'] }] } })),
      '/detail/tabs/0/sections/0: There is no section “b”.',
    ],
    [
      'an unknown workflow',
      base,
      form((f) => Object.assign(f, { workflow: 'none' })),
      '/workflow: There is no workflow “none”.',
    ],
    [
      'an unknown parent form',
      base,
      form((f) => Object.assign(f, { parent: { forms: ['well'], field: 'name' } })),
      '/parent/forms/0: There is no form “well”.',
    ],
    [
      'a parent field of another type',
      base,
      form((f) => Object.assign(f, { parent: { forms: ['visit'], field: 'name' } })),
      '/parent/field: The field “name” is of type text; here record is needed.',
    ],
    [
      'an unknown choice list',
      { fields: { donor: { type: 'choice', choices: 'donor' } } },
      undefined,
      '/fields/donor/choices: There is no choice list “donor”.',
    ],
    [
      'an unknown source',
      base,
      form((f) => Object.assign(f.api, { create: { schools: 'records:well' } })),
      '/api/create/schools: There is no form “well”.',
    ],
    [
      'a type of records that neither lie below the form nor name it',
      base,
      form((f) => Object.assign(f.api, { formTypes: { visit: { form: 'visit' } } })),
      '/api/formTypes/visit/form: Records of “visit” do not belong to this form: make it their parent, or name the question by which they say it (“by”).',
    ],
    [
      'an alias that is a stored name',
      base,
      form((f) => Object.assign(f.fields.name, { aliases: ['fence'] })),
      '/fields/name/aliases/0: “fence” is already a stored name.',
    ],
    [
      'a question id twice',
      base,
      form((f) => Object.assign(f.fields.fence, { id: 'q_name' })),
      '/fields/fence/id: The question id “q_name” is already used at /fields/name/id.',
    ],
    [
      'a condition on an unknown field',
      base,
      form((f) => Object.assign(f.fields.name, { visibleWhen: { field: 'fense', is: { const: 'yes' } } })),
      '/fields/name/visibleWhen/field: The condition names “fense”, which is not a stored name of the form. Did you mean “fence”?',
    ],
    [
      'a condition that no answer meets',
      base,
      form((f) => Object.assign(f.fields.name, { visibleWhen: { field: 'fence', is: { const: 'maybe' } } })),
      '/fields/name/visibleWhen/is: The condition asks for “maybe”, which is not a possible answer.',
    ],
    [
      'a condition beyond what is needed',
      base,
      form((f) => Object.assign(f.fields.name, { visibleWhen: { field: 'fence', is: { $ref: '#' } } })),
      '/fields/name/visibleWhen/is/$ref: The keyword “$ref” cannot be used in a condition.',
    ],
    [
      'fields that show each other',
      base,
      form((f) => {
        Object.assign(f.fields.name, { visibleWhen: { field: 'fence', is: { const: 'yes' } } });
        Object.assign(f.fields.fence, { visibleWhen: { field: 'name', is: { minLength: 1 } } });
      }),
      '/fields/name/visibleWhen: Circular visibility condition: name → fence → name.',
    ],
    [
      'a derived value that shows what it is made of',
      {
        fields: {
          a: { type: 'integer', visibleWhen: { field: 'total', is: { minimum: 1 } } },
          total: { type: 'derived', derived: { sum: ['a'] }, contract: { type: 'integer' } },
        },
      },
      undefined,
      '/fields/a/visibleWhen: Circular visibility condition: a → total → a.',
    ],
    [
      'derived values in a circle',
      { fields: { a: { type: 'derived', derived: { sum: ['b'] } }, b: { type: 'derived', derived: { sum: ['a'] } } } },
      undefined,
      '/fields/a/derived: Circular derived value: a → b → a.',
    ],
    [
      'a derived value of nothing',
      { fields: { a: { type: 'derived', derived: { sum: ['b'] } } } },
      undefined,
      '/fields/a/derived: The derived value reads “b”, which is not a stored name. Did you mean “a”?',
    ],
    [
      'an option outside the enum',
      {
        fields: {
          kind: { type: 'choice', options: [{ value: 'a', label: plain }], contract: { type: 'string', enum: ['b'] } },
        },
      },
      undefined,
      '/fields/kind/options: The option “a” is not in the enum of “kind”.',
    ],
    [
      'a property that fits the type badly',
      { fields: { depth: { type: 'integer', contract: { type: 'string' } } } },
      undefined,
      '/fields/depth: The stored name “depth” does not fit the field type integer: it must be of type integer.',
    ],
    [
      'coordinates with bounds of their own',
      {
        fields: {
          at: {
            type: 'geopoint',
            bind: { latitude: 'lat', longitude: 'lon' },
            contracts: {
              lat: { type: 'number', minimum: 0, maximum: 90 },
              lon: { type: 'number', minimum: 60.5, maximum: 74.9 },
            },
          },
        },
      },
      undefined,
      /\/fields\/at: The stored name “lat” does not fit the field type geopoint: its bounds must be those of the constants/,
    ],
    [
      'a place without its parts',
      { fields: { at: { type: 'place', bind: { district: 'd' } } } },
      undefined,
      '/fields/at/bind: A question of type place must fill “province”.',
    ],
    [
      'a property without a field',
      base,
      ({ schema }: { schema: Loose }) => Object.assign(schema.properties, { colour: { type: 'string' } }),
      '/properties/colour: No question fills the stored name “colour”.',
    ],
    [
      'a field without a property',
      base,
      ({ schema }: { schema: Loose }) => delete schema.properties.name,
      /\/fields\/name: The stored fields have no name “name” for this question. They are published/,
    ],
    [
      'a contract that lets everything in',
      base,
      ({ schema }: { schema: Loose }) => delete schema.additionalProperties,
      '/additionalProperties: Stored fields must refuse unknown names: set additionalProperties to false.',
    ],
    [
      'a required property that is not there',
      base,
      ({ schema }: { schema: Loose }) => schema.required.push('colour'),
      '/required/0: The required name “colour” does not exist.',
    ],
    [
      'a contract that is no schema',
      base,
      ({ schema }: { schema: Loose }) => Object.assign(schema.properties.name, { minLength: 'two' }),
      '/properties/name/minLength: This is not a JSON Schema: must be integer.',
    ],
    [
      'a reference to nothing',
      base,
      ({ schema }: { schema: Loose }) =>
        Object.assign(schema.properties, { name: { $ref: '../common/types.schema.json#/$defs/nothing' } }),
      /points to nothing/,
    ],
  ] as [string, FormSpec, ((files: Loose) => void) | undefined, string | RegExp][])(
    '%s',
    async (_what, spec, change, expected) => {
      const issues = await wrong(spec, change);
      expect(issues).toContainEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    },
  );

  it('a condition and a column that fit none of their forms, told by the nearest one', async () => {
    expect(
      await wrong(
        base,
        form((f) => Object.assign(f.fields.name, { visibleWhen: { feild: 'fence', is: {} } })),
      ),
    ).toEqual(['/fields/name/visibleWhen/feild: The key “feild” is not known here. Did you mean “field”?']);
    expect(
      await wrong(
        base,
        form((f) => f.list.columns.push({ field: 'fence', lable: plain })),
      ),
    ).toEqual(['/list/columns/1/lable: The key “lable” is not known here. Did you mean “label”?']);
    expect(
      await wrong(
        base,
        form((f) => f.list.columns.push(7)),
      ),
    ).toEqual(['/list/columns/1: This must be of type string / object.']);
  });

  it('bounds that no answer can meet, at every depth', async () => {
    const cells = {
      type: 'object',
      additionalProperties: false,
      properties: { n: { type: 'integer', minimum: 9, maximum: 3 } },
    };
    const spec: FormSpec = {
      fields: {
        name: { type: 'text', contract: { type: 'string', minLength: 5, maxLength: 2 } },
        rows: {
          type: 'table',
          columns: { n: { id: 'q_n', type: 'integer', label: plain } },
          contract: { type: 'array', minItems: 1, maxItems: 4, items: cells },
        } as never,
      },
    };
    expect((await wrong(spec)).filter((issue) => issue.includes('lowest value'))).toEqual([
      '/properties/name/minLength: The lowest value (5) is more than the highest (2).',
      '/properties/rows/items/properties/n/minimum: The lowest value (9) is more than the highest (3).',
    ]);
  });

  it('a question that means something else than in an older version', async () => {
    const old = source({ fields: { name: { type: 'integer' } } });
    const issues = await wrong({ ...base, version: 2, changes: { from: 1, note: words('Second') } }, undefined, {
      'forms/wells/frozen/visit.v1.form.json': textsPassing(old.definition),
      'schemas/wells/frozen/visit.v1.schema.json': old.schema,
    });
    expect(issues).toEqual([
      '/fields/name/id: The question id “q_name” was a question of type integer in version 1 and is of type text now; give it a new id.',
    ]);
  });

  it('a problem type and a category that do not exist', async () => {
    const list = {
      list: 'problem-type.wells',
      title: plain,
      items: [{ id: '1', code: 'water', category: 'nowhere', label: plain }],
    };
    const issues = await wrong(
      {
        problems: { types: 'problem-type.wells', field: 'problems' },
        fields: { waters: { type: 'rating', problemWhen: { const: 'bad' } }, problems: { type: 'problems' } },
      },
      undefined,
      { 'forms/common/choices/problem-type.wells.json': list },
    );
    expect(issues).toEqual([
      '/fields/waters/problemWhen: The list “problem-type.wells” has no problem type “waters”. Did you mean “water”?',
      '/problems/types: The problem type “1” belongs to the section “nowhere”, which the form does not have.',
    ]);
  });

  it('a word that the glossary replaces, as a word of its own', async () => {
    const glossary = {
      terms: [{ id: 'school', term: { en: 'school', fa: 'مکتب', ps: 'ښوونځی' }, avoid_fa: ['مدرسه'] }],
    };
    const label = (fa: string) => form((f) => Object.assign(f.fields.name.label, { fa }));
    const more = { 'forms/common/glossary.json': glossary };
    expect(await wrong(base, label('نام مدرسه؟'), more)).toEqual([
      '/fields/name/label/fa: The glossary says “مکتب”, not “مدرسه”.',
    ]);
    expect(await wrong(base, label('نام مدرسه‌ها'), more)).toHaveLength(1);
    expect(await wrong(base, label('نام مدرسه‌نامه'), more)).toEqual([]);
    expect(await wrong(base, label('نام مکتب'), more)).toEqual([]);
  });

  it('roles, actions and states of permissions that do not exist', async () => {
    const permissions = {
      roles: [{ id: 'writer', label: plain }],
      rules: [{ id: 'r', roles: ['wirter'], actions: ['view', 'fly'], states: ['lost'], forms: ['visit', 'ship'] }],
    };
    expect(await wrong(base, undefined, { 'forms/common/permissions.json': permissions })).toEqual([
      '/rules/0/roles/0: There is no role “wirter”.',
      '/rules/0/forms/1: There is no form “ship”.',
      '/rules/0/states/0: No workflow has the state “lost”.',
      '/rules/0/actions/1: There is no action “fly”.',
    ]);
  });

  it('a file that is no JSON, a contract without a form, a name that differs', async () => {
    const issues = await checkWith({ 'forms/wells/visit.form.json': 'x', 'schemas/wells/other.schema.json': {} });
    expect(issues).toEqual([
      { file: 'forms/wells/visit.form.json', pointer: '', code: 'no_object', params: {} },
      { file: 'schemas/wells/other.schema.json', pointer: '', code: 'contract_unused', params: {} },
    ]);
    expect(await wrong({ ...base, form: 'well' })).toEqual([
      '/form: The file name says “visit”, the form is named “well”.',
    ]);
  });
});

describe('versions of one form', () => {
  const v1: FormSpec = {
    fields: {
      name: { type: 'text' },
      kind: {
        type: 'choice',
        options: [
          { value: 'well', label: plain },
          { value: 'river', label: plain },
        ],
      },
    },
  };
  const with2 = (spec: FormSpec, change?: (files: Loose) => void) => {
    const old = source(v1);
    return wrong({ ...spec, version: 2, changes: { from: 1, note: words('Second') } }, change, {
      'forms/wells/frozen/visit.v1.form.json': textsPassing(old.definition),
      'schemas/wells/frozen/visit.v1.schema.json': old.schema,
    });
  };

  it('skip no number', async () => {
    expect(await wrong({ ...base, version: 3, changes: { from: 1, note: words('Third') } })).toEqual([
      '/version: There is no version 2 before version 3. Do not skip version numbers.',
    ]);
  });

  it('keep the question of a name, unless the answers under it are moved or dropped', async () => {
    const other = form((f) => Object.assign(f.fields.name, { id: 'q_other' }));
    expect(await with2(v1, other)).toEqual([
      '/fields/name/id: In version 1, “name” was the question q_name. A question keeps its id; a different question needs another name.',
    ]);
    expect(await with2({ ...v1, migrate: { drop: { name: plain } } }, other)).toEqual([]);
  });

  it('move answers only between names and options that exist', async () => {
    const migrate = {
      rename: { nam: 'name' },
      drop: { kinds: plain },
      set: { height: 3 },
      map: { kind: { well: 'tap', river: null }, colour: { red: 'blue' } },
    };
    expect(await with2({ ...v1, migrate })).toEqual([
      '/migrate/rename/nam: Version 1 stores no answer “nam”. Did you mean “name”?',
      '/migrate/drop/kinds: Version 1 stores no answer “kinds”. Did you mean “kind”?',
      '/migrate/set/height: Version 2 stores no answer “height”.',
      '/migrate/map/kind/well: “tap” is not an option of “kind” in version 2.',
      '/migrate/map/colour: Version 1 stores no answer “colour”.',
    ]);
    expect(await with2({ ...v1, migrate: { map: { kind: { well: 'river' } } } })).toEqual([]);
  });

  it('say where the answers of a removed question go, also split and merged', async () => {
    const option = { value: 'tap', label: plain };
    const next: FormSpec = { fields: { title: { type: 'text' }, source: { type: 'choice', options: [option] } } };
    expect(await with2(next)).toEqual([
      '/migrate: Version 1 stores “name”, this version does not: say in migrate what becomes of the answers, with rename, split or merge, or with drop and the reason.',
      '/migrate: Version 1 stores “kind”, this version does not: say in migrate what becomes of the answers, with rename, split or merge, or with drop and the reason.',
    ]);
    const moved: FormSpec['migrate'] = { split: { name: ['title', 'titel'] }, merge: { source: ['kind', 'kinds'] } };
    expect(await with2({ ...next, migrate: moved })).toEqual([
      '/migrate: In version 1, “kind” has the option “well”, “river”; in this version it does not. Say in migrate.map which option replaces it, or null.',
      '/migrate/split/name: Version 2 stores no answer “titel”. Did you mean “title”?',
      '/migrate/merge/source: Version 1 stores no answer “kinds”. Did you mean “kind”?',
    ]);
    const migrate = { rename: { name: 'title', kind: 'source' }, map: { source: { well: 'tap', river: null } } };
    expect(await with2({ ...next, migrate })).toEqual([]);
  });
});

describe('two forms', () => {
  const beside = async (change: (other: Loose) => void): Promise<string[]> => {
    const other = source({
      ...base,
      form: 'survey',
      code: { pattern: 'SU_{seq}' },
      paths: { list: '/surveys', record: '/surveys/:id' },
      api: { base: 'surveys' },
    });
    const definition = textsPassing(other.definition);
    change(definition);
    return wrong({ ...base, code: { pattern: 'VI_{seq}' } }, undefined, {
      'forms/wells/survey.form.json': definition,
      'schemas/wells/survey.schema.json': other.schema,
    });
  };

  it('may stand beside each other', async () => {
    expect(await beside(() => undefined)).toEqual([]);
  });

  it.each([
    ['one screen', (f) => (f.paths.record = '/visits/:record'), /is already a screen of “.*”/],
    ['one other screen', (f) => (f.paths.create = ['/visits']), /visits is already a screen of “.*”/],
    ['one beginning of their codes', (f) => (f.code.pattern = 'VI_{seq}'), /Codes VI_\{seq\} are already used by “.*”/],
    [
      'a record without its id',
      (f) => (f.paths.record = '/surveys/one'),
      '/paths/record: /surveys/one names no record. Write :id in place of the id.',
    ],
    [
      'a misspelt programme',
      (f) => (f.programme = 'well'),
      '/programme: No other form belongs to the programme “well”. Did you mean “wells”?',
    ],
  ] as [string, (form: Loose) => void, string | RegExp][])('may not have %s', async (_what, change, expected) => {
    expect(await beside(change)).toContainEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });
});
