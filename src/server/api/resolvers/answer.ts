/** Documented keys and their sources: the closed list of resolvers. */

import { setAtKey } from '../../../core/api/render.ts';
import type { Sources } from '../../../core/generated/form.ts';
import { getOwn } from '../../../core/json.ts';
import type { ApiCall } from '../call.ts';
import { isSelectSource } from '../contract/calls.ts';
import {
  childCountsResolver,
  childrenResolver,
  definitionResolver,
  downloadResolver,
  fieldResolver,
  nullResolver,
  pairsResolver,
  parentResolver,
  publicPathResolver,
  questionsResolver,
  recordResolver,
  scopeResolver,
  sectionsResolver,
  stateResolver,
} from './record.ts';
import type { Resolver, ResolverContext } from './resolver.ts';
import {
  choicesResolver,
  optionsResolver,
  peopleResolver,
  placesResolver,
  problemsResolver,
  recordsResolver,
  sitesResolver,
} from './selects.ts';

const RESOLVERS: Record<string, Resolver> = {
  children: childrenResolver,
  choices: choicesResolver,
  counts: childCountsResolver,
  definition: definitionResolver,
  download: downloadResolver,
  field: fieldResolver,
  null: nullResolver,
  options: optionsResolver,
  pairs: pairsResolver,
  parent: parentResolver,
  people: peopleResolver,
  places: placesResolver,
  problems: problemsResolver,
  public: publicPathResolver,
  questions: questionsResolver,
  record: recordResolver,
  records: recordsResolver,
  scope: scopeResolver,
  sections: sectionsResolver,
  sites: sitesResolver,
  state: stateResolver,
};

/** Returns the documented keys that the caller wants: without lists to choose from if it says `selects=0`. */
export function wantedKeys(sources: Sources = {}, { query }: Pick<ApiCall, 'query'>): Sources {
  if (query.selects !== '0') return sources;
  return Object.fromEntries(Object.entries(sources).filter(([, source]) => !isSelectSource(source)));
}

/** Sets every documented key in `into`. Each source is computed once. */
export async function resolveKeys(
  sources: Sources,
  call: ApiCall,
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

async function resolveKey(text: string, call: ApiCall, context: ResolverContext): Promise<unknown> {
  const [name = '', ...rest] = text.split(':');
  const resolver = getOwn(RESOLVERS, name);
  if (!resolver) throw new Error(`${call.form.key}: the API names an unknown source ${text}`);
  return resolver(rest.join(':'), call, context);
}
