import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productFiles, ROOT } from '../support/definitions.ts';

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
const source = filesBelow('src');
const textOf = new Map(
  [...source, ...filesBelow('codegen')].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

/** Returns what a file imports: our files by path, packages by name. */
function importsOf(path: string): string[] {
  return importsIn(textOf.get(path) ?? '', path);
}

function importsIn(text: string, path: string): string[] {
  const found = [...text.matchAll(/(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    (match) => match[1] as string,
  );
  return found.map((name) =>
    name.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(path), name)).replaceAll('\\', '/') : name,
  );
}
function staticImportsOf(path: string): string[] {
  return importsIn((textOf.get(path) ?? '').replace(/\bimport\s*\(\s*['"][^'"]+['"]/g, ''), path);
}
const isPackage = (name: string): boolean =>
  !name.startsWith('src/') &&
  !name.startsWith('locales/') &&
  !name.startsWith('forms/') &&
  !name.startsWith('schemas/');

function offenders(paths: string[], wrong: (path: string, imported: string) => boolean): string[] {
  return paths.flatMap((path) =>
    importsOf(path)
      .filter((imported) => wrong(path, imported))
      .map((imported) => `${path} imports ${imported}`),
  );
}
/** Rooms of core, server and app, in order. A later room may import an earlier one, never the other way round. */
const DIRECTIONS = JSON.parse(readFileSync(join(ROOT, 'tests/architecture/directions.json'), 'utf8')) as Record<
  string,
  string[]
>;

/** Returns strongly connected files (Tarjan). Dynamic imports (`import()`) do not count. */
function circlesOf(paths: readonly string[]): string[][] {
  const edges = new Map(paths.map((path) => [path, staticImportsOf(path).filter((one) => textOf.has(one))]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    low.set(path, order.get(path)!);
    stack.push(path);
    for (const next of edges.get(path) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(path, Math.min(low.get(path)!, low.get(next)!));
    }
    if (low.get(path) === order.get(path)) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) found.push(circle.sort());
    }
  };
  for (const path of paths) if (!order.has(path)) visit(path);
  return found.sort();
}

const inRoom = (room: string): string[] => source.filter((path) => path.startsWith(room));

describe('the rooms of the house', () => {
  it('are seen by this test', () => {
    expect(importsOf('src/core/check/check.ts')).toContain('src/core/definitions/compile.ts');
    expect(source.length).toBeGreaterThan(100);
  });

  it('core imports only core: no package but for expressions, User-Agents and places in JSON, no Node, no browser', () => {
    const mayUse = (path: string, imported: string) =>
      (path.startsWith('src/core/expressions/') && /^@marcbachmann\/cel-js(\/evaluator)?$/.test(imported)) ||
      (path === 'src/core/text/deviceName.ts' && imported === 'bowser') ||
      (path === 'src/core/check/jsonSyntax.ts' && imported === 'jsonc-parser');
    expect(
      offenders(inRoom('src/core/'), (path, imported) => !imported.startsWith('src/core/') && !mayUse(path, imported)),
    ).toEqual([]);
  });

  it('core touches neither screen, disk, network nor clock', () => {
    const outside =
      /\b(document|window|localStorage|navigator|process|globalThis|fetch|setTimeout|setInterval)\b\s*[.([]|\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(/;
    const found = inRoom('src/core/').filter((path) => outside.test(withoutWords(textOf.get(path) ?? '')));
    expect(found).toEqual([]);
  });

  it('the app asks one place what time it is, because the clock of a device may be wrong', () => {
    const asIs = [
      'src/app/data/deviceClock.ts',
      // Tells the server what this clock shows, which compares it.
      'src/app/data/http.ts',
      // Compared with each other on the device that wrote them.
      'src/app/screens/form/draft/restoredDraft.ts',
      'src/app/screens/form/draft/useAutosave.ts',
      // Compared with the time when this device stored it.
      'src/app/offline/store/savedSession.ts',
    ];
    const found = inRoom('src/app/').filter((path) => /\bnew Date\(\)/.test(withoutWords(textOf.get(path) ?? '')));
    expect(found.toSorted()).toEqual(asIs.toSorted());
  });

  it('server and app never import each other; they meet over HTTP', () => {
    expect(offenders(inRoom('src/server/'), (_path, imported) => imported.startsWith('src/app/'))).toEqual([]);
    expect(
      offenders(
        inRoom('src/app/'),
        (_path, imported) => imported.startsWith('src/server/') || imported.startsWith('node:'),
      ),
    ).toEqual([]);
  });

  it('migrations import nothing of ours, so that they never change', () => {
    const migrations = inRoom('src/server/db/migrations/');
    expect(
      offenders(migrations, (path, imported) => !isPackage(imported) && dirname(imported) !== dirname(path)),
    ).toEqual([]);
  });

  it('src imports no tests and no codegen', () => {
    expect(
      offenders(
        source,
        (_path, imported) =>
          imported.startsWith('tests/') || imported.startsWith('codegen/') || imported.startsWith('e2e/'),
      ),
    ).toEqual([]);
  });

  it('the second reader of reports uses nothing of ours: it gets rows, files of forms and what the API prints', () => {
    const all = filesBelow('tests/support/reading');
    // The world that is read is made as people make it.
    const readers = all.filter((path) => path !== 'tests/support/reading/world.ts');
    expect(readers).toContain('tests/support/reading/reader.ts');
    const used = readers.flatMap((path) => importsIn(readFileSync(join(ROOT, path), 'utf8'), path));
    expect(used.filter((imported) => !imported.startsWith('node:') && !readers.includes(imported))).toEqual([]);
  });

  it('codegen imports core only', () => {
    expect(
      offenders(
        filesBelow('codegen'),
        (_path, imported) => imported.startsWith('src/') && !imported.startsWith('src/core/'),
      ),
    ).toEqual([]);
  });

  it('parts of the app are fetched with onDemand: what suspends is held back by React', () => {
    expect(inRoom('src/app/').filter((path) => /\blazy\(/.test(textOf.get(path) ?? ''))).toEqual([]);
  });

  it.each(Object.entries(DIRECTIONS))(
    'of %s are stated from the ground to the roof, and none uses one above it',
    (base, order) => {
      const room = (path: string) => (path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : []);
      // Files outside the rooms wire the rooms together.
      const unstated = inRoom(`${base}/`).filter(
        (path) =>
          room(path).length > 1 && !/^(generated|deploy)$/.test(room(path)[0]!) && !order.includes(room(path)[0]!),
      );
      expect(unstated).toEqual([]);
      const upwards = offenders(inRoom(`${base}/`), (path, imported) => {
        const [from, to] = [order.indexOf(room(path)[0] ?? ''), order.indexOf(room(imported)[0] ?? '')];
        return from >= 0 && to > from;
      });
      expect(upwards).toEqual([]);
    },
  );

  it('bring the styles of what they draw with Mantine: each component has a sheet of its own', () => {
    const styles = join(ROOT, 'node_modules/@mantine/core/styles');
    // These draw with another one, which has the sheet.
    const drawnWith: Record<string, string> = { Select: 'Combobox' };
    const app = [...textOf].filter(([path]) => path.startsWith('src/app/')).map(([, text]) => text);
    const used = app.flatMap((text) =>
      [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(/[\s,]+/),
      ),
    );
    const sheets = [...new Set(used.map((name) => drawnWith[name] ?? name))].filter((name) =>
      existsSync(join(styles, `${name}.layer.css`)),
    );
    expect(sheets).toContain('Button');
    const brought = app.join('\n');
    expect(sheets.filter((name) => !brought.includes(`'@mantine/core/styles/${name}.layer.css'`))).toEqual([]);
  });

  it('have no files that import each other in a circle', () => {
    expect(circlesOf(source)).toEqual([]);
  });

  it('have names that say something', () => {
    expect(source.filter((path) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(path))).toEqual([]);
  });

  it('every file says at its head what it is, unless its name and size do', () => {
    const silent = source.filter((path) => {
      const text = textOf.get(path) ?? '';
      return !path.includes('/generated/') && text.split('\n').length > 60 && !text.slice(0, 1200).includes('/**');
    });
    expect(silent).toEqual([]);
  });
});

describe('no code is made from text', () => {
  it('in browser, core and server: no eval, no new Function, no timers with text', () => {
    const found = source.filter((path) =>
      /\beval\s*\(|new\s+Function\b|setTimeout\(\s*['"`]/.test(withoutWords(textOf.get(path) ?? '')),
    );
    expect(found).toEqual([]);
  });
});

describe('generic code knows no form and no programme', async () => {
  const files = [...(await productFiles).values()].filter((file) => file.kind === 'form');
  const definitions = files
    .map((file) => file.json as { form: string; programme: string; kind: string })
    // Forms name the version of their row form. The engine names it for forms from before that key existed.
    .filter(({ kind }) => kind !== 'row');
  /** People and examples belong to the engine. One-word names like that of a form “person” would forbid ordinary words. */
  const names = [...new Set(definitions.flatMap((one) => [one.form, one.programme]))].filter(
    (name) => !/^(people|examples?)$/.test(name),
  );
  const generic = source.filter(
    (path) => !path.includes('/generated/') && !path.startsWith('src/app/features/') && !isDemo(path),
  );

  it('and this test knows them', () => {
    expect(names.length).toBeGreaterThan(3);
  });

  it.each(names)('“%s” stands nowhere as a name in code', (name) => {
    const pattern = new RegExp(`['"\`/]${name}(['"\`/?]|-[a-z]+['"\`])`);
    const found = generic.filter((path) =>
      importlessLines(textOf.get(path) ?? '').some((line) => pattern.test(line.replace(LIVENESS, ''))),
    );
    expect(found).toEqual([]);
  });
});

/** The path of the liveness check. A programme may have the same name. */
const LIVENESS = /'(\/api)?\/health'/g;

/** Returns true for the demo and seed code, whose words are about one organisation. */
function isDemo(path: string): boolean {
  return path.startsWith('src/server/demo/');
}

function importlessLines(text: string): string[] {
  return withoutComments(text)
    .split('\n')
    .filter((line) => !/^\s*(import|export)\b.*\bfrom\b|^\} from /.test(line));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
}

/** Returns the code without comments and string contents, which may name anything. */
function withoutWords(text: string): string {
  return withoutComments(text).replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
