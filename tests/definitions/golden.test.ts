/**
 * Checks the definitions against tables written from the specification, one file per kind and document
 * (`tests/golden/<kind>-<document>.csv`): list columns in order, question counts, defaults, labels of closed options,
 * required answers, codes.
 */
import { describe, expect, it } from 'vitest';
import { questionsOf } from '../../src/core/definitions/sections.ts';
import type { Field, FormDefinition, JsonSchema } from '../../src/core/definitions/types.ts';
import { productFiles } from '../support/definitions.ts';
import { type Row, table } from '../support/golden.ts';

const files = await productFiles;
const readJson = <T>(pattern: RegExp): T => {
  const found = [...files.values()].filter((file) => pattern.test(file.path) && !file.path.includes('/frozen/'));
  expect(found.length, String(pattern)).toBe(1);
  return JSON.parse(found[0]?.text ?? '') as T;
};
const definitionOf = (form: string) => readJson<FormDefinition>(new RegExp(`/${form}\\.form\\.json$`));
const contractOf = (form: string) => readJson<JsonSchema>(new RegExp(`/${form}\\.schema\\.json$`));
const fieldOf = (form: string, name: string): Field => {
  const { fields } = definitionOf(form);
  const own = fields[name] ?? Object.values(fields).find((field) => Object.values(field.bind ?? {}).includes(name));
  expect(own, `${form}.${name}`).toBeDefined();
  return own as Field;
};
const by = (rows: Row[], ...keys: string[]) =>
  [...new Set(rows.map((row) => keys.map((key) => row[key]).join(' ')))].map((name) => ({
    name,
    rows: rows.filter((row) => keys.map((key) => row[key]).join(' ') === name),
  }));

describe('list columns', () => {
  it.each(by(table('columns'), 'form'))('$name', ({ name, rows }) => {
    const { list, paths } = definitionOf(name);
    const columns = list.columns.map((column) => (typeof column === 'string' ? { field: column } : column));
    const documented = [...rows].sort((a, b) => Number(a.position) - Number(b.position));
    // Whoever wants others chooses them.
    expect(columns.map((column) => column.key ?? column.field)).toEqual(documented.map((row) => row.key));
    expect(paths.list).toBe(rows[0]?.path);
    for (const row of documented.filter(({ sortable }) => sortable === 'yes'))
      expect(columns.find((column) => (column.key ?? column.field) === row.key)?.sortable, row.key).not.toBe(false);
  });
});

describe('question counts', () => {
  it.each(table('questions'))('$form: $count in $sections', ({ form = '', sections = '', type, count }) => {
    const { sections: all, fields } = definitionOf(form);
    const wanted = sections.split('|');
    const chosen = all.filter((section) => wanted.includes(section.id));
    expect(chosen.map((section) => section.id)).toEqual(wanted);
    const asked = chosen
      .flatMap((section) => questionsOf(section).map(({ name }) => name))
      .map((name) => fields[name] as Field)
      .filter((field) => field.remarkOf === undefined && (type === 'any' || field.type === type));
    expect(asked.length).toBe(Number(count));
  });
});

describe('defaults', () => {
  it.each(table('defaults'))('$form.$field is $default', ({ form = '', field = '', default: wanted }) => {
    const property = (contractOf(form).properties as Record<string, JsonSchema>)[field];
    expect(String(property?.default)).toBe(wanted);
  });
});

describe('closed options', () => {
  const { currencies } = readJson<{ currencies: { label: { en: string } }[] }>(/common\/constants\.json$/);
  const lists = (name: string) =>
    readJson<{ items: { label: { en: string } }[] }>(new RegExp(`/choices/${name.replaceAll('.', '\\.')}\\.json$`))
      .items;
  it.each(table('options'))('$form.$field: $labels', ({ form = '', field = '', labels = '' }) => {
    const own = fieldOf(form, field);
    const offered = own.type === 'money' ? currencies : (own.options ?? lists(own.choices ?? ''));
    expect(offered.map(({ label }) => label.en)).toEqual(labels.split('|'));
  });
});

describe('required answers', () => {
  it.each(table('required'))('$form.$field: $required', ({ form = '', field = '', required }) => {
    const { properties, required: needed } = contractOf(form) as { properties: object; required: string[] };
    expect(Object.keys(properties)).toContain(field);
    expect(needed.includes(field)).toBe(required === 'yes');
  });
});

describe('codes', () => {
  it.each(table('codes'))('$form $value: $pattern', ({ form = '', value = '', pattern }) => {
    const { code } = definitionOf(form);
    expect(value === '' ? code?.pattern : code?.by?.patterns[value]).toBe(pattern);
  });
});
