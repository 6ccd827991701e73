/** Words that say too little on their own hardly stand in exported names and file names; CONTRIBUTING has the better ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/definitions.ts';

const WORDS = ['asked', 'kept', 'told', 'said', 'known', 'same', 'sent', 'beside', 'found', 'moment', 'visit'];
/** Visits are what the organisation makes, "not found" is a word of HTTP, and a migration keeps its name. */
const MOST = 12;
const EXPORTED =
  /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

const source = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('generated'),
);

function wordsIn(name: string): string[] {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/);
}

it('exported names and file names say what a thing is', () => {
  const names = source.flatMap((path) => {
    const exported = [...readFileSync(join(ROOT, 'src', path), 'utf8').matchAll(EXPORTED)];
    return [parse(path).name, ...exported.map(([, name]) => name as string)];
  });
  expect(names.length).toBeGreaterThan(3_000);
  const weak = names.filter((name) => wordsIn(name).some((word) => WORDS.includes(word)));
  expect(weak.length, weak.join(', ')).toBeLessThanOrEqual(MOST);
});
