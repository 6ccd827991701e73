import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const app = fileURLToPath(new URL('../../src/app', import.meta.url));

/** Paper has sizes of its own: certificates grow with their sheet, and printed pages count in points. */
const ON_PAPER = /(^|\/)(Certificates|Print)\.module\.css$/;

const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css') && !name.endsWith('theme/tokens.css'))
  .map((name) => ({ name, css: readFileSync(`${app}/${name}`, 'utf8') }));

/** Removes the blocks of `@media print`, to the brace at the beginning of a line that ends them. */
const onScreen = (css: string) => css.replace(/^@media print \{\n(?:(?!\}).*\n)*\}$/gm, '');

/** What a declaration may say instead of a token: nothing at all, or what its surroundings say. */
const FREE = /^(0|none|inherit|normal)$/;
const LITERAL: [property: RegExp, allowed: RegExp][] = [
  [/^font-size$/, /^var\(--text-(figure|title|heading|body|small)\)$/],
  [/^font-weight$/, /^var\(--weight-(text|strong|title)\)$/],
  [/^border(-\w+)*-radius$/, /^((0|var\(--radius-(control|card|pill)\))( |$))+$/],
  [/^box-shadow$/, /^(var\(--shadow-(menu|dialog)\)|inset .*)$/],
  [/^(row-|column-)?gap$/, /^((0|var\(--space-[1-6]\))( |$))+$/],
];

/** Returns the declarations of a sheet that have a size of their own, as `property: value`. */
function literals(css: string): string[] {
  const declarations = [...onScreen(css).matchAll(/^\s*([a-z-]+):\s*([^;{}]+);/gm)];
  return declarations.flatMap(([, property = '', value = '']) => {
    const allowed = LITERAL.find(([name]) => name.test(property))?.[1];
    return allowed && !allowed.test(value) && !FREE.test(value) ? [`${property}: ${value}`] : [];
  });
}

/** Returns the widths of a sheet's media queries that are not one of the three breakpoints. */
const otherWidths = (css: string) =>
  [...css.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/width[:<>= ]+([\d.a-z]+)/g)].flatMap(([, width = '']) =>
      /^(30|48|75)em$/.test(width) ? [] : [width],
    ),
  );

test('style sheets take text, weights, radii, shadows and gaps from tokens.css', () => {
  expect(sheets.length).toBeGreaterThan(50);
  const found = sheets
    .filter(({ name }) => !ON_PAPER.test(name))
    .flatMap(({ name, css }) => literals(css).map((literal) => `${name}: ${literal}`));
  expect(found).toEqual([]);
});

test('there are three breakpoints', () => {
  expect(sheets.flatMap(({ name, css }) => otherWidths(css).map((width) => `${name}: ${width}`))).toEqual([]);
});

test('a literal is noticed, except on paper', () => {
  const css =
    '.a {\n  gap: 3px;\n  font-size: 12px;\n  border-radius: 0;\n}\n@media print {\n  .a {\n    font-size: 9pt;\n  }\n}\n';
  expect(literals(css)).toEqual(['gap: 3px', 'font-size: 12px']);
  expect(otherWidths('@media (max-width: 62em) {')).toEqual(['62em']);
});
