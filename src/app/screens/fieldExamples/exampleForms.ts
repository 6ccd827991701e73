/** The small forms of forms/examples with their schemas, compiled, and the plain data the gallery shows them with. */
import constants from '../../../../forms/common/constants.json';
import problem from '../../../../forms/common/frozen/problem.v1.form.json';
import gallery from '../../../../forms/examples/gallery.json';
import types from '../../../../schemas/common/types.schema.json';
import { compile } from '../../../core/definitions/compile.ts';
import { withRow } from '../../../core/definitions/rows.ts';
import type {
  CompiledForm,
  Constants,
  FormDefinition,
  JsonSchema,
  RecordData,
} from '../../../core/definitions/types.ts';
import type { PickItem } from '../../widgets/source.ts';

interface GalleryData {
  provinces: PickItem[];
  districts: Record<string, PickItem[]>;
  villages: Record<string, PickItem[]>;
  choices: Record<string, PickItem[]>;
  records: Record<string, PickItem[]>;
  answers: Record<string, RecordData>;
  /** Error code by stored name or pointer without its slash, by form. */
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

/** Replaces references into the common types by what they point to; example schemas have no others. */
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

/** What the examples carry that name no newer one. */
const row = {
  definition: problem as unknown as FormDefinition,
  schema: inlined(types.$defs.problem) as JsonSchema,
};

/** In the order of their names. */
export const exampleForms: CompiledForm[] = Object.entries(definitions)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, definition]) => {
    const schema = schemas[path.replace('/forms/', '/schemas/').replace('.form.json', '.schema.json')];
    if (!schema) throw new Error(`${path} has no schema`);
    return compile(withRow({ definition, schema: inlined(schema) as JsonSchema }, () => row));
  });
