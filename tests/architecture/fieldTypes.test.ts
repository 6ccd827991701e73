import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldTypeNames } from '../../codegen/fieldTypes.ts';
import { propertiesByPart } from '../../src/core/definitions/inputs.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { ROOT } from '../support/definitions.ts';

/**
 * Everything about a field type is in src/core/form/types and src/app/widgets. Only the places listed here may compare its
 * name, each for its reason. An unlisted comparison fails the test, and so does a listed one that no longer exists.
 */
const LISTED: readonly { path: string; found: string[]; because: string }[] = [
  {
    path: 'src/core/check/layout.ts',
    found: ["['choice', 'record', 'hidden']"],
    because: 'a form names fields for its own purposes, and the key says which types may serve it',
  },
  {
    path: 'src/core/edit/settings.ts',
    found: ["['rating', 'scale', 'yesno', 'yes-no-dontknow', 'choice', 'multi', 'matrix']"],
    because: 'a setting offers what the meta schema lets it name, and a test compares the two',
  },
  {
    path: 'src/core/definitions/inputs.ts',
    found: ["type === 'note'"],
    because: 'definitions stand below the types; that a note binds nothing must be known to compile a form',
  },
  {
    path: 'src/core/check/outcomes.ts',
    found: ["type !== 'integer'"],
    because: 'a type of JSON Schema, not of a field',
  },
  {
    path: 'src/core/form/coerceValue.ts',
    found: ["case 'integer':"],
    because: 'a type of JSON Schema, not of a field',
  },
  {
    path: 'src/core/xlsform/export/rows.ts',
    found: ["type === 'range'", "['derived', 'hidden', 'note']"],
    because: 'what XLSForm writes of a type otherwise than of others: limits as parameters, nothing asked',
  },
  {
    path: 'src/server/api/files/routes.ts',
    found: ["type === 'file'"],
    because: 'a part of a multipart body',
  },
  {
    path: 'src/server/reports/count.ts',
    found: ["case 'problems':"],
    because: 'what a measure of a report counts, as definitions say it',
  },
  {
    path: 'src/app/screens/detail/DetailScreen.tsx',
    found: ["case 'problems':"],
    because: 'what a tab shows, as definitions say it',
  },
  {
    path: 'src/app/screens/form/drawing/QuestionField.tsx',
    found: ["type !== 'derived'"],
    because: 'a worked-out value has a drawing of its own; other types that are worked out are drawn as closed inputs',
  },
  {
    path: 'src/app/screens/record/cell.tsx',
    found: ["case 'code':", "case 'place':", "case 'person':", "case 'date':"],
    because: 'columns of the engine (the code of a record, its place, its maker, its day), not answers',
  },
];

const meta = JSON.parse(readFileSync(join(ROOT, 'schemas/meta/form.schema.json'), 'utf8')) as {
  $defs: { field: { properties: { type: { enum: string[] } } } };
};
const names = meta.$defs.field.properties.type.enum;
/** Words that only name field types. A map with one of them as a key is a map over types. */
const UNMISTAKABLE = ['yesno', 'yes-no-dontknow', 'longtext', 'geopoint', 'multi', 'datetime'];

const name = `'(?:${names.join('|')})'`;
const COMPARISONS = [
  `\\btype\\)?\\s*[!=]==?\\s*${name}`,
  `${name}\\s*[!=]==?\\s*[\\w.?]*\\btype\\b`,
  `\\bcase\\s+${name}\\s*:`,
  `\\[\\s*${name}(?:\\s*,\\s*${name})+\\s*,?\\s*\\]`,
  `\\[\\s*${name}\\s*,?\\s*\\]\\.includes\\(`,
  `\\bnew Set(?:<[^>]*>)?\\(\\[\\s*${name}\\s*,?\\s*\\]`,
  `\\bFIELD_TYPES(?:\\.(?:${names.filter((one) => !one.includes('-')).join('|')})\\b|\\[${name}\\])`,
  `(?<=[{,]\\s*)(?:${UNMISTAKABLE.map((one) => `'${one}'|${one}`).join('|')})\\s*:`,
  `\\bRecord<\\s*FieldTypeName\\b`,
  `\\bSet<\\s*FieldTypeName\\b`,
];
const ROOMS = /^src\/core\/(form\/types|generated)\/|^src\/app\/widgets\/|\/migrations\//;

/** Returns the comparisons with a field type's name, as written. */
function comparisonsIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
  return COMPARISONS.flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'g'))]).map(([all]) =>
    all.replace(/\s+/g, ' '),
  );
}

const found = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .filter((path) => !ROOMS.test(path))
  .sort()
  .flatMap((path) => {
    const comparisons = comparisonsIn(readFileSync(join(ROOT, path), 'utf8'));
    return comparisons.length > 0 ? [[path, comparisons] as const] : [];
  });

describe('names of field types', () => {
  it.each([
    "if (node.type === 'rating') return;",
    "if ('rating' === node.type) return;",
    "switch (type) { case 'rating': }",
    "const SCALES = new Set(['rating', 'yesno']);",
    "const one = new Set(['rating']);",
    "['rating'].includes(node.type)",
    'FIELD_TYPES.rating.isEmpty(node, data)',
    'const of = { rating: 1, yesno: 2 }[node.type];',
    "const of = { 'yes-no-dontknow': 2 };",
    'const of: Record<FieldTypeName, number> = all;',
  ])('this test sees %s', (code) => {
    expect(comparisonsIn(code)).not.toEqual([]);
  });

  it('are compared outside their rooms only where it is listed, and why', () => {
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(LISTED.map((one) => [one.path, one.found])));
  });

  it('at most fifteen times', () => {
    expect(found.flatMap(([, comparisons]) => comparisons).length).toBeLessThanOrEqual(15);
  });
});

describe('a field type', () => {
  it('has a name and a hint for who designs questionnaires', () => {
    const { types } = JSON.parse(readFileSync(join(ROOT, 'locales/en/designer.json'), 'utf8'));
    expect(Object.keys(FIELD_TYPES).filter((type) => !types[type]?.name || !types[type]?.hint)).toEqual([]);
  });

  it('is a file of the core, and the meta schema offers exactly these', () => {
    expect(names).toEqual(fieldTypeNames(ROOT));
  });

  const { answers } = JSON.parse(readFileSync(join(ROOT, 'forms/examples/gallery.json'), 'utf8')) as {
    answers: Record<string, Record<string, unknown>>;
  };
  const examples = readdirSync(join(ROOT, 'forms/examples'))
    .filter((file) => file.endsWith('.form.json'))
    .map((file) => JSON.parse(readFileSync(join(ROOT, 'forms/examples', file), 'utf8')) as FormDefinition);

  it.each(names)('%s has a folder of widgets, an example, and there an answer to show', (type) => {
    expect(existsSync(join(ROOT, 'src/app/widgets', type, 'index.ts'))).toBe(true);
    const shown = examples.flatMap(({ form, fields }) =>
      Object.entries(fields).flatMap(([name, def]) =>
        def.type === type
          ? [{ stored: Object.values(propertiesByPart(name, def)), def, given: answers[form] ?? {} }]
          : [],
      ),
    );
    expect(shown).not.toEqual([]);
    // Calculated and hidden types have no answer of their own.
    const asked = shown.filter(
      ({ stored, def }) => stored.length > 0 && !FIELD_TYPES[def.type].isHidden && !def.derived,
    );
    if (asked.length > 0) expect(asked.some(({ stored, given }) => stored.some((one) => one in given))).toBe(true);
  });
});
