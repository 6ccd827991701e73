/** Gzipped sizes of what a phone downloads: the first load of a page, what a form adds, and parts that load when opened. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

/** Groups of vite.config.ts that are a whole screen. */
const GROUPS: Record<string, string> = { 'screens/list/ListScreen': 'list', 'screens/form/FormScreen': 'form' };

const dist = new URL('../../dist/app/', import.meta.url);

export function bundle(): void {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>;
  const size = (file: string) => gzipSync(readFileSync(new URL(file, dist))).length;
  const reach = (start: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(start)) return seen;
    seen.add(start);
    for (const next of manifest[start]?.imports ?? []) reach(next, seen);
    return seen;
  };
  // A screen that has a group of its own is known by its name.
  const named = (part: string) => {
    const keys = Object.keys(manifest);
    const key = keys.find((one) => one.includes(part)) ?? keys.find((one) => manifest[one]?.name === GROUPS[part]);
    if (!key) throw new Error(`no chunk for ${part}`);
    return key;
  };
  const page = readFileSync(new URL('index.html', dist), 'utf8');
  const asked = Object.keys(manifest).filter((key) => page.includes(`"/${manifest[key]?.file}"`));
  const first = union(asked.map((key) => reach(key)));
  const withList = union([first, reach(named('screens/list/ListScreen'))]);
  const withForm = union([withList, reach(named('screens/form/FormScreen'))]);
  const screens: [name: string, part: string, here: ReadonlySet<string>][] = [
    ['login, with the first load', 'screens/login/LoginScreen', new Set()],
    ['home, with the first load', 'screens/dashboard/DashboardScreen', new Set()],
    ['a list, with the first load', 'screens/list/ListScreen', new Set()],
    ['after the list a form adds', 'screens/form/FormScreen', withList],
    ['the same form adds after the first answer', 'screens/form/asking/questions', withForm],
    ['after the list a detail adds', 'screens/detail/DetailScreen', withList],
    ['after the list the field examples add', 'screens/fieldExamples/FieldExamplesScreen', withList],
  ];
  console.log('| what a phone downloads | JavaScript, gzipped kB | CSS, gzipped kB | files |\n|---|--:|--:|--:|');
  for (const [name, part, here] of screens) {
    const chunks = [...union([first, reach(named(part))])]
      .filter((one) => !here.has(one))
      .flatMap((one) => manifest[one] ?? []);
    const scripts = new Set(chunks.map((one) => one.file).filter((file) => file.endsWith('.js')));
    const styles = new Set(chunks.flatMap((one) => one.css ?? []));
    const kb = (files: Set<string>) => ([...files].reduce((sum, file) => sum + size(file), 0) / 1024).toFixed(1);
    console.log(`| ${name} | ${kb(scripts)} | ${kb(styles)} | ${scripts.size + styles.size} |`);
  }
  console.log('');
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((one) => [...one]));
}
