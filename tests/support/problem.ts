/** The product's definition of problems, for forms made inside tests. */
import { versionKey } from '../../src/core/definitions/freeze.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import { problemRowKey } from '../../src/core/definitions/rows.ts';
import type { FormDefinition, FormSource } from '../../src/core/definitions/types.ts';
import { productFiles } from './definitions.ts';

export const { rows: ROWS } = sourcesOf(await productFiles);

export function rowFor(definition: FormDefinition): { row?: FormSource } {
  const row = ROWS.find((one) => versionKey(one) === problemRowKey(definition));
  return row ? { row } : {};
}
