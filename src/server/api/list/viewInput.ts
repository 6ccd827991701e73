/** Reads the body of a saved view. What no list could show is refused, so that a view always opens. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import type { NewSavedViewBody } from '../../../core/generated/api.ts';
import { canonicalFilters, parseFilters } from '../../../core/query/listQuery.ts';
import { MOST_PAGE_ROWS } from '../../../core/query/pages.ts';
import type { Actor } from '../../../core/records/types.ts';
import { foldText, textOrUndefined } from '../../../core/text/letters.ts';
import type { Services } from '../../http/services.ts';
import type { QuerySource } from '../../records/judgeSources.ts';
import type { SavedViewInput, SavedViewState } from '../../records/savedViews.ts';

const LONGEST_NAME = 80;
/** Characters of a state as JSON. */
const LONGEST_STATE = 20_000;

/** Control and direction characters, which would change how the rest of a menu is shown. Joiners belong to words. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

type Body = Partial<NewSavedViewBody>;

/** Returns a name without unseen characters. Throws `validation_failed` if nothing of it can be read, or if it is too long. */
function readName(given: string | undefined): string {
  const name = textOrUndefined(given)?.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim() ?? '';
  const errors: RecordErrors = {};
  if (foldText(name) === '') addError(errors, '/name', 'required');
  else if (name.length > LONGEST_NAME) addError(errors, '/name', 'max_length', { limit: LONGEST_NAME });
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return name;
}

export function readViewColumns({ columns }: Pick<Body, 'columns'>): string[] | null {
  return columns?.length ? [...new Set(columns)] : null;
}

function readState(body: Body, form: CompiledForm, { registry }: Services): SavedViewState {
  const filters = canonicalFilters(parseFilters(body.filters, form), form, registry);
  const state: SavedViewState = {
    filters,
    text: textOrUndefined(body.text) ?? '',
    sort: [...new Set(body.sort)],
    columns: readViewColumns(body),
    per_page: body.per_page ? Math.min(body.per_page, MOST_PAGE_ROWS) : null,
  };
  if (JSON.stringify(state).length > LONGEST_STATE)
    throw new Failure('validation_failed', { errors: { '/filters': [{ code: 'too_many', params: { limit: 50 } }] } });
  return state;
}

/** Names of a state, each with its part. */
export function viewSources({ filters, sort, columns }: SavedViewState): QuerySource[] {
  return [
    ...filters.map(({ field }) => ({ part: 'filter' as const, field })),
    ...sort.map((name) => ({ part: 'sort' as const, field: name.replace(/^-/, '') })),
    ...(columns ?? []).map((field) => ({ part: 'column' as const, field })),
  ];
}

/** What is left out of `before` stays: a body may hold only a name, or only `shared`. */
export async function readSavedViewInput(
  services: Services,
  form: CompiledForm,
  actor: Actor,
  body: Body,
  before?: SavedViewInput,
): Promise<SavedViewInput> {
  const { filters, text: searched, sort, columns, per_page } = body;
  const changesState = [filters, searched, sort, columns, per_page].some((part) => part !== undefined);
  const named = { name: before && body.name === undefined ? before.name : readName(body.name) };
  const shared = body.shared ?? before?.shared ?? false;
  if (before && !changesState) return { ...before, ...named, shared };
  const state = readState(body, form, services);
  const asked = viewSources(state);
  const states = await services.records.judgeSources(form, asked, actor);
  const wrong = asked.find((_one, at) => states[at] !== null);
  if (wrong) throw badFilter(wrong.field);
  // The values must fit too: an order of texts or a day that is none opens no list.
  const first = { form, filters: state.filters, sort: state.sort, page: 1, per_page: 1 };
  await services.records.list(first, actor);
  return { ...named, shared, state, form_version: form.version };
}
