/** Documented keys and their sources: the closed list of resolvers. */

import { setAtKey } from '../../../core/api/render.ts';
import type { Sources } from '../../../core/generated/form.ts';
import { getOwn } from '../../../core/getOwn.ts';
import type { Call } from '../call.ts';
import {
  children,
  counts,
  definition,
  download,
  field,
  nothing,
  pairs,
  parent,
  publicPath,
  questions,
  record,
  scope,
  sections,
  state,
} from './record.ts';
import type { Resolver, ResolverContext } from './resolver.ts';
import { choices, options, people, places, problems, records, sites } from './selects.ts';

const RESOLVERS: Record<string, Resolver> = {
  children,
  choices,
  counts,
  definition,
  download,
  field,
  null: nothing,
  options,
  pairs,
  parent,
  people,
  places,
  problems,
  public: publicPath,
  questions,
  record,
  records,
  scope,
  sections,
  sites,
  state,
};

/** Sets every documented key in `into`. Each source is computed once. */
export async function resolveKeys(
  sources: Sources,
  call: Call,
  context: ResolverContext,
  into: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const known = new Map<string, unknown>();
  for (const [key, text] of Object.entries(sources)) {
    if (!known.has(text)) known.set(text, await resolveKey(text, call, context));
    setAtKey(into, key, known.get(text));
  }
  return into;
}

async function resolveKey(text: string, call: Call, context: ResolverContext): Promise<unknown> {
  const [name = '', ...rest] = text.split(':');
  const resolver = getOwn(RESOLVERS, name);
  if (!resolver) throw new Error(`${call.form.key}: the API names an unknown source ${text}`);
  return resolver(rest.join(':'), call, context);
}
