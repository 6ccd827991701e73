import { describe, expect, it } from 'vitest';
import definitionWords from '../../locales/en/definitions.json' with { type: 'json' };
import dariWords from '../../locales/fa/definitions.json' with { type: 'json' };
import listSchema from '../../schemas/meta/choices.schema.json' with { type: 'json' };
import formSchema from '../../schemas/meta/form.schema.json' with { type: 'json' };
import menuSchema from '../../schemas/meta/navigation.schema.json' with { type: 'json' };
import rightsSchema from '../../schemas/meta/permissions.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/meta/report.schema.json' with { type: 'json' };
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import { diffLines } from '../../src/core/definitions/diff/text.ts';
import { type FormSpec, source, words } from '../support/form.ts';

const option = (value: string, label = value) => ({ value, label: words(label) });
const before: FormSpec = {
  fields: {
    name: { type: 'text' },
    water: { type: 'rating' },
    kind: { type: 'choice', options: [option('open'), option('dry')] },
    fence: { type: 'yesno' },
    gone: { type: 'text' },
  },
  sections: { first: ['name', 'water', 'kind'], second: ['fence', 'gone'] },
  list: { columns: ['name', 'water'] },
};
const kinds = (after: FormSpec) => diffForms(source(before), source(after)).map((one) => `${one.kind} ${one.pointer}`);

describe('the difference of two versions', () => {
  it('is nothing when nothing changed', () => {
    expect(kinds(structuredClone(before))).toEqual([]);
  });

  it('tells of a new question what kind of answer it takes, its options, conditions and bounds', () => {
    const now: FormSpec = {
      ...before,
      fields: {
        ...before.fields,
        pump: { type: 'choice', options: [option('hand')], required: true },
        meals: {
          type: 'integer',
          contract: { type: 'integer', minimum: 1 },
          visibleWhen: { field: 'fence', is: { const: 'yes' } },
        },
      },
      sections: { first: ['name', 'water', 'kind', 'pump'], second: ['fence', 'gone', 'meals'] },
    };
    expect(kinds(now)).toEqual([
      'question_added /fields/pump',
      'question_typed /fields/pump/type',
      'option_added /fields/pump/options/0',
      'required_set /fields/pump',
      'question_added /fields/meals',
      'question_typed /fields/meals/type',
      'condition_set /fields/meals/visibleWhen',
      'rule_set /fields/meals',
    ]);
  });

  it('says what a filter was and is', () => {
    const filtered = (filter: string): FormSpec => ({
      ...before,
      fields: { ...before.fields, kind: { ...before.fields.kind, type: 'choice', filter } },
    });
    const [old, now] = ['option.parent == water', 'option.parent == name'];
    expect(diffForms(source(filtered(old)), source(filtered(now)))).toEqual([
      { kind: 'condition_changed', pointer: '/fields/kind/filter', about: words('kind'), before: old, after: now },
    ]);
  });

  it('names another order of sections and other rules of the contract', () => {
    const { first = [], second = [] } = before.sections ?? {};
    expect(kinds({ ...before, sections: { second, first } })).toEqual(['sections_reordered /sections']);
    const rule = { anyOf: [{ required: ['fence'] }, { required: ['kind'] }] };
    expect(kinds({ ...before, schema: { allOf: [rule] } })).toEqual(['contract_changed /allOf']);
  });

  it('names what came, went, moved and was worded anew', () => {
    expect(
      kinds({
        fields: {
          name: { type: 'text', label: words('Name of the well'), required: true },
          water: { type: 'rating', problemWhen: { const: 'bad' } },
          kind: { type: 'choice', options: [option('open', 'open well'), option('deep')] },
          fence: { type: 'yesno' },
          meals: { type: 'yesno' },
        },
        sections: { first: ['water', 'kind', 'name', 'fence'], second: ['meals'] },
        list: { columns: ['name', 'meals'] },
      }),
    ).toEqual([
      'question_worded /fields/name/label',
      'now_required /fields/name',
      'condition_changed /fields/water/problemWhen',
      'option_worded /fields/kind/options/0',
      'option_added /fields/kind/options/1',
      'option_removed /fields/kind/options/1',
      'question_moved /fields/fence',
      'question_added /fields/meals',
      'question_typed /fields/meals/type',
      'question_removed /fields/gone',
      'question_reordered /fields/name',
      'column_added /list/columns/1',
      'column_removed /list/columns/1',
    ]);
  });

  it('knows a question by its id: a new stored name is a rename, not a new question', () => {
    const { name, ...rest } = before.fields;
    expect(
      kinds({
        ...before,
        fields: { title: { ...name, type: 'text', id: 'q_name', label: words('name') }, ...rest },
        sections: { first: ['title', 'water', 'kind'], second: ['fence', 'gone'] },
        list: { columns: ['title', 'water'] },
      }),
    ).toEqual(['question_renamed /fields/title']);
  });

  it('is told with both wordings in every language that changed, below each other', () => {
    const after = structuredClone(before);
    (after.fields.name as { label?: unknown }).label = words('Well');
    const found = diffForms(source(before), source(after));
    expect(diffLines(found, definitionWords.diff, 'en')).toEqual([
      '~ Question text changed: Well  (/fields/name/label)',
      '    - en  name',
      '    - fa  name دری',
      '    - ps  name پښتو',
      '    + en  Well',
      '    + fa  Well دری',
      '    + ps  Well پښتو',
    ]);
    expect(diffLines(found, dariWords.diff, 'fa')[0]).toBe('~ متن سوال تغییر کرد: Well دری  (/fields/name/label)');
    (after.fields.name as { label?: unknown }).label = { ...words('name'), en: 'Well' };
    const inEnglish = diffForms(source(before), source(after));
    expect(diffLines(inEnglish, definitionWords.diff, 'en').slice(1), 'only English').toEqual([
      '    - en  name',
      '    + en  Well',
      '    = Reworded: English. As before: دری, پښتو',
    ]);
    (after.fields.name as { label?: unknown }).label = { ...words('name'), fa: 'چاه' };
    const inDari = diffForms(source(before), source(after));
    expect(diffLines(inDari, definitionWords.diff, 'en').slice(1), 'a translation, not the source').toEqual([
      '    - fa  name دری',
      '    + fa  چاه',
    ]);
  });

  it('of a list of names is those that came and went, or the new order', () => {
    const filters = (...names: string[]): FormSpec => ({ ...before, list: { columns: ['name'], filters: names } });
    const told = (old: FormSpec, now: FormSpec) =>
      diffForms(source(old), source(now)).map((one) => [one.pointer, one.before, one.after]);
    expect(told(filters('water', 'kind'), filters('kind', 'fence'))).toEqual([['/list/filters', 'water', 'fence']]);
    expect(told(filters('water', 'kind'), filters('kind', 'water'))).toEqual([
      ['/list/filters', 'water, kind', 'kind, water'],
    ]);
  });

  it('leaves out nothing that a definition can say', () => {
    const old = source(before);
    const now = structuredClone(old);
    Object.assign(now.definition, {
      icon: 'droplet',
      migrate: { map: { kind: { open: null } } },
      detail: { tabs: [{ id: 'answers', sections: ['first'] }] },
      list: {
        columns: [{ field: 'name', phone: false }, 'water'],
        filters: ['fence'],
        sort: '-code',
      },
    });
    Object.assign(now.definition.fields.name as object, {
      language: 'fa',
      messages: { minLength: words('Too short') },
      'ui:options': { rows: 4 },
    });
    Object.assign((now.definition.fields.kind?.options ?? [])[0] as object, { aliases: ['o/pen'] });
    Object.assign(now.definition.sections[0] as object, { columns: 1 });
    const told = diffForms(old, now).map((one) => [one.kind, one.pointer, one.before, one.after]);
    expect(told).toEqual([
      ['rule_changed', '/fields/name/language', undefined, '"fa"'],
      ['rule_changed', '/fields/name/messages/minLength', undefined, words('Too short')],
      ['rule_changed', '/fields/name/ui:options/rows', undefined, '4'],
      ['rule_changed', '/fields/kind/options/0/aliases', undefined, '["o/pen"]'],
      ['form_changed', '/sections/0/columns', undefined, '1'],
      ['form_changed', '/list/columns/0/phone', undefined, 'false'],
      ['form_changed', '/list/filters', undefined, '["fence"]'],
      ['form_changed', '/list/sort', undefined, '"-code"'],
      ['form_changed', '/icon', undefined, '"droplet"'],
      ['form_changed', '/migrate/map/kind/open', undefined, 'null'],
      ['form_changed', '/detail/tabs', undefined, '[{"id":"answers","sections":["first"]}]'],
    ]);
  });

  it('names in words what of the form, the question, the option or the section changed', () => {
    const old = source({ ...before, list: { columns: ['name'], sort: 'code' } });
    const now = structuredClone(old);
    Object.assign(now.definition, {
      title: words('Well'),
      icon: 'droplet',
      migrate: { drop: { gone: words('Asked no more') }, map: { kind: { open: null } } },
      list: { columns: [{ field: 'name', phone: false }], sort: '-code' },
    });
    Object.assign(now.definition.fields.name as object, { messages: { minLength: words('Too short') } });
    Object.assign((now.definition.fields.kind?.options ?? [])[0] as object, { aliases: ['o/pen'] });
    Object.assign(now.definition.sections[0] as object, { columns: 1 });
    Object.assign(now.schema, { allOf: [] });
    delete now.definition.fields.gone;
    now.definition.sections[1]?.fields.pop();
    const said = (language: 'en' | 'fa', all: typeof definitionWords | typeof dariWords) =>
      diffLines(diffForms(old, now), all.diff, language).filter((line) => /^[+~-]/.test(line));
    expect(said('en', definitionWords)).toEqual([
      '~ Rule changed: Error messages: name  (/fields/name/messages/minLength)',
      '~ Rule changed: Further names: open  (/fields/kind/options/0/aliases)',
      '- Question removed: gone  (/fields/gone)',
      '~ Form changed: Columns side by side: first  (/sections/0/columns)',
      '~ Form changed: Columns of the list: name  (/list/columns/0/phone)',
      '~ Form changed: Name  (/title)',
      '~ Form changed: Order of the list  (/list/sort)',
      '~ Form changed: Icon  (/icon)',
      '~ Form changed: Earlier answers no longer read: gone  (/migrate/drop/gone)',
      '~ Form changed: Options of earlier answers: kind  (/migrate/map/kind/open)',
      '~ Stored fields changed: Rule between answers  (/allOf)',
    ]);
    expect(said('fa', dariWords)).toContain(
      '~ فورم تغییر کرد: جواب‌های پیشین که دیگر خوانده نمی‌شود: gone دری  (/migrate/drop/gone)',
    );
  });

  it('has words for every key of a definition that it does not tell by its kind', () => {
    const places = new Set(Object.keys(definitionWords.diff.places));
    const keys = (at: { properties: object }) => Object.keys(at.properties);
    const { properties, $defs } = formSchema;
    const toldByKind = /^(\$schema|form|version|changes|sections|fields|lists|mediaFiles|origin|constraints)$/;
    const fieldToldByKind =
      /^(id|type|label|short|help|placeholder|unit|media|options|rows|columns|(visible|required|problem)When|derived|count|filter|required|limits)$/;
    expect(keys(formSchema).filter((key) => !toldByKind.test(key) && !places.has(key))).toEqual([]);
    expect(keys(properties.list).filter((key) => !places.has(`list_${key}`))).toEqual([]);
    expect(keys(properties.detail).filter((key) => !places.has(`detail_${key}`))).toEqual([]);
    expect(keys(properties.migrate).filter((key) => !places.has(`migrate_${key}`))).toEqual([]);
    const fieldKeys = keys($defs.field).filter((key) => !fieldToldByKind.test(key));
    expect(fieldKeys.filter((key) => !places.has(`field_${key.replace(/\W/g, '_')}`))).toEqual([]);
    const parts = [listSchema, menuSchema, rightsSchema, reportSchema].flatMap(keys);
    const partToldByKind = /^(\$schema|list|report|rules|fourEyes|rule|button|show|quick|title|description)$/;
    expect(parts.filter((key) => !partToldByKind.test(key) && !places.has(key))).toEqual([]);
  });
});
