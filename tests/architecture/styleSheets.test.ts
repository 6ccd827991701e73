import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const screens = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ folder: dirname(join(app, name)), code: readFileSync(join(app, name), 'utf8') }));

/** Returns the classes that a sheet's selectors name, without those of other sheets. */
function classesOf(css: string): Set<string> {
  const own = css.replace(/\/\*.*?\*\//gs, '').replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '');
  return new Set([...own.matchAll(/\.([a-z_][\w-]*)(?=[^{};]*\{)/gi)].map(([, name = '']) => name));
}

/** Returns the classes of a module that code names, by whatever name it imports the module. */
function named(path: string): Set<string> {
  const found = screens.flatMap(({ folder, code }) =>
    [...code.matchAll(/import (\w+) from '(\S+\.module\.css)'/g)]
      .filter(([, , from = '']) => join(folder, from) === path)
      .flatMap(([, name = '']) => [...code.matchAll(new RegExp(`(?<!['\\w./])${name}\\.(\\w+)`, 'g'))]),
  );
  return new Set(found.map(([, name = '']) => name));
}

test('each class of a module is used, and each that is used is there', () => {
  const modules = sheets.filter(({ name }) => name.endsWith('.module.css'));
  const found = modules.flatMap(({ name, css }) => {
    const there = classesOf(css);
    const used = named(join(app, name));
    return [
      ...[...there].filter((one) => !used.has(one)).map((one) => `${name}: .${one} is not used`),
      ...[...used].filter((one) => !there.has(one)).map((one) => `${name}: .${one} is used, and not there`),
    ];
  });
  expect(found).toEqual([]);
});

test('each shared class is used', () => {
  const words = new Set(screens.flatMap(({ code }) => code.match(/am-[\w-]*/g) ?? []));
  // `am-map-${kind}`
  const begun = [...words].filter((word) => word.endsWith('-'));
  const shared = sheets.filter(({ name }) => !name.endsWith('.module.css'));
  const page = readFileSync(`${app}/../../index.html`, 'utf8');
  const found = shared.flatMap(({ css }) =>
    [...classesOf(css)].filter(
      (one) =>
        one.startsWith('am-') && !words.has(one) && !page.includes(one) && !begun.some((word) => one.startsWith(word)),
    ),
  );
  expect(found).toEqual([]);
});

test('a literal is noticed, except on paper', () => {
  const css =
    '.a {\n  gap: 3px;\n  font-size: 12px;\n  border-radius: 0;\n}\n@media print {\n  .a {\n    font-size: 9pt;\n  }\n}\n';
  expect(literals(css)).toEqual(['gap: 3px', 'font-size: 12px']);
  expect(otherWidths('@media (max-width: 62em) {')).toEqual(['62em']);
  expect([...classesOf('/* .no { */\n.a:hover > :global(.am-hint),\n.b-c {\n  padding: 0.5rem;\n}\n')]).toEqual([
    'a',
    'b-c',
  ]);
});
