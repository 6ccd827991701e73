/** Types of the API: all shapes of schemas/api in one file, because they refer to each other. */
import { bareRefs } from './shapes.ts';

type Schema = Record<string, unknown>;

export interface WireTypes {
  schema: Schema;
  /** Names of the types of file formats that the shapes contain, by the format's file name. */
  formats: Map<string, string>;
}

/** Merges all shapes (`files`, by path) into one schema. `titleOf` gives the name of a file format's type. */
export function wireTypes(files: Map<string, Schema>, titleOf: (format: string) => string): WireTypes {
  const shapes: Schema = {};
  const formats = new Map<string, string>();
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: target, ...rest } = value as Schema;
    // With a length, a list of at most 50 would be a union of 50 tuples.
    const isLong = rest.maxItems !== rest.minItems;
    if (typeof target !== 'string')
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, one]) =>
          isLong && /^m(ax|in)Items$/.test(key) ? [] : [[key, resolved(one)]],
        ),
      );
    const [file = '', pointer = ''] = target.split('#');
    const format = /^\.\.\/meta\/(.+)\.schema\.json$/.exec(file)?.[1];
    if (format === undefined) return { ...rest, $ref: `#${pointer}` };
    formats.set(format, titleOf(format));
    return { ...rest, tsType: titleOf(format) + accessOf(pointer) };
  };
  for (const [path, { $defs }] of files)
    for (const [name, shape] of Object.entries($defs as Schema)) {
      if (Object.hasOwn(shapes, name)) throw new Error(`${path}: ${name} is the name of another shape too`);
      shapes[name] = resolved(shape);
    }
  return { schema: bareRefs({ $defs: shapes }) as Schema, formats };
}

/** Turns `/properties/states/items` into `['states'][number]`. Optional properties are read as if they were present. */
function accessOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step, at) =>
      step === 'items' ? '[number]' : step === 'properties' && steps[at - 1] !== 'properties' ? '' : `['${step}']`,
    )
    .join('');
}

/** Removes the generator's comments about itself. */
export function withoutNoise(types: string): string {
  return types
    .replace(/\/\*\*\n \* This interface was referenced by[^/]*\*\/\n/g, '')
    .replace(/\n \*\n \* This interface was referenced by[^/]*\*\//g, '\n */')
    .replace(/export interface Api \{[^}]*\}\n/, '');
}
