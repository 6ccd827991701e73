/** Compiles the small forms of forms/examples with their schemas, and holds the data they are shown with. */

import constants from '../../../../forms/common/constants.json';
import problem from '../../../../forms/common/frozen/problem.v1.form.json';
import gallery from '../../../../forms/examples/gallery.json';
import types from '../../../../schemas/common/types.schema.json';
import { compileForm } from '../../../core/definitions/compile.ts';
import { withProblemRow } from '../../../core/definitions/rows.ts';
import type {
  CompiledForm,
  Constants,
  FormDefinition,
  JsonSchema,
  RecordData,
  ValidatorModule,
} from '../../../core/definitions/types.ts';
import { withPrograms } from '../../../core/expressions/load.ts';
import { getOwn } from '../../../core/json.ts';
import type { PickItem } from '../../widgets/source.ts';

interface GalleryData {
  provinces: PickItem[];
  districts: Record<string, PickItem[]>;
  villages: Record<string, PickItem[]>;
  choices: Record<string, PickItem[]>;
  records: Record<string, PickItem[]>;
  answers: Record<string, RecordData>;
  /** Error codes by form, then by property name or JSON Pointer without its first slash. */
  errors: Record<string, Record<string, string>>;
}

const definitions = import.meta.glob<FormDefinition>('../../../../forms/examples/*.form.json', {
  import: 'default',
  eager: true,
});
const schemas = import.meta.glob<JsonSchema>('../../../../schemas/examples/*.schema.json', {
  import: 'default',
  eager: true,
});

export const exampleConstants = constants as unknown as Constants;
export const exampleData = gallery as unknown as GalleryData;

/** Replaces each `$ref` by the common type it points to. Example schemas contain no other references. */
function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined);
  if (!value || typeof value !== 'object') return value;
  const reference = (value as { $ref?: unknown }).$ref;
  if (typeof reference === 'string') {
    const name = reference.split('/').pop() as keyof typeof types.$defs;
    return inlined(types.$defs[name]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlined(inner)]));
}

/** Row definition of problems, for every example that has problems. */
const row = {
  definition: problem as unknown as FormDefinition,
  schema: inlined(types.$defs.problem) as JsonSchema,
};

/** Sorted by file name. */
export const exampleForms: CompiledForm[] = Object.entries(definitions)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, definition]) => {
    const schema = getOwn(schemas, path.replace('/forms/', '/schemas/').replace('.form.json', '.schema.json'));
    if (!schema) throw new Error(`${path} has no schema`);
    return compileForm(withProblemRow({ definition, schema: inlined(schema) as JsonSchema }, () => row));
  });

/** The examples show given states and check nothing, so they need no rules from a server, only values of expressions. */
export function exampleRulesOf({ conditions, expressions }: CompiledForm): ValidatorModule {
  const rules = { validate: () => [], conditions: {} };
  if (!expressions) return rules;
  const shown = Object.fromEntries(Object.keys(conditions).map((key) => [key, () => true]));
  return withPrograms({ ...rules, conditions: shown, expressions });
}
