/**
 * Names that every object inherits, at every place of the example forms where a name or a value stands, as a text and as a
 * key: each is found to be unknown, as any other unknown name is, or refused as a name; a value may be called so.
 */
import { describe, expect, it } from 'vitest';
import { bundleSchema } from '../../src/core/definitions/bundle.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { schemaPathOf } from '../../src/core/definitions/files.ts';
import type { FormDefinition, JsonSchema } from '../../src/core/definitions/types.ts';
import { RESERVED_NAMES } from '../../src/core/json.ts';
import { validatorSource } from '../../src/server/definitions/validator.ts';
import { checkWith, productFiles } from '../support/definitions.ts';

/** The everyday run takes every so many places. */
const EVERY = process.env.AMANAT_FULL ? 1 : 61;
const names = [...RESERVED_NAMES];
const TYPES = 'schemas/common/types.schema.json';

type Path = readonly (string | number)[];
interface Place {
  file: string;
  path: Path;
  isKey: boolean;
}

/** Returns every text and every key of a file, but for words and what says of which kind the file is. */
function* placesOf(file: string, json: unknown, path: Path = []): Generator<Place> {
  if (typeof json === 'string') yield { file, path, isKey: false };
  if (typeof json !== 'object' || json === null) return;
  for (const [key, inner] of Object.entries(json)) {
    if (['en', 'fa', 'ps', '$schema'].includes(key)) continue;
    const at = [...path, Array.isArray(json) ? Number(key) : key];
    if (!Array.isArray(json)) yield { file, path: at, isKey: true };
    yield* placesOf(file, inner, at);
  }
}

/** Returns the text of the file with the name at the place. */
function withName(json: unknown, { path, isKey }: Omit<Place, 'file'>, name: string): unknown {
  if (path.length === 0) return name;
  const [first, ...rest] = path;
  if (Array.isArray(json))
    return json.map((one, at) => (at === first ? withName(one, { path: rest, isKey }, name) : one));
  return Object.fromEntries(
    Object.entries(json as object).map(([key, inner]) => {
      if (key !== first) return [key, inner];
      return isKey && rest.length === 0 ? [name, inner] : [key, withName(inner, { path: rest, isKey }, name)];
    }),
  );
}

const files = await productFiles;
const forms = [...files.values()].filter(({ path, kind }) => kind === 'form' && /^forms\/examples\//.test(path));
const jsonOf = (path: string): unknown => files.get(path)?.json;

async function codesOf(form: string, place?: Place, name = ''): Promise<string[]> {
  const sources = Object.fromEntries(
    [form, schemaPathOf(form)].map((path) => {
      const json = jsonOf(path);
      return [path, place?.file === path ? withName(json, place, name) : json];
    }),
  );
  return [...new Set((await checkWith(sources)).map(({ code }) => code))];
}

/** Throws if the form cannot be compiled, or its validator not be made. */
function make(form: string, place: Place, name: string): void {
  const read = (path: string) => (path === place.file ? withName(jsonOf(path), place, name) : jsonOf(path));
  const contract = schemaPathOf(form);
  const schemas = new Map([contract, TYPES].map((path) => [path, read(path) as JsonSchema]));
  validatorSource(compileForm({ definition: read(form) as FormDefinition, schema: bundleSchema(contract, schemas) }));
}

const places = forms.flatMap(({ path }) =>
  [path, schemaPathOf(path)].flatMap((file) =>
    [...placesOf(file, jsonOf(file))].map((place) => ({ form: path, place })),
  ),
);

describe('names that every object has', () => {
  it('are known', () => {
    expect(names).toEqual(expect.arrayContaining(['toString', 'constructor', '__proto__', 'prototype', 'valueOf']));
    expect(places.length).toBeGreaterThan(2000);
  });

  it('are no other than any unknown name, wherever they stand in a definition', { timeout: 1_200_000 }, async () => {
    const accepted: string[] = [];
    const before = new Map<string, string[]>();
    for (let at = 0; at < places.length; at += EVERY) {
      const { form, place } = places[at] as (typeof places)[number];
      const name = names[Math.floor(at / EVERY) % names.length] as string;
      const sound = before.get(form) ?? (await codesOf(form));
      before.set(form, sound);
      const added = async (text: string) => (await codesOf(form, place, text)).filter((code) => !sound.includes(code));
      const [known, unknown] = [await added(name), await added(`${name}x`)];
      const where = `${place.file} /${place.path.join('/')}${place.isKey ? ' (key)' : ''} ${name}`;
      // An expression cannot be read that has `__proto__` in it.
      if (!known.some((code) => code === 'name_reserved' || code === 'expression_syntax'))
        expect(known, where).toEqual(expect.arrayContaining(unknown));
      if (known.length > 0) continue;
      accepted.push(where);
      expect(() => make(form, place, name), where).not.toThrow();
    }
    // Values, and words of the form that name nothing.
    const named = accepted.filter(
      (where) =>
        !/\/(value|title|pattern|description|reason|ui:widget|accept|capture)( |$)|\/(enum|const|examples|default)\b/.test(
          where,
        ),
    );
    expect(named).toEqual([]);
  });
});
