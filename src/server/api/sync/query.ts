/** Reads which records a device asks for: `forms`, `province`, `filters` and `text` of a request, within what the person sees. */
import { createHash } from 'node:crypto';
import { badFilter } from '../../../core/errors/failure.ts';
import { canonicalFilters, parseFilters } from '../../../core/query/listQuery.ts';
import { restrictedNamesFor, seesSomePlaces, visiblePlaces } from '../../../core/records/permission.ts';
import { restrictedPathsOf } from '../../../core/records/restricted.ts';
import type { Actor } from '../../../core/records/types.ts';
import { textOrUndefined, truncate } from '../../../core/text/letters.ts';
import type { Services } from '../../http/services.ts';
import type { SyncQuery } from '../../records/changed.ts';

const LONGEST_TEXT = 200;

/** The query of a request that names records. */
export type SyncQueryText = Partial<Record<'forms' | 'province' | 'ids', string[]>> &
  Partial<Record<'filters' | 'text' | 'after', string>>;

/**
 * Forms that are unknown, or of which the person sees nothing, are left out, as if they had no records. Without `forms` all
 * forms are meant. `filters` and `text` are those of a list, so they need exactly one form.
 */
export function syncQuery(
  { registry }: Services,
  { forms: names, province: provinces, ...query }: SyncQueryText,
  actor: Actor,
): SyncQuery {
  const { permissions } = registry.common();
  const forms = (names ? [...new Set(names)].flatMap((name) => registry.form(name) ?? []) : registry.forms()).filter(
    (form) => seesSomePlaces(visiblePlaces(actor, form, permissions)),
  );
  const hasFilters = Boolean(query.filters);
  if (hasFilters && names?.length !== 1) throw badFilter('filters');
  const words = truncate(textOrUndefined(query.text) ?? '', LONGEST_TEXT) || undefined;
  if (words !== undefined && names?.length !== 1) throw badFilter('text');
  return {
    forms: forms.map((form) => ({
      form,
      filters: hasFilters ? canonicalFilters(parseFilters(query.filters, form), form, registry) : [],
      ...(words !== undefined && { text: words }),
    })),
    ...(provinces && { provinces: provinces.map((id) => registry.canonicalPlace(id)) }),
  };
}

/**
 * Returns a short text that changes with everything that decides which records, and which of their answers, a query finds for
 * a person. After such a change a cursor begins again, because records may be visible that were passed over before.
 */
export function syncScopeKey({ registry }: Services, { forms, provinces }: SyncQuery, actor: Actor): string {
  const { permissions } = registry.common();
  const reach = forms.map(({ form, filters, text }) => {
    return [
      form.form,
      visiblePlaces(actor, form, permissions),
      restrictedPathsOf(restrictedNamesFor(form, actor, registry)),
      filters,
      ...(text === undefined ? [] : [text]),
    ];
  });
  const text = JSON.stringify([actor.id, provinces ?? null, reach]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
