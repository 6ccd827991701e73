/**
 * Options of lists, places and other records as filters read them: the same for a search, a save and an upload.
 * And which options checks know.
 */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { newestAnswers } from '../definitions/versions/upgrade.ts';
import type { FilterContext } from '../form/fieldRules.ts';
import type { FilterOption } from '../form/offered.ts';
import { memoizeByStamps } from '../memoize.ts';
import { hiddenFrom } from '../records/permission.ts';
import type { ChoiceItem, PlaceItem, Registry } from '../records/registry.ts';
import { withoutRestricted } from '../records/restricted.ts';
import type { Actor } from '../records/types.ts';
import { referencesOf } from './references.ts';
import type { AnsweredRecord, NamedRecord, SavingDeps } from './types.ts';

export function toFilterOption({ id, code, category, parent, extra }: ChoiceItem): FilterOption {
  return { ...extra, value: id, code, category, parent } as FilterOption;
}

function placeOption({ id, pcode, parent_id, level }: PlaceItem): FilterOption {
  return { value: id, code: pcode, parent: parent_id, level } as FilterOption;
}

/** `answers` are those of the newest version that the caller may read. */
export function recordOption(
  { id, code, state, province_id }: Pick<AnsweredRecord, 'id' | 'code' | 'state' | 'province_id'>,
  answers: RecordData,
): FilterOption {
  return { ...answers, value: id, code, status: state, province: province_id } as FilterOption;
}

/** Returns an item of a list or a place; undefined if there is none. */
function listedOption(
  registry: Pick<Registry, 'choice' | 'place'>,
  { def }: FieldNode,
  id: string,
): FilterOption | undefined {
  if (def.choices !== undefined) {
    const item = registry.choice(def.choices, id);
    return item && toFilterOption(item);
  }
  const place = registry.place(id);
  return place && placeOption(place);
}

/** Returns what the filters of a form need to judge the answers that somebody saves. */
export async function filterContext(
  { source, registry }: Pick<SavingDeps, 'source' | 'registry'>,
  form: CompiledForm,
  data: RecordData,
  before: NamedRecord | null,
  actor: Actor,
): Promise<FilterContext> {
  if (Object.keys(form.expressions?.filters ?? {}).length === 0) return {};
  const chosen = referencesOf(form, data).records.filter(({ node }) => node.def.filter);
  const rows = await source.answered([...new Set(chosen.map(({ id }) => id))]);
  const records = new Map(
    rows.map((row) => {
      const of = registry.form(row.form);
      // Removed before the rest is read as the newest version, so that no migration shows them elsewhere.
      const seen = of ? withoutRestricted(row.data, hiddenFrom(of, actor, registry)) : {};
      return [row.id, recordOption(row, newestAnswers(registry, { ...row, data: seen }))] as const;
    }),
  );
  return {
    optionOf: (node, id) => records.get(id) ?? listedOption(registry, node, id),
    ...(before && { before: before.data }),
  };
}

interface CheckContext {
  problemTypes?: readonly ChoiceItem[];
  /** Ids in each open choice list that the form uses. */
  choices: Record<string, ReadonlySet<string>>;
  /** Items of lists and places with their attributes. */
  optionOf: NonNullable<FilterContext['optionOf']>;
}

const contexts = memoizeByStamps<CompiledForm, CheckContext>('lists that checks need');

export function checkContext(form: CompiledForm, registry: Registry): CheckContext {
  return contexts(form, [registry, registry.revision()], () => contextOf(form, registry));
}

function contextOf({ fields, definition: { problems } }: CompiledForm, registry: Registry): CheckContext {
  const nodes = [...fields.values()].flatMap((node) => [node, ...(node.columns ?? [])]);
  const lists = new Set(nodes.flatMap(({ def }) => def.choices ?? []));
  return {
    ...(problems && { problemTypes: registry.choices(problems.types) }),
    choices: Object.fromEntries([...lists].map((list) => [list, new Set(registry.choices(list).map(({ id }) => id))])),
    optionOf: (node, id) => listedOption(registry, node, id),
  };
}
