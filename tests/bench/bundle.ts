/** Gzipped sizes of what a phone downloads: the first load of a list, what a form adds, and parts that load when opened. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

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
  const named = (part: string) => Object.keys(manifest).find((key) => key.includes(part));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('dist has no entry: run npm run build:app first');

  const first = reach(entry);
  const screens: [string, string, string?][] = [
    ['first load with the list', 'screens/list/ListScreen'],
    ['a form screen adds', 'screens/form/FormScreen'],
    ['the same form adds after the first answer', 'screens/form/questions', 'screens/form/FormScreen'],
    ['a detail screen adds', 'screens/detail/DetailScreen'],
    ['the field examples add', 'screens/fieldExamples/FieldExamplesScreen'],
  ];
  const loaded = new Set(first);
  console.log('| what a phone downloads | JavaScript, gzipped kB | CSS, gzipped kB |\n|---|--:|--:|');
  for (const [name, part, after] of screens) {
    const key = named(part);
    const before = after && named(after);
    if (!key || (after && !before)) throw new Error(`no chunk for ${part} or ${after}`);
    const here = before ? reach(before) : new Set<string>();
    const own = new Set([...reach(key)].filter((one) => !here.has(one)));
    const isFirst = part.includes('ListScreen');
    const fresh = isFirst ? new Set([...first, ...own]) : new Set([...own].filter((one) => !loaded.has(one)));
    if (isFirst) for (const one of own) loaded.add(one);
    const kb = (files: string[]) => (files.reduce((sum, file) => sum + size(file), 0) / 1024).toFixed(1);
    const chunks = [...fresh].flatMap((one) => manifest[one] ?? []);
    console.log(
      `| ${name} | ${kb([...new Set(chunks.map((one) => one.file))].filter((file) => file.endsWith('.js')))} | ${kb([...new Set(chunks.flatMap((one) => one.css ?? []))])} |`,
    );
  }
  console.log('');
}
