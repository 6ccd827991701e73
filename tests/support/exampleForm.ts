/** A form of forms/examples as a source that can be published: it then belongs to a programme that has people. */
import { readFileSync } from 'node:fs';
import { bundleSchema } from '../../src/core/definitions/bundle.ts';
import type { FormDefinition, FormSource, JsonSchema } from '../../src/core/definitions/types.ts';
import { ROOT } from './definitions.ts';

export function exampleForm(name: string): FormSource {
  const read = <T>(path: string): T => JSON.parse(readFileSync(`${ROOT}/${path}`, 'utf8')) as T;
  const contract = `schemas/examples/${name}.schema.json`;
  const types = 'schemas/common/types.schema.json';
  const files = new Map([contract, types].map((path) => [path, read<JsonSchema>(path)]));
  const definition = read<FormDefinition>(`forms/examples/${name}.form.json`);
  return { definition: { ...definition, programme: 'schools' }, schema: bundleSchema(contract, files) };
}
