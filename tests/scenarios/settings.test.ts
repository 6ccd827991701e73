/** The settings that the designer shows are those of the meta schema, and what has no control on the screen is written down here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Field, FieldTypeName, FormDefinition } from '../../src/core/definitions/types.ts';
import {
  FORM_SETTINGS,
  questionSettings,
  type SettingShape,
  type SettingShapes,
} from '../../src/core/edit/settings.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { getOwn } from '../../src/core/json.ts';
import { productFiles, ROOT } from '../support/definitions.ts';

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  $defs?: Record<string, Schema>;
};

const META = JSON.parse(readFileSync(join(ROOT, 'schemas/meta/form.schema.json'), 'utf8')) as Schema & {
  properties: Record<string, Schema>;
  $defs: Record<string, Schema>;
};
const FIELD = META.$defs.field?.properties as Record<string, Schema>;

/** Returns what does not fit of a setting, as sentences. */
function misfits(shape: SettingShape, schema: Schema | undefined, at: string): string[] {
  if (!schema) return [`${at} is not in the meta schema`];
  const whole = (one: Schema | undefined) => (one?.$ref ? getOwn(META.$defs, one.$ref.replace('#/$defs/', '')) : one);
  const refersTo = (name: string) => schema.$ref === `#/$defs/${name}`;
  const fits = (holds: boolean) => (holds ? [] : [`${at} is ${JSON.stringify(schema)} and no ${shape.is}`]);
  const ofParts = (parts: SettingShapes, of: Schema | undefined) =>
    Object.entries(parts).flatMap(([part, inner]) => {
      const found = of?.properties?.[part] ?? (of?.additionalProperties as Schema | undefined);
      return misfits(inner, found || undefined, `${at}/${part}`);
    });
  switch (shape.is) {
    case 'words':
      return fits(refersTo('text'));
    case 'expression':
      return fits(refersTo('expression'));
    case 'yes':
      return fits(schema.type === 'boolean');
    case 'one':
    case 'line':
      return fits(whole(schema)?.type === 'string' && schema.enum === undefined);
    case 'several':
      return fits(schema.type === 'array' && whole(schema.items)?.type === 'string');
    case 'number':
      return fits(
        (schema.type === 'integer' || schema.type === 'number') &&
          schema.minimum === shape.least &&
          schema.maximum === shape.most,
      );
    case 'constant':
      return fits(JSON.stringify(schema.enum) === JSON.stringify(shape.values));
    case 'marks':
      return fits(JSON.stringify(schema.items?.enum) === JSON.stringify(shape.values));
    case 'lines':
      return fits(schema.type === 'array' && schema.items?.type === (shape.numbers ? 'integer' : 'string'));
    case 'value':
      return fits(Array.isArray(schema.type));
    case 'map':
      return fits(JSON.stringify((schema.additionalProperties as Schema).enum) === JSON.stringify(shape.values));
    case 'unless':
      return schema.oneOf ? ofParts(shape.parts, schema.oneOf[1]) : fits(false);
    case 'parts':
      return schema.type === 'object' ? ofParts(shape.parts, schema) : fits(false);
    case 'list':
      return whole(schema)?.type === 'array' ? ofParts(shape.parts, whole(whole(schema)?.items)) : fits(false);
  }
}

const TYPES = Object.keys(FIELD_TYPES) as FieldTypeName[];
/** Questions of every type, with what opens further settings. */
const QUESTIONS = TYPES.flatMap((type) => {
  const field = { id: 'q', type, label: { en: 'Q', fa: 'س', ps: 'پ' } } as unknown as Field;
  return [field, { ...field, derived: { expr: '1' } }, { ...field, problemWhen: [] } as unknown as Field];
});

describe('a setting of the designer', () => {
  it.each(Object.entries(FORM_SETTINGS))('of a form is as the meta schema says: %s', (key, shape) => {
    expect(misfits(shape, META.properties[key], `/${key}`)).toEqual([]);
  });

  it('of a question is as the meta schema says, or as its type reads `ui:options`', () => {
    for (const field of QUESTIONS)
      for (const [key, shape] of Object.entries(questionSettings('q', field))) {
        if (key === 'ui:options' && shape.is === 'parts') {
          const known = { wide: 'boolean', ...FIELD_TYPES[field.type].uiOptions };
          expect([field.type, Object.keys(shape.parts).sort()]).toEqual([field.type, Object.keys(known).sort()]);
        } else expect(misfits(shape, FIELD[key], `${field.type}/${key}`)).toEqual([]);
      }
  });

  it('has words in all languages', () => {
    const shapes = { ...FORM_SETTINGS };
    for (const field of QUESTIONS) Object.assign(shapes, questionSettings('q', field), questionSettings('t.q', field));
    const needed: string[] = [];
    const need = (shape: SettingShape, words: string): void => {
      const isGroup = shape.is === 'parts' || shape.is === 'list' || shape.is === 'unless';
      if (isGroup) {
        needed.push(`${words}.title`);
        if (words.indexOf('.') < 0) needed.push(`${words}.hint`);
        if (shape.is === 'list') needed.push(`${words}.add`);
        for (const [part, inner] of Object.entries(shape.parts))
          need(inner, part === 'title' ? 'heading' : `${words}.${part}`);
      } else needed.push(words);
      if (shape.is === 'constant' || shape.is === 'marks' || shape.is === 'map')
        for (const value of shape.values) needed.push(`values.${value}`);
    };
    for (const [key, shape] of Object.entries(shapes)) need(shape, key.replace(':', '_'));
    for (const language of ['en', 'fa', 'ps']) {
      const { settings } = JSON.parse(readFileSync(join(ROOT, `locales/${language}/designer.json`), 'utf8'));
      const said = (path: string) =>
        path.split('.').reduce((at: unknown, part) => getOwn((at ?? {}) as Record<string, unknown>, part), settings);
      expect([language, needed.filter((path) => typeof said(path) !== 'string')]).toEqual([language, []]);
    }
  });
});

describe('every key of the meta schema', () => {
  /** Keys with a control of their own elsewhere in the designer. */
  const FORM_CONTROLS = [
    ...[
      'form',
      'programme',
      'languages',
      'words',
      'title',
      'plural',
      'new',
      'description',
      'icon',
      'parent',
      'code',
      'name',
    ],
    ...[
      'place',
      'date',
      'organization',
      'workflow',
      'sections',
      'fields',
      'lists',
      'constraints',
      'list',
      'migrate',
      'changes',
    ],
  ];
  /** Keys that the engine writes, each with when. */
  const ENGINE = {
    $schema: 'by the new form and by the commands of files',
    version: 'by the new form and by each next version',
    kind: 'by the template; a record does not become another kind',
    paths: 'by the new form, from its name',
    api: 'by the new form, from its name; further calls are for programs, and stay as they are',
    mediaFiles: 'by an upload',
    origin: 'by the import of a workbook',
    readOnly: 'by the product, for the row of problems: code works them out',
    id: 'by a new question',
  };
  const FORM_JSON = ['$schema', 'version', 'kind', 'paths', 'api', 'mediaFiles', 'origin', 'readOnly'];
  const FIELD_CONTROLS = [
    ...[
      'type',
      'label',
      'short',
      'help',
      'placeholder',
      'unit',
      'ui:widget',
      'options',
      'default',
      'ui:readonly',
      'choices',
    ],
    ...['places', 'ends', 'rows', 'bind', 'record', 'columns', 'count', 'once', 'visibleWhen', 'required', 'limits'],
    ...['requiredWhen', 'problemWhen', 'derived', 'unique', 'restricted', 'media'],
  ];
  const FIELD_JSON = ['id'];

  it('of a form has a control, or is named here', () => {
    expect([...FORM_CONTROLS, ...FORM_JSON, ...Object.keys(FORM_SETTINGS)].sort()).toEqual(
      [...new Set([...Object.keys(META.properties), ...FORM_CONTROLS])].sort(),
    );
  });

  it('of a question has a control, or is named here', () => {
    const settings = new Set(
      QUESTIONS.flatMap((field) => [
        ...Object.keys(questionSettings('q', field)),
        ...Object.keys(questionSettings('t.q', field)),
      ]),
    );
    // Which people are offered stands beside the forms of the people.
    expect([...FIELD_CONTROLS, ...FIELD_JSON, ...settings].sort()).toEqual(Object.keys(FIELD).sort());
  });

  it('without a control is one of at most ten, and no shipped form uses one that the engine does not write', async () => {
    const without = [...FORM_JSON, ...FIELD_JSON];
    expect(without.length).toBeLessThanOrEqual(10);
    const used = new Set<string>();
    const read = (fields: Readonly<Record<string, Field>>): void => {
      for (const field of Object.values(fields)) {
        for (const key of Object.keys(field)) if (FIELD_JSON.includes(key)) used.add(key);
        if (field.columns) read(field.columns as Readonly<Record<string, Field>>);
      }
    };
    for (const { kind, json } of (await productFiles).values()) {
      if (kind !== 'form') continue;
      for (const key of Object.keys(json as object)) if (FORM_JSON.includes(key)) used.add(key);
      read((json as FormDefinition).fields);
    }
    expect([...used].filter((key) => !Object.hasOwn(ENGINE, key))).toEqual([]);
  });
});
