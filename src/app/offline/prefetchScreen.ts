/**
 * Reads what the first screen of a page shows, before it is drawn: drawn part by part, as the answers of the store come, a list
 * and home take a phone up to a fifth more time.
 */
import type { QueryClient } from '@tanstack/react-query';
import { pageQuery, readListState } from '../../core/paths/listState.ts';
import { captureVersion, type FormMatch, matchForms } from '../../core/paths/screens.ts';
import { queries } from '../data/queries.ts';
import { validatorQuery } from '../data/validator.ts';

/** Milliseconds after which a screen is drawn without: a list whose columns are not packed takes seconds to read. */
const LONGEST = 1500;

/** Resolves in any case. What failed, the screen asks for again. */
export async function prefetchScreen(client: QueryClient, at: Location): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST));
  await Promise.race([read(client, at).catch(() => undefined), late]);
}

async function read(client: QueryClient, { pathname, search }: Location): Promise<void> {
  const always = [client.prefetchQuery(queries.session), client.prefetchQuery(queries.common)];
  const home = pathname === '/' ? [client.prefetchQuery(queries.home)] : [];
  const match = matchForms(await client.fetchQuery(queries.forms), pathname);
  await Promise.all([...always, ...home, ...(match ? ofScreen(client, match, search) : [])]);
}

function ofScreen(client: QueryClient, { entry, screen, id }: FormMatch, search: string): Promise<unknown>[] {
  const { api, form } = entry;
  const version = captureVersion(entry);
  if (screen === 'list') {
    const { asked } = pageQuery(readListState(new URLSearchParams(search)));
    return [client.prefetchQuery(queries.definition(form)), client.prefetchQuery(queries.page(api, asked))];
  }
  if (screen === 'create' || screen === 'quick')
    return [
      client.prefetchQuery(queries.definition(form, version)),
      client.prefetchQuery(validatorQuery(entry, version)),
    ];
  return screen === 'detail' && id ? [ofRecord(client, entry, id)] : [];
}

async function ofRecord(client: QueryClient, { api, form }: FormMatch['entry'], id: string): Promise<void> {
  const { record } = await client.fetchQuery(queries.record(api, id));
  await client.prefetchQuery(queries.definition(form, record.form_version));
}
