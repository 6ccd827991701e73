/**
 * Fields and paths of the specification against the definitions: every stated field is a stored or documented name of its
 * form (`province` also as `province_id`), of a shape that fits (`tests/golden/fields-<document>.csv`), every documented path is one of a form
 * (`routes-<document>.csv`; whatever stands behind the colon there, a path has one hole).
 */
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/core/definitions/compile.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import type { CompiledForm, JsonSchema } from '../../src/core/definitions/types.ts';
import { productFiles } from '../support/definitions.ts';
import { table } from '../support/golden.ts';

const newest = new Map<string, CompiledForm>();
for (const source of sourcesOf(await productFiles).forms) {
  const known = newest.get(source.definition.form);
  if (!known || known.version < source.definition.version) newest.set(source.definition.form, compile(source));
}

/** Types of JSON values that may hold what the specification calls so. */
const SHAPES: Record<string, string[]> = {
  string: ['string'],
  text: ['string'],
  date: ['string'],
  choice: ['string'],
  'yes-no': ['string'],
  reference: ['string', 'array'],
  multi: ['array'],
  list: ['array'],
  file: ['array'],
  integer: ['integer'],
  number: ['number', 'integer'],
  geo: ['number'],
};

describe('stated fields', () => {
  it.each(table('fields'))('$form $table $field', ({ form = '', table: rows, field = '', kind = '' }) => {
    const compiled = newest.get(form) as CompiledForm;
    expect(compiled, form).toBeDefined();
    const contract = (compiled.contract.properties ?? {}) as Record<string, JsonSchema>;
    const properties = rows
      ? ((contract[rows]?.items as JsonSchema | undefined)?.properties as Record<string, JsonSchema>)
      : contract;
    const schema = properties?.[field] ?? properties?.[compiled.aliases[field] ?? ''] ?? properties?.[`${field}_id`];
    expect(schema, `${form} asks ${field}`).toBeDefined();
    if (SHAPES[kind]) expect(SHAPES[kind], `${form}.${field} is ${schema?.type}`).toContain(schema?.type);
  });
});

describe('documented paths', () => {
  const plain = (path: string) => path.replace(/:[A-Za-z]+/, ':id');
  const known = new Map<string, Set<string>>();
  const put = (screen: string, path: string | undefined) => {
    if (path) known.set(screen, (known.get(screen) ?? new Set()).add(plain(path)));
  };
  for (const { definition } of newest.values()) {
    const { list, record, edit, create = [], aliases = {} } = definition.paths;
    const screens: [string, string | undefined][] = [
      ['list', list],
      ['detail', record],
      ['edit', edit ?? `${record}/edit`],
      ...create.map((path): [string, string] => ['create', path]),
    ];
    for (const [screen, path] of screens) {
      put(screen, path);
      for (const [other, shown] of Object.entries(aliases)) if (shown === path) put(screen, other);
    }
  }

  it.each(table('routes'))('$path is a $screen', ({ path = '', screen = '' }) => {
    expect([...(known.get(screen) ?? [])]).toContain(path);
  });
});
