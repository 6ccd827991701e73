/** Small changes to schemas that make the generated types easier to read. */

/** Removes the keys beside a `$ref`. With a description beside it, the generator would make a second type. */
export function bareRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareRefs);
  if (!value || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const ref = entries.find(([key]) => key === '$ref');
  if (ref) return { $ref: ref[1] };
  return Object.fromEntries(entries.map(([key, inner]) => [key, bareRefs(inner)]));
}

/**
 * Closes the shape of texts. Their words stand by any language tag; a type that says so would take no text of a type with only
 * the three languages.
 */
export function closedTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedTexts);
  if (!value || typeof value !== 'object') return value;
  const { additionalProperties, ...rest } = value as Record<string, unknown>;
  const isText = 'en' in ((rest.properties ?? {}) as object) && typeof additionalProperties === 'object';
  const closed = isText ? { ...rest, additionalProperties: false } : value;
  return Object.fromEntries(Object.entries(closed).map(([key, inner]) => [key, closedTexts(inner)]));
}

/** Writes the places of a tuple as the generator of types reads them. */
export function withTuples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTuples);
  if (!value || typeof value !== 'object') return value;
  const { prefixItems, ...rest } = value as Record<string, unknown>;
  const tuple = Array.isArray(prefixItems) ? { ...rest, items: prefixItems } : rest;
  return Object.fromEntries(Object.entries(tuple).map(([key, inner]) => [key, withTuples(inner)]));
}

/** Keeps only the contract's own title. Each inner title would become a type for every place where it occurs. */
export function withoutRepeatedTitles(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, key === 'properties' ? named(inner) : untitled(inner)]),
  );
}

function named(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([name, inner]) => [name, untitled(inner)]));
}

function untitled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untitled);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'title' || typeof inner !== 'string')
      .map(([key, inner]) => [key, key === 'properties' ? named(inner) : untitled(inner)]),
  );
}
