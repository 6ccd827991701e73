/** Options of lists, places and other records as filters read them: the same for a search, a save and an upload. */
import type { CompiledForm, FieldNode, RecordData } from '../../core/definitions/types.ts';
import type { FilterContext } from '../../core/form/fieldRules.ts';
import type { FilterOption } from '../../core/form/offered.ts';
import { type RestrictedNames, withoutRestricted } from '../../core/records/restricted.ts';
import type { Actor } from '../../core/records/types.ts';
import type { Handle } from '../db/database.ts';
import { rowsById } from '../db/lookup.ts';
import type { RecordRow } from '../db/records.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { newestAnswers } from '../definitions/upgrade.ts';
import type { Choice } from '../reference/choices.ts';
import type { Place } from '../reference/places.ts';
import { hiddenFrom } from './hidden.ts';
import { pointersOf } from './references.ts';

export function choiceOption({ id, code, category, parent, extra }: Choice): FilterOption {
  return { ...extra, value: id, code, category, parent } as FilterOption;
}

function placeOption({ id, pcode, parent_id, level }: Place): FilterOption {
  return { value: id, code: pcode, parent: parent_id, level } as FilterOption;
}

/** `answers` are those of the newest version that the caller may read. */
export function recordOption(
  { id, code, state, province_id }: Pick<RecordRow, 'id' | 'code' | 'state' | 'province_id'>,
  answers: RecordData,
): FilterOption {
  return { ...answers, value: id, code, status: state, province: province_id } as FilterOption;
}

/** Returns an item of a list or a place; undefined if there is none. */
export function listedOption(registry: FormRegistry, { def }: FieldNode, id: string): FilterOption | undefined {
  if (def.choices !== undefined) {
    const item = registry.choice(def.choices, id);
    return item && choiceOption(item);
  }
  const place = registry.place(id);
  return place && placeOption(place);
}

const READ = ['id', 'form', 'form_version', 'data', 'code', 'state', 'province_id'] as const;

/** Returns what the filters of a form need to judge the answers that somebody saves. */
export async function filterContext(
  { read, registry }: { read: Handle; registry: FormRegistry },
  form: CompiledForm,
  data: RecordData,
  before: RecordRow | null,
  actor: Actor,
): Promise<FilterContext> {
  if (Object.keys(form.expressions?.filters ?? {}).length === 0) return {};
  const chosen = pointersOf(form, data).records.filter(({ node }) => node.def.filter);
  const rows = await rowsById(read, 'records', READ, [...new Set(chosen.map(({ id }) => id))]);
  const records = new Map(
    rows.map((row) => {
      const of = registry.form(row.form);
      const own = JSON.parse(row.data) as RecordData;
      // Removed before the rest is read as the newest version, so that no migration shows them elsewhere.
      const seen = of ? withoutRestricted(own, hiddenFrom(of, actor, registry)) : {};
      return [row.id, recordOption(row, newestAnswers(registry, { ...row, data: seen }))] as const;
    }),
  );
  return {
    optionOf: (node, id) => records.get(id) ?? listedOption(registry, node, id),
    ...(before && { before: before.data, unread: namesIn(hiddenFrom(form, actor, registry)) }),
  };
}

/** Returns the hidden names at every depth. */
function namesIn({ names, within }: RestrictedNames): Set<string> {
  return new Set([...names, ...[...within.values()].flatMap((inner) => [...namesIn(inner)])]);
}
