/**
 * Faults seeded one by one into sound definitions: each gives exactly one finding, at its place, in one plain sentence. The
 * definitions are the examples with what they need, in a folder of their own.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInSteps, type Issue } from '../../src/core/check/check.ts';
import { blockingIssues } from '../../src/core/check/issues/issue.ts';
import { issueText } from '../../src/core/check/issues/text.ts';
import { readFiles, type SourceFile, type SourceFiles } from '../../src/core/definitions/files.ts';
import { formatDefinition } from '../../src/core/definitions/format.ts';
import { runAllSteps } from '../../src/core/steps.ts';
import {
  checkTools,
  DEFINITION_FOLDERS,
  diskIo,
  readMetaSchemas,
} from '../../src/server/definitions/definitionFiles.ts';
import { mediaFiles } from '../../src/server/definitions/mediaFiles.ts';
import { issueWords } from '../../src/server/http/words.ts';
import { checkDefinitionFiles } from '../../src/server/jobs/forms/check.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { ROOT } from '../support/definitions.ts';

// biome-ignore lint/suspicious/noExplicitAny: faults break files in ways their types do not allow
type Loose = any;

const root = mkdtempSync(join(tmpdir(), 'amanat-faults-'));
const meta = readMetaSchemas(ROOT);
const rules = checkTools(meta);
const text = { en: 'Text', fa: 'متن', ps: 'متن' };

const formPath = (name: string) => `forms/examples/example-${name}.form.json`;
const schemaPath = (name: string) => `schemas/examples/example-${name}.schema.json`;
const LOCK = 'schemas/contracts.lock.json';
const PERMISSIONS = 'forms/common/permissions.json';
const NAVIGATION = 'forms/common/navigation.json';
const HOME = 'forms/common/home.json';
const REGISTER = 'forms/common/workflows/register.json';
const CONSTANTS = 'forms/common/constants.json';

/** What the files said before a fault was seeded; undefined for files that a fault adds. */
const before = new Map<string, Buffer | undefined>();

function put(path: string, content: string | Buffer | undefined): void {
  const full = join(root, path);
  let old: Buffer | undefined;
  try {
    old = readFileSync(full);
  } catch {
    old = undefined;
  }
  if (!before.has(path)) before.set(path, old);
  mkdirSync(dirname(full), { recursive: true });
  if (content === undefined) rmSync(full);
  else writeFileSync(full, content);
}

function inText(path: string, from: string, to: string): void {
  const old = readFileSync(join(root, path), 'utf8');
  if (!old.includes(from)) throw new Error(`${path} does not say ${from}`);
  put(path, old.replace(from, to));
}

/** Changes a file and writes it in canonical form. */
function inJson(path: string, change: (json: Loose) => unknown): void {
  const json = JSON.parse(readFileSync(join(root, path), 'utf8'));
  change(json);
  const name = path.endsWith('.schema.json') ? 'schema' : kindOf(path);
  put(path, path === LOCK ? `${JSON.stringify(json, null, 2)}\n` : formatDefinition(json, meta.get(name as never)));
}

function kindOf(path: string): string {
  if (path.endsWith('.form.json')) return 'form';
  if (path.endsWith('.report.json')) return 'report';
  return path.includes('/workflows/') ? 'workflow' : (path.split('/').at(-1) as string).replace('.json', '');
}

const form = (name: string, change: (form: Loose) => unknown) => () => inJson(formPath(name), change);
const schema = (name: string, change: (schema: Loose) => unknown) => () => inJson(schemaPath(name), change);
const both =
  (...changes: (() => void)[]) =>
  () => {
    for (const change of changes) change();
  };

beforeAll(async () => {
  for (const folder of [
    'schemas/meta',
    'schemas/common',
    'schemas/api',
    'schemas/examples',
    'forms/examples',
    // All other words would only be read again with each fault.
    ...['en', 'fa', 'ps'].map((language) => `locales/${language}/errors.json`),
  ])
    cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
  for (const path of ['workflows', 'frozen', 'constants.json', 'glossary.json', 'problem.form.json'])
    cpSync(join(ROOT, 'forms/common', path), join(root, 'forms/common', path), { recursive: true });
  for (const name of ['example-offices', 'example-problem-types', 'example-villages'])
    cpSync(join(ROOT, `forms/common/choices/${name}.json`), join(root, `forms/common/choices/${name}.json`));
  const write = (path: string, json: object) => put(path, formatDefinition(json, meta.get(kindOf(path) as never)));
  // People and sites are forms of programmes: here the texts stand for them.
  inJson(formPath('references'), ({ fields }) => {
    for (const { person, record } of Object.values<Loose>(fields)) (person ?? record).forms = ['example-text'];
  });
  inJson(formPath('words'), ({ fields }) => {
    for (const { record } of Object.values<Loose>(fields)) if (record) record.forms = ['example-text'];
  });
  const rules = [{ id: 'all', roles: ['writer'], actions: ['view', 'create'], forms: ['example-text'] }];
  const roles = ['writer', 'provincial-coordinator', 'me-officer'].map((id) => ({ id, label: text }));
  write(PERMISSIONS, { roles, rules });
  const items = [{ id: 'texts', form: 'example-text' }];
  write(NAVIGATION, { departments: [{ id: 'examples', title: text, icon: 'book', items }], bar: [] });
  const cards = ['drafts', 'returned'];
  write(HOME, {
    homes: [
      { id: 'writers', roles: ['writer'], cards },
      { id: 'others', cards },
    ],
  });
  const quiet = { root, print: () => undefined };
  inJson(formPath('choices'), ({ fields }) => {
    fields.has_wall.restricted = true;
  });
  for (const name of ['choices', 'table', 'repeats', 'media']) {
    await formsCommand(['new-version', `example-${name}`], quiet);
    inJson(formPath(name), (definition) => {
      definition.changes.note = text;
      definition.icon = 'book';
    });
  }
  await formsCommand(['done'], quiet);
  before.clear();
}, 60_000);

afterAll(() => rmSync(root, { recursive: true }));

/** What `forms check` finds in files beyond what a server finds in the definitions that it serves. */
const ONLY_IN_FILES: ReadonlySet<string> = new Set([
  'contract_was_changed',
  'lock_behind',
  'not_done',
  'version_gone',
  'version_was_edited',
]);

const readAll = () => readFiles(diskIo(root), DEFINITION_FOLDERS);
let sound: SourceFiles;

/**
 * Checks with the fault, and takes it back. Whoever checked the sound files before has the same findings, for less work: the
 * everyday run takes these where a server would find the fault too, the whole matrix compares them for all.
 */
async function findings(fault: () => void, code?: string): Promise<Issue[]> {
  try {
    sound ??= await readAll();
    fault();
    const tools = { ...rules, media: await mediaFiles(root) };
    const files = new Map([...(await readAll())].map(([path, file]) => [path, unlessChanged(file)]));
    const known = runAllSteps(checkInSteps(files, tools, sound));
    if (code && !ONLY_IN_FILES.has(code) && !process.env.AMANAT_FULL) return known;
    // Without advice about files that did not change.
    const found = blockingIssues(await checkDefinitionFiles(root, rules));
    expect(known).toEqual(found.filter(({ code }) => !ONLY_IN_FILES.has(code)));
    return found;
  } finally {
    for (const [path, content] of before) put(path, content);
    before.clear();
  }
}

function unlessChanged(file: SourceFile): SourceFile {
  const before = sound.get(file.path);
  return before?.text === file.text ? before : file;
}

/** What is wrong, the change, and the finding: file, pointer or line:column, code, sentence. */
type Fault = [what: string, seed: () => void, file: string, place: string, code: string, sentence: string];

const FILES: Fault[] = [
  [
    'a comma too much',
    () => inText(formPath('text'), '"version": 1,', '"version": 1,,'),
    formPath('text'),
    '4:16',
    'no_json',
    'This is not valid JSON (line 4, column 16).',
  ],
  [
    'a contract that ends too early',
    () => put(schemaPath('text'), '{\n  "type": "object"\n'),
    schemaPath('text'),
    '3:1',
    'no_json',
    'This is not valid JSON (line 3, column 1).',
  ],
  [
    'words of the interface in a file that is no JSON',
    () => inText('locales/en/errors.json', '{', '{{'),
    'locales/en/errors.json',
    '1:2',
    'no_json',
    'This is not valid JSON (line 1, column 2).',
  ],
  [
    'a key twice',
    () => inText(formPath('text'), '"version": 1,', '"version": 1,\n  "kind": "event",'),
    formPath('text'),
    '6:3',
    'key_twice',
    'The key “kind” is used a second time here (line 6, column 3). Only one of the two would count.',
  ],
  [
    'a section named like what every object has',
    () => inText(formPath('text'), '"id": "main"', '"id": "constructor"'),
    formPath('text'),
    '/sections/0/id',
    'name_reserved',
    '“constructor” cannot be a name here, because programs use it themselves. Choose another one.',
  ],
  [
    'a text where an object belongs',
    () => put(REGISTER, '"register"\n'),
    REGISTER,
    '',
    'no_object',
    'The file is not a JSON object.',
  ],
  [
    'another layout of the file',
    () => inText(formPath('text'), '  "version": 1,', '    "version": 1,'),
    formPath('text'),
    '',
    'not_done',
    'This does not match the definitions. Run npm run amanat -- forms done.',
  ],
  [
    'a misspelt key',
    form('conditions', ({ fields: { met } }) => {
      met.lable = met.label;
      delete met.label;
    }),
    formPath('conditions'),
    '/fields/met/lable',
    'key_unknown',
    'The key “lable” is not known here. Did you mean “label”?',
  ],
  [
    'a missing key',
    form('conditions', (f) => delete f.workflow),
    formPath('conditions'),
    '',
    'key_missing',
    'The key “workflow” is missing.',
  ],
  [
    'a value of the wrong kind',
    form('conditions', (f) => (f.sections[0].fields = 'met')),
    formPath('conditions'),
    '/sections/0/fields',
    'wrong_type',
    'This must be of type array.',
  ],
  [
    'a value that is not one of the possible ones',
    form('conditions', (f) => (f.kind = 'tabel')),
    formPath('conditions'),
    '/kind',
    'not_one_of',
    'This must be one of site, sheet, survey, record, event, person, table, log, row.',
  ],
  [
    'a name that is written wrongly',
    form('conditions', (f) => (f.fields.met.id = 'Q-met')),
    formPath('conditions'),
    '/fields/met/id',
    'wrong_pattern',
    'This does not match the pattern ^[a-z][a-z0-9_]*$.',
  ],
  [
    'a list without columns',
    form('conditions', (f) => (f.list.columns = [])),
    formPath('conditions'),
    '/list/columns',
    'empty',
    'This is empty.',
  ],
  [
    'two derivations of one value',
    form('table', (f) => (f.fields.assets_value.derived.count = 'assets')),
    formPath('table'),
    '/fields/assets_value/derived',
    'too_many_keys',
    'The limit here is 1 key.',
  ],
];

const WORDS: Fault[] = [
  [
    'a missing language',
    form('conditions', (f) => delete f.fields.met.label.ps),
    formPath('conditions'),
    '/fields/met/label',
    'words_missing',
    'The Pashto text is missing.',
  ],
  [
    'an empty text',
    form('conditions', (f) => (f.fields.met.label.fa = '')),
    formPath('conditions'),
    '/fields/met/label/fa',
    'empty_text',
    'This text is empty.',
  ],
  [
    'a space behind a text',
    form('conditions', (f) => (f.fields.met.label.fa = 'شورا ')),
    formPath('conditions'),
    '/fields/met/label/fa',
    'text_space',
    'The Dari text begins or ends with a space.',
  ],
  [
    'an invisible mark',
    form('conditions', (f) => (f.fields.met.label.fa = 'شورا\u200f')),
    formPath('conditions'),
    '/fields/met/label/fa',
    'text_mark',
    'The Dari text contains an invisible direction mark.',
  ],
  [
    'a placeholder in one language only',
    form('conditions', (f) => (f.fields.met.label.en = 'Did the {council} meet?')),
    formPath('conditions'),
    '/fields/met/label/en',
    'text_placeholders',
    'The English text does not have the placeholders of the other languages (–).',
  ],
  [
    'Dari words in English',
    form('conditions', (f) => (f.fields.met.label.en = 'شورا')),
    formPath('conditions'),
    '/fields/met/label/en',
    'text_arabic',
    'The English text contains Arabic letters.',
  ],
  [
    'an Arabic letter',
    form('conditions', (f) => (f.fields.met.label.fa = 'كار')),
    formPath('conditions'),
    '/fields/met/label/fa',
    'text_letter',
    'The Dari text contains the Arabic letter ك; write ک.',
  ],
  [
    'a Pashto letter in Dari',
    form('conditions', (f) => (f.fields.met.label.fa = 'غونډه')),
    formPath('conditions'),
    '/fields/met/label/fa',
    'text_pashto',
    'The Dari text contains a letter that only Pashto has.',
  ],
  [
    'English words in Pashto',
    form('conditions', (f) => (f.fields.met.label.ps = 'Did it meet?')),
    formPath('conditions'),
    '/fields/met/label/ps',
    'text_untranslated',
    'The Pashto text is not translated.',
  ],
  [
    'a word that the glossary replaces',
    form('conditions', (f) => (f.fields.met.label.fa = 'ادمین')),
    formPath('conditions'),
    '/fields/met/label/fa',
    'glossary',
    'The glossary says “مدیر سیستم”, not “ادمین”.',
  ],
];

const LOOKS: Fault[] = [
  [
    'a home for a role that does not exist',
    () => inJson(HOME, (h) => (h.homes[0].roles = ['writers'])),
    HOME,
    '/homes/0/roles/0',
    'role_unknown',
    'There is no role “writers”.',
  ],
  [
    'a home for a programme without forms',
    () => inJson(HOME, (h) => (h.homes[0].programmes = ['space'])),
    HOME,
    '/homes/0/programmes/0',
    'programme_unknown',
    'No form belongs to a programme “space”.',
  ],
  [
    'a last home that is not for everybody',
    () => inJson(HOME, (h) => (h.homes[1].roles = ['writer'])),
    HOME,
    '/homes/1',
    'home_order',
    'Only the last home, and it alone, must be for everyone: without roles and programmes. This is “others”.',
  ],
  [
    'a form that somebody fills in and no role verifies',
    () =>
      inJson(REGISTER, (w) => {
        Object.assign(w.states[1], { counts: true });
      }),
    PERMISSIONS,
    '/rules',
    'judge_none',
    'No role can verify “example-text” in a province, although somebody can fill it in there.',
  ],
  [
    'a visit of sites that are chosen by what no list has',
    form(
      'references',
      (f) => (f.due = { every: 'month', site: 'school', where: [{ field: 'colour', op: 'eq', value: 'red' }] }),
    ),
    formPath('references'),
    '/due/where/0/field',
    'due_not_listed',
    '“colour” is neither a column nor a filter of the list of the site, so sites cannot be chosen by it.',
  ],
  [
    'a visit that names no site',
    form('references', (f) => (f.due = { every: 'month', site: 'shool' })),
    formPath('references'),
    '/due/site',
    'field_unknown',
    'There is no field “shool”. Did you mean “school”?',
  ],
  [
    'a part of the gallery that no question is',
    form('references', (f) => (f.gallery = { captions: ['shool'] })),
    formPath('references'),
    '/gallery/captions/0',
    'field_unknown',
    'There is no field “shool”. Did you mean “school”?',
  ],
  [
    'a picture of the gallery that is none',
    form('references', (f) => (f.gallery = { picture: 'school' })),
    formPath('references'),
    '/gallery/picture',
    'field_wrong_type',
    'The field “school” is of type record; here image is needed.',
  ],
  [
    'a day that is due and is no day',
    form('references', (f) => (f.dueDates = [{ field: 'school', label: text }])),
    formPath('references'),
    '/dueDates/0/field',
    'field_wrong_type',
    'The field “school” is of type record; here date is needed.',
  ],
  [
    'a record that ends what is due, of a form that does not name it',
    form(
      'dates',
      (f) => (f.dueDates = [{ field: 'visit_date', label: text, unless: { form: 'example-text', by: 'short_text' } }]),
    ),
    formPath('dates'),
    '/dueDates/0/unless/by',
    'field_wrong_type',
    'The field “short_text” is of type text; here example-dates is needed.',
  ],
  [
    'an icon that does not exist',
    () => inJson(NAVIGATION, (n) => (n.departments[0].icon = 'boook')),
    NAVIGATION,
    '/departments/0/icon',
    'icon_unknown',
    'There is no icon “boook”. Did you mean “book”?',
  ],
  [
    'a widget that the type does not have',
    form('choices', (f) => (f.fields.water_also['ui:widget'] = 'slect')),
    formPath('choices'),
    '/fields/water_also/ui:widget',
    'widget_unknown',
    'A field of type choice has no widget “slect”. Did you mean “select”?',
  ],
  [
    'an option of the widget that the type does not know',
    form('choices', (f) => (f.fields.waters['ui:options'] = { randomize: true })),
    formPath('choices'),
    '/fields/waters/ui:options/randomize',
    'ui_option_unknown',
    'A field of type multi does not know the option “randomize”.',
  ],
  [
    'fewer points than a line needs',
    form('shapes', (f) => (f.fields.canal['ui:options'] = { maxPoints: 1 })),
    formPath('shapes'),
    '/fields/canal/ui:options/maxPoints',
    'ui_option_least',
    'This option must be at least 2.',
  ],
  [
    'an option of the widget of the wrong kind',
    form('text', (f) => (f.fields.long_text['ui:options'] = { rows: 'four' })),
    formPath('text'),
    '/fields/long_text/ui:options/rows',
    'wrong_type',
    'This must be of type number.',
  ],
  [
    'a column of the list that is no question',
    form('conditions', (f) => f.list.columns.push('mett')),
    formPath('conditions'),
    '/list/columns/2',
    'column_unknown',
    '“mett” is neither a question nor a column that Amanat has. Did you mean “met”?',
  ],
  [
    'a column of a parent that the form does not have',
    form('conditions', (f) => f.list.columns.push('parent.name')),
    formPath('conditions'),
    '/list/columns/2',
    'parent_none',
    '“parent.name” reads the parent, but the form has no parent.',
  ],
  [
    'a tab with a section that does not exist',
    form('conditions', (f) => (f.detail = { tabs: [{ id: 'all', sections: ['mian'] }] })),
    formPath('conditions'),
    '/detail/tabs/0/sections/0',
    'section_unknown',
    'There is no section “mian”.',
  ],
  [
    'a visit that is no form type',
    form('conditions', (f) => (f.detail = { overview: { visits: ['monthly'] } })),
    formPath('conditions'),
    '/detail/overview/visits/0',
    'tab_type_unknown',
    '“monthly” is not a form type of the form’s api.',
  ],
  [
    'a position that is no point',
    form('conditions', (f) => (f.detail = { overview: { position: 'met' } })),
    formPath('conditions'),
    '/detail/overview/position',
    'field_wrong_type',
    'The field “met” is of type yesno; here geopoint is needed.',
  ],
  [
    'two sections of one name',
    form('problems', (f) => (f.sections[1].id = 'rooms')),
    formPath('problems'),
    '/sections/1/id',
    'section_twice',
    'There are two sections “rooms”.',
  ],
  [
    'a question in no section',
    form('conditions', (f) => f.sections[0].fields.pop()),
    formPath('conditions'),
    '/fields/source_key',
    'field_in_no_section',
    'The field “source_key” is in no section.',
  ],
  [
    'a question in two sections',
    form('problems', (f) => f.sections[1].fields.push('books')),
    formPath('problems'),
    '/sections/1/fields/1',
    'field_in_two_sections',
    'The field “books” is already in section “rooms”.',
  ],
];

const condition = (name: string, value: unknown) => ({ field: name, is: { const: value } });

const CONDITIONS: Fault[] = [
  [
    'a condition on a question that does not exist',
    form('conditions', (f) => (f.fields.met_details.visibleWhen.field = 'mett')),
    formPath('conditions'),
    '/fields/met_details/visibleWhen/field',
    'condition_field_unknown',
    'The condition names “mett”, which is not a stored name of the form. Did you mean “met”?',
  ],
  [
    'a condition on an option that does not exist',
    form('conditions', (f) => (f.fields.met_details.visibleWhen.is.const = 'maybe')),
    formPath('conditions'),
    '/fields/met_details/visibleWhen/is',
    'condition_never',
    'The condition asks for “maybe”, which is not a possible answer.',
  ],
  [
    'a condition that holds always',
    form('conditions', (f) => (f.fields.met_details.requiredWhen.is = {})),
    formPath('conditions'),
    '/fields/met_details/requiredWhen/is',
    'condition_always',
    'This condition is always true. State which answer it needs.',
  ],
  [
    'a keyword that conditions do not have',
    form('conditions', (f) => (f.fields.met_details.requiredWhen.is.dependentRequired = {})),
    formPath('conditions'),
    '/fields/met_details/requiredWhen/is/dependentRequired',
    'condition_keyword',
    'The keyword “dependentRequired” cannot be used in a condition.',
  ],
  [
    'a question that is never visible',
    form('conditions', ({ fields: { met_details } }) => {
      met_details.visibleWhen = { all: [condition('met', 'yes'), condition('met', 'no')] };
    }),
    formPath('conditions'),
    '/fields/met_details/visibleWhen',
    'never_visible',
    'No answers meet this condition, so this is never visible.',
  ],
  [
    'a question that is never required while it is visible',
    form('conditions', (f) => (f.fields.met_details.requiredWhen.is.const = 'no')),
    formPath('conditions'),
    '/fields/met_details/requiredWhen',
    'never_required',
    'No answers meet this condition while the question is visible, so an answer is never required.',
  ],
  [
    'questions that show each other',
    form('conditions', (f) => (f.fields.met.visibleWhen = { field: 'met_details', is: { minLength: 1 } })),
    formPath('conditions'),
    '/fields/met/visibleWhen',
    'visible_circle',
    'Circular visibility condition: met → met_details → met.',
  ],
  [
    'a column shown by a cell that is not there',
    form('table', (f) => (f.fields.assets.columns.price.visibleWhen = { field: 'peices', is: { minimum: 1 } })),
    formPath('table'),
    '/fields/assets/columns/price/visibleWhen/field',
    'condition_field_unknown',
    'The condition names “peices”, which is not a stored name of the form. Did you mean “pieces”?',
  ],
  [
    'a column that is never visible',
    form('table', (f) => (f.fields.assets.columns.price.visibleWhen = { field: 'pieces', is: { maximum: -1 } })),
    formPath('table'),
    '/fields/assets/columns/price/visibleWhen',
    'never_visible',
    'No answers meet this condition, so this is never visible.',
  ],
  [
    'columns that show each other',
    form('table', ({ fields: { assets } }) => {
      assets.columns.price.visibleWhen = { field: 'value', is: { minimum: 1 } };
    }),
    formPath('table'),
    '/fields/assets/columns/price/visibleWhen',
    'visible_circle',
    'Circular visibility condition: price → value → price.',
  ],
  [
    'derived columns in a circle',
    form('table', (f) => (f.fields.assets.columns.value.derived.product[1] = 'value')),
    formPath('table'),
    '/fields/assets/columns/value/derived',
    'derived_circle',
    'Circular derived value: value → value.',
  ],
  [
    'a column that asks for a problem',
    form('table', (f) => (f.fields.assets.columns.pieces.problemWhen = { const: 0 })),
    formPath('table'),
    '/fields/assets/columns/pieces/problemWhen',
    'column_condition',
    'This kind of condition cannot be used here; forms/README.md says where conditions can be used.',
  ],
  [
    'a value derived from nothing',
    form('numbers', (f) => (f.fields.students_total.derived.sum[1] = 'students_boy')),
    formPath('numbers'),
    '/fields/students_total/derived',
    'derived_unknown',
    'The derived value reads “students_boy”, which is not a stored name. Did you mean “students_boys”?',
  ],
  [
    'a value derived from itself',
    form('numbers', (f) => f.fields.students_total.derived.sum.push('students_total')),
    formPath('numbers'),
    '/fields/students_total/derived',
    'derived_circle',
    'Circular derived value: students_total → students_total.',
  ],
  [
    'a problem type that does not exist',
    form('problems', (f) => (f.fields.books.problemType = 'bookss')),
    formPath('problems'),
    '/fields/books/problemType',
    'problem_type_unknown',
    'The list “example-problem-types” has no problem type “bookss”. Did you mean “books”?',
  ],
];

const NAMES: Fault[] = [
  [
    'a workflow that does not exist',
    form('conditions', (f) => (f.workflow = 'registers')),
    formPath('conditions'),
    '/workflow',
    'workflow_unknown',
    'There is no workflow “registers”.',
  ],
  [
    'a choice list that does not exist',
    form('choices', (f) => (f.fields.office.choices = 'example-office')),
    formPath('choices'),
    '/fields/office/choices',
    'list_unknown',
    'There is no choice list “example-office”. Did you mean “example-offices”?',
  ],
  [
    'a form that does not exist',
    form('references', (f) => (f.fields.school.record.forms = ['example-texts'])),
    formPath('references'),
    '/fields/school/record/forms/0',
    'form_unknown',
    'There is no form “example-texts”. Did you mean “example-text”?',
  ],
  [
    'a sentence for an error that does not exist',
    form('conditions', (f) => (f.fields.met.messages = { requird: text })),
    formPath('conditions'),
    '/fields/met/messages/requird',
    'message_unknown',
    'There is no error “requird”. Did you mean “required”?',
  ],
  [
    'another name that is stored already',
    form('conditions', (f) => (f.fields.met.aliases = ['source_key'])),
    formPath('conditions'),
    '/fields/met/aliases/0',
    'alias_stored',
    '“source_key” is already a stored name.',
  ],
  [
    'a role that does not exist',
    () => inJson(PERMISSIONS, (p) => (p.rules[0].roles = ['wirter'])),
    PERMISSIONS,
    '/rules/0/roles/0',
    'role_unknown',
    'There is no role “wirter”.',
  ],
  [
    'points that the engine does not count',
    () => inJson(CONSTANTS, (c) => (c.ratings[0].points = 7)),
    CONSTANTS,
    '/ratings/0/points',
    'rating_points',
    '“excellent” counts 4 points here.',
  ],
];

const SHARED: Fault[] = [
  [
    'the API base of another form',
    form('conditions', (f) => (f.api.base = 'examples-choices')),
    formPath('conditions'),
    '/api/base',
    'path_taken',
    'GET /examples-choices is already a path of “example-choices”. Choose another.',
  ],
  [
    'the screen of another form',
    form('conditions', (f) => (f.paths.list = '/examples/choices')),
    formPath('conditions'),
    '/paths/list',
    'screen_taken',
    '/examples/choices is already a screen of “example-choices”. Choose another path.',
  ],
  [
    'the codes of another form',
    form('conditions', (f) => (f.code.pattern = 'EX_CH_{seq}')),
    formPath('conditions'),
    '/code/pattern',
    'code_taken',
    'Codes EX_CH_{seq} are already used by “example-choices”. Choose another prefix.',
  ],
  [
    'a record path without the record',
    form('conditions', (f) => (f.paths.record = '/examples/conditions/one')),
    formPath('conditions'),
    '/paths/record',
    'path_without_id',
    '/examples/conditions/one names no record. Write :id in place of the id.',
  ],
  [
    'a misspelt programme',
    form('conditions', (f) => (f.programme = 'exampels')),
    formPath('conditions'),
    '/programme',
    'programme_alone',
    'No other form belongs to the programme “exampels”. Did you mean “examples”?',
  ],
];

const CONTRACTS: Fault[] = [
  [
    'a contract that is no schema',
    schema('conditions', (s) => (s.properties.met = { type: 'strng', enum: ['yes', 'no'] })),
    schemaPath('conditions'),
    '/properties/met/type',
    'no_schema',
    'This is not a JSON Schema: must be equal to one of the allowed values.',
  ],
  [
    'a reference to nothing',
    schema('conditions', (s) => (s.properties.met.$ref = '../common/types.schema.json#/$defs/yesNoo')),
    schemaPath('conditions'),
    '/properties/met/$ref',
    'reference_dangling',
    '$ref ../common/types.schema.json#/$defs/yesNoo points to nothing.',
  ],
  [
    'a form without its contract',
    () => put(schemaPath('conditions'), undefined),
    formPath('conditions'),
    '',
    'contract_missing',
    'The file of stored fields schemas/examples/example-conditions.schema.json is missing.',
  ],
  [
    'a contract without a form',
    () => put(schemaPath('other'), formatDefinition({ type: 'object' }, undefined)),
    schemaPath('other'),
    '',
    'contract_unused',
    'No form uses these stored fields.',
  ],
  [
    'a contract that lets everything in',
    schema('conditions', (s) => delete s.additionalProperties),
    schemaPath('conditions'),
    '/additionalProperties',
    'contract_closed',
    'Stored fields must refuse unknown names: set additionalProperties to false.',
  ],
  [
    'bounds that no answer meets',
    schema('numbers', (s) => (s.properties.rooms = { type: 'integer', minimum: 9, maximum: 3 })),
    schemaPath('numbers'),
    '/properties/rooms/minimum',
    'bounds_crossed',
    'The lowest value (9) is more than the highest (3).',
  ],
  [
    'references that double with every step',
    schema('text', (s) => {
      const twice = (n: number) => ({ anyOf: [{ $ref: `#/$defs/a${n}` }, { $ref: `#/$defs/a${n}` }] });
      s.$defs = {
        a0: { type: 'string' },
        ...Object.fromEntries(Array.from({ length: 18 }, (_, n) => [`a${n + 1}`, twice(n)])),
      };
      s.properties.short_text = { $ref: '#/$defs/a18' };
    }),
    schemaPath('text'),
    '',
    'contract_large',
    'With its references written out, this contract has more than 20,000 parts. Let fewer references name each other.',
  ],
  [
    'a pattern that is none',
    schema('text', (s) => (s.properties.short_text = { type: 'string', maxLength: 250, pattern: '(x' })),
    schemaPath('text'),
    '/properties/short_text/pattern',
    'pattern_syntax',
    'The pattern (x is not a regular expression of JavaScript.',
  ],
  [
    'a pattern that refers to a group',
    schema('text', (s) => (s.properties.short_text = { type: 'string', maxLength: 250, pattern: '^(a+)\\1$' })),
    schemaPath('text'),
    '/properties/short_text/pattern',
    'pattern_reference',
    'The pattern ^(a+)\\1$ must not refer to an earlier group (\\1): it could take forever.',
  ],
  [
    'a condition with a pattern that looks ahead',
    form('conditions', (f) => {
      f.fields.met_details.visibleWhen.is = { pattern: '^(?=y)' };
      delete f.fields.met_details.requiredWhen;
    }),
    formPath('conditions'),
    '/fields/met_details/visibleWhen/is/pattern',
    'pattern_look',
    'The pattern ^(?=y) must not look ahead or behind ((?=y)): it could take forever. Use two rules, or a condition.',
  ],
  [
    'a pattern that repeats without end',
    schema('text', (s) => (s.properties.short_text = { type: 'string', maxLength: 250, pattern: '(a{1000}){1000}' })),
    schemaPath('text'),
    '/properties/short_text/pattern',
    'pattern_repeats',
    'In the pattern (a{1000}){1000}, this part repeats too often: (a{1000}){1000}. Use smaller counts.',
  ],
  [
    'a required answer that does not exist',
    schema('choices', (s) => s.required.push('has_walls')),
    schemaPath('choices'),
    '/required/1',
    'required_unknown',
    'The required name “has_walls” does not exist.',
  ],
  [
    'a stored answer that nobody is asked',
    schema('conditions', (s) => (s.properties.colour = { type: 'string' })),
    schemaPath('conditions'),
    '/properties/colour',
    'property_unbound',
    'No question fills the stored name “colour”.',
  ],
  [
    'a question that stores nothing',
    schema('conditions', (s) => delete s.properties.source_key),
    formPath('conditions'),
    '/fields/source_key',
    'property_missing',
    'The stored fields have no name “source_key” for this question. They are published and stay as they are. Start the next version.',
  ],
  [
    'a limit that is for other answers',
    form('numbers', (f) => (f.fields.built.limits = { maxLength: 4 })),
    formPath('numbers'),
    '/fields/built/limits/maxLength',
    'limit_unfit',
    'A question of the type “year” has no limit “maxLength”.',
  ],
  [
    'a version of which nobody says what is new',
    form('choices', (f) => (f.changes.note = { en: 'Version 2', fa: 'نسخه ۲', ps: '۲مه نسخه' })),
    formPath('choices'),
    '/changes/note',
    'note_placeholder',
    'Say what is new in version 2, and why.',
  ],
  [
    'a version in which nothing is new',
    form('table', (f) => delete f.icon),
    formPath('table'),
    '/version',
    'version_same',
    'Nothing differs from version 1, so there is nothing to publish.',
  ],
  [
    'a beginning that is no option',
    form('choices', (f) => (f.fields.cleaned.default = '"yearly"')),
    formPath('choices'),
    '/fields/cleaned/default',
    'default_no_option',
    '“yearly” is not one of the options.',
  ],
  [
    'a property of the wrong type',
    schema('numbers', (s) => (s.properties.built = { type: 'string' })),
    formPath('numbers'),
    '/fields/built',
    'property_misfit',
    'The stored name “built” does not fit the field type year: it must be of type integer.',
  ],
  [
    'a slider whose end is between two steps',
    schema('ranges', ({ properties }) => (properties.attendance.maximum = 98)),
    formPath('ranges'),
    '/fields/attendance',
    'property_misfit',
    'The stored name “attendance” does not fit the field type range: it needs a minimum below a maximum, both multiples of multipleOf if there is one.',
  ],
  [
    'a recording that is stored as a text',
    schema('recordings', ({ properties }) => (properties.story = { type: 'string' })),
    formPath('recordings'),
    '/fields/story',
    'property_misfit',
    'The stored name “story” does not fit the field type audio: it must be an array of type string.',
  ],
  [
    'a barcode that is stored as a number',
    schema('barcodes', ({ properties }) => (properties.asset_tag = { type: 'integer' })),
    formPath('barcodes'),
    '/fields/asset_tag',
    'property_misfit',
    'The stored name “asset_tag” does not fit the field type barcode: it must be of type string.',
  ],
  [
    'a line whose contract is that of an area',
    schema('shapes', ({ properties }) => (properties.canal.$ref = properties.field.$ref)),
    formPath('shapes'),
    '/fields/canal',
    'property_misfit',
    'The stored name “canal” does not fit the field type geotrace: it must be the GeoJSON LineString of schemas/common/types.schema.json, with a maxItems for its positions.',
  ],
  [
    'an agreement that can be refused',
    schema('agreements', ({ properties }) => properties.photos_allowed.enum.push('no')),
    formPath('agreements'),
    '/fields/photos_allowed',
    'property_misfit',
    'The stored name “photos_allowed” does not fit the field type acknowledge: “no” is not on the scale.',
  ],
  [
    'options in order that may come twice',
    schema('ranks', ({ properties }) => delete properties.needs.uniqueItems),
    formPath('ranks'),
    '/fields/needs',
    'property_misfit',
    'The stored name “needs” does not fit the field type rank: it needs uniqueItems, since no option has two places.',
  ],
  [
    'an exclusive option where only one is chosen',
    form('choices', (f) => (f.fields.cleaned.options[1].exclusive = true)),
    formPath('choices'),
    '/fields/cleaned/options/1/exclusive',
    'exclusive_single',
    'Only a field of type multi has exclusive options: here only one option can be chosen.',
  ],
  [
    'an order of options that an open list has',
    form('choices', (f) => (f.fields.office.order = 'random')),
    formPath('choices'),
    '/fields/office/order',
    'order_options',
    'An order (order) is for a question with options in the definition. This field of type choice has none to order.',
  ],
  [
    'an option that the contract does not allow',
    form('choices', (f) => f.fields.cleaned.options.push({ value: 'never', label: text })),
    formPath('choices'),
    '/fields/cleaned/options',
    'option_not_in_enum',
    'The option “never” is not in the enum of “cleaned”.',
  ],
];

const VERSIONS: Fault[] = [
  [
    'another name than that of the file',
    form('conditions', (f) => (f.form = 'example-condition')),
    formPath('conditions'),
    '/form',
    'name_differs',
    'The file name says “example-conditions”, the form is named “example-condition”.',
  ],
  [
    'a version number left out',
    form('conditions', (f) => (f.version = 3)),
    formPath('conditions'),
    '/version',
    'version_skipped',
    'There is no version 2 before version 3. Do not skip version numbers.',
  ],
  [
    'a published contract that changed',
    schema('table', (s) => (s.properties.assets.maxItems = 60)),
    LOCK,
    '/example-table@2',
    'contract_was_changed',
    'The stored fields of example-table version 2 were published and have changed. Make version 3 instead (forms new-version example-table).',
  ],
  [
    'an earlier version that was edited',
    () => inJson('forms/examples/frozen/example-table.v1.form.json', (f) => (f.title = text)),
    LOCK,
    '/example-table@1',
    'version_was_edited',
    'Version 1 of example-table was published and its definition has changed. Restore it, or record the change as a correction with npm run amanat -- forms freeze --corrected.',
  ],
  [
    'a version that the lock does not have yet',
    () => inJson(LOCK, (lock) => delete lock['example-text@1']),
    LOCK,
    '/example-text@1',
    'lock_behind',
    'Version 1 of “example-text” is in order, but the lock does not have it as it is now. Run npm run amanat -- forms done.',
  ],
  [
    'a published version that is gone',
    both(
      () => put(formPath('times'), undefined),
      () => put(schemaPath('times'), undefined),
    ),
    LOCK,
    '/example-times@1',
    'version_gone',
    'Version 1 of example-times was published but its file is missing. Restore the file.',
  ],
  [
    'a question removed without a word',
    both(
      form('table', (f) => {
        f.sections[0].fields.pop();
        delete f.fields.assets_value;
      }),
      schema('table', (s) => delete s.properties.assets_value),
    ),
    formPath('table'),
    '/migrate',
    'question_removed',
    'Version 1 stores “assets_value”, this version does not: say in migrate what becomes of the answers, with rename, split or merge, or with drop and the reason.',
  ],
  [
    'an option removed without a word',
    both(
      form('choices', (f) => f.fields.cleaned.options.pop()),
      schema('choices', (s) => s.properties.cleaned.enum.pop()),
    ),
    formPath('choices'),
    '/migrate',
    'option_removed',
    'In version 1, “cleaned” has the option “weekly”; in this version it does not. Say in migrate.map which option replaces it, or null.',
  ],
  [
    'a migration of an answer that did not exist',
    form('choices', (f) => (f.migrate = { drop: { has_walls: text } })),
    formPath('choices'),
    '/migrate/drop/has_walls',
    'migrate_unknown',
    'Version 1 stores no answer “has_walls”. Did you mean “has_wall”?',
  ],
  [
    'answers of a restricted question that would be shown',
    both(
      form('choices', (f) => {
        const { has_wall, ...fields } = JSON.parse(JSON.stringify(f.fields).replaceAll('"has_wall"', '"has_fence"'));
        const { restricted, ...open } = fields.has_fence;
        f.fields = { ...fields, has_fence: { ...open, id: 'q_example_has_fence' } };
        f.sections = JSON.parse(JSON.stringify(f.sections).replaceAll('"has_wall"', '"has_fence"'));
        f.migrate = { rename: { has_wall: 'has_fence' } };
      }),
      // Once in the list of required answers, once as the property.
      () => inText(schemaPath('choices'), '"has_wall"', '"has_fence"'),
      () => inText(schemaPath('choices'), '"has_wall"', '"has_fence"'),
    ),
    formPath('choices'),
    '/migrate',
    'migrate_restricted',
    '“has_wall” is protected, but “has_fence” would show its answers to everyone. Protect it too.',
  ],
  [
    'a question id that changed',
    form('choices', (f) => (f.fields.cleaned.id = 'q_example_cleaning')),
    formPath('choices'),
    '/fields/cleaned/id',
    'id_changed',
    'In version 1, “cleaned” was the question q_example_cleaned. A question keeps its id; a different question needs another name.',
  ],
  [
    'a question id of two questions',
    form('conditions', (f) => (f.fields.source_key.id = 'q_example_met')),
    formPath('conditions'),
    '/fields/source_key/id',
    'id_taken',
    'The question id “q_example_met” is already used at /fields/met/id.',
  ],
];

/** Tables in rows, counted rows, panels, groups. */
const REPEATS: Fault[] = [
  [
    'a table in the rows of a table in a row',
    both(
      form('repeats', ({ fields }) => {
        fields.members.columns.visits.columns.doses = {
          ...fields.members.columns.visits,
          id: 'q_example_repeats_doses',
          columns: { dose: { id: 'q_example_repeats_dose', type: 'integer', label: text } },
        };
        delete fields.members.columns.visits.columns.doses.visibleWhen;
      }),
      schema('repeats', ({ properties }) => {
        const visits = properties.members.items.properties.visits.items.properties;
        const items = { type: 'object', additionalProperties: false, properties: { dose: { type: 'integer' } } };
        visits.doses = { type: 'array', items, maxItems: 5 };
      }),
    ),
    formPath('repeats'),
    '/fields/members/columns/visits/columns/doses',
    'table_too_deep',
    'A table in a row cannot have tables in its own rows. The limit is two levels.',
  ],
  [
    'a number of rows without a most',
    both(
      form('repeats', (f) => (f.fields.members.columns.visits.count = { expr: 'age' })),
      schema('repeats', (s) => delete s.properties.members.items.properties.visits.maxItems),
    ),
    formPath('repeats'),
    '/fields/members/columns/visits/count',
    'count_limit',
    'The rows of “visits” are counted, so its contract needs maxItems: the most rows there may be.',
  ],
  [
    'a number of rows from an answer that is not there',
    form('repeats', (f) => (f.fields.members.count.expr = 'hh_sise')),
    formPath('repeats'),
    '/fields/members/count/expr',
    'expression_name',
    'The expression reads “hh_sise” (character 1), which is not a stored name. Did you mean “hh_size”?',
  ],
  [
    'a number of rows that is a text',
    form('repeats', (f) => (f.fields.members.count.expr = 'visited')),
    formPath('repeats'),
    '/fields/members/count/expr',
    'expression_result',
    'The result of the expression must be a number.',
  ],
  [
    'a heading that is no column',
    form('repeats', (f) => (f.fields.members['ui:options'].heading = 'nam')),
    formPath('repeats'),
    '/fields/members/ui:options/heading',
    'heading_unknown',
    'The heading names “nam”, which is not a column of the table. Did you mean “name”?',
  ],
  [
    'a constraint at a column that is not there',
    form('repeats', (f) => (f.constraints[0].at = 'members.ag')),
    formPath('repeats'),
    '/constraints/0/at',
    'constraint_at',
    'The message is placed at “members.ag”, which is not a stored name of the form. Did you mean “members.age”?',
  ],
  [
    'a reason for a rule over rows',
    form('repeats', (f) => (f.constraints[0].reason = 'treated')),
    formPath('repeats'),
    '/constraints/0/reason',
    'reason_in_row',
    'The reason belongs beside what it explains: for a rule over rows, in a column of the same table (“table.column”); for any other rule, in a question of the form.',
  ],
  [
    'a cell derived from what is derived from its table',
    form(
      'repeats',
      ({ fields: { members } }) => (members.columns.visits.columns.total.derived.expr = 'cost + treated'),
    ),
    formPath('repeats'),
    '/fields/treated/derived',
    'derived_circle',
    'Circular derived value: members → treated → members.',
  ],
  [
    'a table shown by an answer that its rows decide',
    form('repeats', (f) => (f.fields.fare.visibleWhen = { expr: 'size(members) > 1' })),
    formPath('repeats'),
    '/fields/fare/visibleWhen',
    'visible_circle',
    'Circular visibility condition: fare → members → fare.',
  ],
  [
    'a condition in an inner row over a cell that is not there',
    form(
      'repeats',
      ({ fields: { members } }) => (members.columns.visits.columns.reason.visibleWhen.expr = 'totl > 10'),
    ),
    formPath('repeats'),
    '/fields/members/columns/visits/columns/reason/visibleWhen/expr',
    'expression_name',
    'The expression reads “totl” (character 1), which is not a stored name. Did you mean “total”?',
  ],
  [
    'a group twice',
    form('repeats', (f) => (f.sections[0].fields[2].group = 'size')),
    formPath('repeats'),
    '/sections/0/fields/2/group',
    'item_twice',
    'The id “size” is used twice.',
  ],
  [
    'a question in a group that is not there',
    form('repeats', (f) => f.sections[0].fields[1].fields.push('hh_sizes')),
    formPath('repeats'),
    '/sections/0/fields/1/fields/3',
    'field_unknown',
    'There is no field “hh_sizes”. Did you mean “hh_size”?',
  ],
  [
    'a group that is never visible',
    form('repeats', (f) => (f.sections[0].fields[2].visibleWhen.is.minimum = 100)),
    formPath('repeats'),
    '/sections/0/fields/2/visibleWhen',
    'never_visible',
    'No answers meet this condition, so this is never visible.',
  ],
];

const MEDIA: Fault[] = [
  [
    'a picture of an option whose question shows none',
    form(
      'ratings',
      ({ fields }) =>
        (fields.rate_water.options = ['good', 'excellent', 'fair', 'bad', 'na'].map((value, index) => {
          return { value, label: text, ...(index === 0 && { media: { audio: 'tone.wav' } }) };
        })),
    ),
    formPath('ratings'),
    '/fields/rate_water/options/0/media',
    'media_option',
    'Options of the type “rating” are shown without pictures and sounds.',
  ],
  [
    'a picture without words',
    form('media', ({ fields }) => delete fields.water_point.media.alt),
    formPath('media'),
    '/fields/water_point/media',
    'media_alt',
    'The picture needs a description (alt) for people who cannot see it.',
  ],
  [
    'a sound outside the folder',
    form('media', ({ fields }) => (fields.taste.media.audio = '../media/tone.wav')),
    formPath('media'),
    '/fields/taste/media/audio',
    'media_name',
    '“../media/tone.wav” is not a valid file name: use lower-case letters, digits and hyphens, then a dot and the file type.',
  ],
  [
    'a sound that is not there',
    form('media', ({ fields }) => (fields.taste.media.audio = { en: 'tone.wav', fa: 'tone-fa.wav', ps: 'tone.wav' })),
    formPath('media'),
    '/fields/taste/media/audio/fa',
    'media_missing',
    'There is no file “tone-fa.wav”. It belongs in forms/examples/media; on a server, upload it first and name its hash in mediaFiles.',
  ],
  [
    'a picture that is none',
    both(
      form('media', ({ fields }) => Object.assign(fields.taste.media, { image: 'taste.webp', alt: text })),
      () => put('forms/examples/media/taste.webp', '<svg onload="alert(1)"/>'),
    ),
    formPath('media'),
    '/fields/taste/media/image',
    'media_kind',
    '“taste.webp” must be one of these file types, by name and by content: png, jpg, webp.',
  ],
  [
    'a sound that is too big',
    both(
      form('media', ({ fields }) => (fields.containers.media = { audio: 'long.wav' })),
      () => put('forms/examples/media/long.wav', `RIFF----WAVEfmt ${'-'.repeat(600_000)}`),
    ),
    formPath('media'),
    '/fields/containers/media/audio',
    'media_size',
    '“long.wav” has 601 kB. Phones on a slow connection should not load more than 500 kB.',
  ],
  [
    'another sound under the name that an earlier version has',
    both(
      form('media', ({ fields, mediaFiles }) => {
        delete fields.water_point.media.audio;
        for (const language of ['en', 'fa', 'ps']) delete mediaFiles[`question-${language}.wav`];
      }),
      () => put('forms/examples/media/question-fa.wav', 'RIFF----WAVEfmt ----'),
    ),
    'forms/examples/frozen/example-media.v1.form.json',
    '/fields/water_point/media/audio/fa',
    'media_changed',
    '“question-fa.wav” has changed, but this version was published with the old file. Give the new file another name.',
  ],
  [
    'a sound that no form names',
    () => put('forms/examples/media/new.wav', 'RIFF----WAVEfmt ----'),
    'forms/examples/media/new.wav',
    '',
    'media_unused',
    'No form shows this file.',
  ],
];

const LIST = 'forms/common/choices/example-villages.json';
const FILTERS: Fault[] = [
  [
    'a filter over what the items of a list do not have',
    form('filters', (f) => (f.fields.valley.filter = 'option.levl == "valley"')),
    formPath('filters'),
    '/fields/valley/filter',
    'expression_name',
    'The expression reads “levl” (character 1), which is not a stored name. Did you mean “level”?',
  ],
  [
    'a filter without options',
    form('choices', (f) => (f.fields.has_council.filter = 'option.value == office')),
    formPath('choices'),
    '/fields/has_council/filter',
    'filter_options',
    'A filter needs a question with options: in the definition, of a list, places, people or records.',
  ],
  [
    'a filter that tells a restricted answer',
    form('filters', (f) => (f.fields.valley.restricted = true)),
    formPath('filters'),
    '/fields/village/filter',
    'filter_restricted',
    'What the filter offers would show “valley”, which is protected, to everyone. Protect this question too.',
  ],
  [
    'parents in a list that is not there',
    () => inJson(LIST, (list) => (list.parentList = 'example-villagse')),
    LIST,
    '/parentList',
    'list_unknown',
    'There is no choice list “example-villagse”.',
  ],
  [
    'a long list that every phone would load',
    form('filters', (f) => delete f.fields.valley.filter),
    formPath('filters'),
    '/fields/valley/choices',
    'list_long',
    'The list has 305 items. More than 200 are searched on the server: write "ui:widget": "search".',
  ],
  [
    'an attribute of another type',
    () => inJson(LIST, ({ items }) => (items[2].extra.level = 3)),
    LIST,
    '/items/2/extra/level',
    'item_attribute',
    'The attribute “level” must be of type string, as the list declares it.',
  ],
];

const REPORT = 'forms/examples/example-report.report.json';
const FOREIGN = 'forms/schools/example-report.report.json';

/** Adds a sound report with a fault. */
const report =
  (change: (report: Loose) => unknown, path = REPORT) =>
  () => {
    const json = {
      report: 'example-report',
      programme: 'examples',
      kind: 'other',
      title: text,
      path: '/example-report',
      filters: ['provinces'],
      blocks: [{ id: 'all', show: 'numbers', measures: [{ id: 'n', of: 'count', forms: ['example-text'] }] }],
    };
    change(json);
    put(path, formatDefinition(json, meta.get('report')));
  };

const REPORTS: Fault[] = [
  [
    'a report with another name than that of its file',
    report((r) => (r.report = 'example-reports')),
    REPORT,
    '/report',
    'report_name',
    'The file name says “example-report”, the report is named “example-reports”.',
  ],
  [
    'a report of an unknown form',
    report((r) => (r.blocks[0].measures[0].forms = ['example-texts'])),
    REPORT,
    '/blocks/0/measures/0/forms/0',
    'form_unknown',
    'There is no form “example-texts”. Did you mean “example-text”?',
  ],
  [
    'a report of an unknown answer',
    report((r) => (r.blocks[0].by = { field: 'nothing_asked' })),
    REPORT,
    '/blocks/0/measures/0',
    'field_unknown',
    'There is no field “nothing_asked”.',
  ],
  [
    'a report of an unknown state',
    report((r) => (r.states = ['nowhere'])),
    REPORT,
    '/states/0',
    'state_nowhere',
    'No workflow has the state “nowhere”.',
  ],
  [
    'an order of a report by an unknown measure',
    report((r) => (r.blocks[0].order = '-none')),
    REPORT,
    '/blocks/0/order',
    'measure_unknown',
    'There is no number or block “none”.',
  ],
  [
    'a measure that is worked out of itself',
    report((r) => r.blocks[0].measures.push({ id: 'sum', plus: ['n', 'sum'] })),
    REPORT,
    '/blocks/0/measures/1/plus/1',
    'measure_circle',
    'The measure needs its own result through “sum”.',
  ],
  [
    'a documented key of an unknown block',
    report((r) => (r.api = { base: 'example-report', keys: { all: 'none' } })),
    REPORT,
    '/api/keys/all',
    'measure_unknown',
    'There is no number or block “none”.',
  ],
  [
    'a report on the screen of a form',
    report((r) => (r.path = '/examples/text')),
    REPORT,
    '/path',
    'screen_taken',
    '/examples/text is already a screen of “example-text”. Choose another path.',
  ],
  [
    'a report of a programme without forms',
    report((r) => (r.programme = 'nowhere')),
    REPORT,
    '/programme',
    'programme_unknown',
    'No form belongs to a programme “nowhere”.',
  ],
  [
    'a block without a number',
    report((r) => delete r.blocks[0].measures),
    REPORT,
    '/blocks/0/measures',
    'block_empty',
    'Nothing is counted here yet. Add a number.',
  ],
  [
    'a block that shows none of its numbers',
    report((r) => (r.blocks[0].measures[0].hidden = true)),
    REPORT,
    '/blocks/0/measures',
    'block_hidden',
    'Every number of this block is hidden. Show at least one.',
  ],
  [
    'a cross table without rows',
    report((r) => (r.blocks[0].across = 'month')),
    REPORT,
    '/blocks/0/by',
    'cross_without_rows',
    'A cross table needs rows too. Choose what the rows are.',
  ],
  [
    'a block of text with a number',
    report((r) => (r.blocks[0].show = 'text')),
    REPORT,
    '/blocks/0/measures',
    'text_counts',
    'A block of text counts nothing. Remove its numbers, or choose another look.',
  ],
  [
    'a block of text without words',
    report((r) => r.blocks.push({ id: 'words', show: 'text' })),
    REPORT,
    '/blocks/1/help',
    'report_text_empty',
    'This text is empty. Write a heading or a sentence.',
  ],
  [
    'a number of no form',
    report((r) => delete r.blocks[0].measures[0].forms),
    REPORT,
    '/blocks/0/measures/0/forms',
    'measure_forms_missing',
    'Choose the form whose records count.',
  ],
  [
    'an average of no answer',
    report((r) => (r.blocks[0].measures[0].of = 'average')),
    REPORT,
    '/blocks/0/measures/0/field',
    'measure_field_missing',
    'Choose the question whose answers are worked out.',
  ],
  [
    'days without the state in which they end',
    report((r) => Object.assign(r.blocks[0].measures[0], { of: 'days', from: 'active' })),
    REPORT,
    '/blocks/0/measures/0/to',
    'measure_states_missing',
    'Choose the state in which the days begin and the one in which they end.',
  ],
  [
    'sites due for no visit',
    report((r) => (r.blocks[0].measures[0].of = 'sites-due')),
    REPORT,
    '/blocks/0/measures/0/visits',
    'measure_visits_missing',
    'Choose the visits that are due.',
  ],
  [
    'a condition that compares with nothing',
    report((r) => (r.blocks[0].measures[0].where = [{ field: 'status', op: 'eq', value: '' }])),
    REPORT,
    '/blocks/0/measures/0/where/0/value',
    'condition_value_missing',
    'Choose what the condition compares with.',
  ],
  [
    'a condition that no answer meets',
    report((r) => {
      const where = [{ field: 'water_from', op: 'in', value: ['pipe', 'rivers'] }];
      Object.assign(r.blocks[0].measures[0], { forms: ['example-choices'], where });
    }),
    REPORT,
    '/blocks/0/measures/0/where/0/value',
    'option_unknown',
    '“rivers” is not an option of “water_from”. Did you mean “river”?',
  ],
  [
    'days in rows of questions',
    report((r) => {
      r.blocks[0].by = { questions: 'each' };
      Object.assign(r.blocks[0].measures[0], { of: 'days', from: 'active', to: 'active' });
    }),
    REPORT,
    '/blocks/0/measures/0/of',
    'rows_of_questions',
    'With a row for each question, a number can be answers or average points only.',
  ],
  [
    'a report in the folder of another programme',
    report(() => undefined, FOREIGN),
    FOREIGN,
    '/programme',
    'report_programme',
    'The file lies in “schools”, but the report belongs to “examples”. A report stays in its programme.',
  ],
];

const FAULTS = [
  ...REPORTS,
  ...FILES,
  ...WORDS,
  ...LOOKS,
  ...CONDITIONS,
  ...NAMES,
  ...SHARED,
  ...CONTRACTS,
  ...VERSIONS,
  ...REPEATS,
  ...MEDIA,
  ...FILTERS,
];

function placeOf({ pointer, params: { line, column } }: Issue): string {
  return line === undefined ? pointer : `${line}:${column}`;
}

describe('definitions without a fault', () => {
  it('have no finding', async () => {
    expect(await findings(() => undefined)).toEqual([]);
  });
});

describe(`each of ${FAULTS.length} faults gives one finding`, () => {
  it.each(FAULTS)('%s', { timeout: 30_000 }, async (_what, seed, file, place, code, sentence) => {
    const found = await findings(seed, code);
    const say = (issue: Issue) => issueText(issue, issueWords('en'), 'en');
    expect(found.map((issue) => [issue.file, placeOf(issue), issue.code, say(issue)])).toEqual([
      [file, place, code, sentence],
    ]);
    for (const language of ['fa', 'ps'] as const) {
      const said = issueText(found[0] as Issue, issueWords(language), language);
      expect(said).toMatch(/[\u0600-\u06ff].*[.؟]$/);
      expect(said).not.toContain('{{');
    }
  });
});

describe('faults of several kinds', () => {
  it('are found in one run, also in a file that has the wrong shape', async () => {
    const seeds = ['a comma too much', 'a misspelt key', 'a condition on an option that does not exist'];
    const others = [
      'a column of the list that is no question',
      'bounds that no answer meets',
      'a role that does not exist',
    ];
    const chosen = FAULTS.filter(([what]) => [...seeds, ...others].includes(what));
    const found = await findings(both(...chosen.map(([, seed]) => seed)));
    expect(found.map(({ file, code }) => `${file} ${code}`).sort()).toEqual(
      chosen.map(([, , file, , code]) => `${file} ${code}`).sort(),
    );
  });
});
