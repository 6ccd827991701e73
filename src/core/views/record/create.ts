/**
 * The start of a new record: what it begins with, whether this person may make it, what it is told of the record that it is to belong to,
 * and why no visits are due there.
 */
import { denialReasons } from '../../api/render.ts';
import type { CompiledForm, RecordData, Text } from '../../definitions/types.ts';
import { newestAnswers } from '../../definitions/versions/upgrade.ts';
import type { ListFilter } from '../../figures/where.ts';
import type { DefaultSources } from '../../form/defaults.ts';
import { newRecord } from '../../form/index.ts';
import { closedOptionsOf } from '../../form/types/question.ts';
import type { ChosenParent, CreateResponse } from '../../generated/api.ts';
import { getOwn } from '../../json.ts';
import { lastRecordQuery } from '../../query/children.ts';
import { type CanonicalLookup, canonicalFilters } from '../../query/listQuery.ts';
import type { Registry } from '../../records/registry.ts';
import { readDefaultSources } from '../../saving/defaultSources.ts';
import { parseRecordId } from '../../saving/envelope.ts';
import { NameCollector } from '../names.ts';
import type { Reads, VisibleRecord } from '../reads.ts';
import { recordView } from './show.ts';

type Query = Record<string, unknown>;

interface Begun {
  /** `refs` are empty: names are looked up when all are collected. */
  answer: CreateResponse;
  parent: VisibleRecord | undefined;
  names: NameCollector;
}

/** `query` names the record that the new one is below, and others that questions ask for: a link on a record passes its id. */
export async function createView(reads: Reads, form: CompiledForm, query: Query): Promise<Begun> {
  const { registry, actor } = reads;
  const { parent: of } = form.definition;
  const parentId = parseRecordId(
    (of?.param && getOwn(query, of.param)) || (of && getOwn(query, of.field)) || query.parent_id,
  );
  const parent = parentId && of ? await reads.one(of.forms, parentId) : undefined;
  const scope = await reads.scopeForNew(form, parent);
  const defaults = newRecord(form, {
    today: reads.dayOfForms(),
    actor,
    parent: parent?.record ?? null,
    constants: registry.common().constants,
    known: await namedIn(reads, form, query),
  });
  const names = new NameCollector(reads, parent?.refs);
  names.addAnswers(form, defaults);
  if (parent) names.addNamed(parent);
  const answer: CreateResponse = {
    recordScope: scope.allowed,
    why_not: denialReasons(reads, form, scope),
    definition: { form: form.form, version: form.version },
    defaults,
    known: await loadDefaultSources(reads, form, parent),
    parent: parent ? await parentView(reads, form, parent) : null,
    refs: {},
  };
  return { answer, parent, names };
}

async function namedIn(reads: Reads, form: CompiledForm, query: Query): Promise<RecordData> {
  const known: RecordData = {};
  for (const { name, def } of form.fields.values()) {
    const id = def.record && parseRecordId(getOwn(query, name));
    if (id && name !== form.definition.parent?.field)
      known[name] = (await reads.one(def.record?.forms ?? [], id)).record.id;
  }
  return known;
}

async function parentView(reads: Reads, form: CompiledForm, parent: VisibleRecord): Promise<ChosenParent> {
  const { form: site, record } = await recordView(reads, parent);
  return chosenParent(reads.registry, form, { form: site, data: parent.record.data }, record);
}

/**
 * Returns what defaults of the form read of other records: answers of the parent, and of the last record of the form below it. Only
 * answers that the form reads and that the person may see, as the newest versions read them.
 */
export function loadDefaultSources(
  reads: Reads,
  form: CompiledForm,
  parent: Pick<VisibleRecord, 'record'> | undefined,
): Promise<DefaultSources> {
  const above = parent && newestAnswers(reads.registry, parent.record);
  return readDefaultSources(form, above, async () => {
    const { rows } = await reads.list(lastRecordQuery(form, parent?.record.id, reads.actor.id));
    return rows[0]?.record.data;
  });
}

/** An answer of the place by which it is not visited: “Monitoring status: suspended”. */
interface Unvisited {
  label: Text;
  answer: Text;
}

/** The place in the version of its form that it was captured with. */
interface Site {
  form: CompiledForm;
  data: RecordData;
}

type Forms = Pick<Registry, 'forms' | 'common' | 'choice'> & CanonicalLookup;

/** Returns the parent of a new record of the form, rendered as `record`, as the create response names it. */
function chosenParent(registry: Forms, of: CompiledForm, site: Site, record: ChosenParent): ChosenParent {
  const { id, form, code, name, province, district, village, current_state } = record;
  const why = unvisited(registry, of, site);
  const named = { id, form, code, name, province, district, village, current_state };
  return why.length > 0 ? { ...named, unvisited: why } : named;
}

/**
 * Returns the answers of the place that leave it out of the visits that are due (`due.where` of the form, else of another one
 * for the same kind of place). Only conditions that name their values are read. Surveys and registers are no visits.
 */
function unvisited(registry: Forms, { definition }: CompiledForm, site: Site): Unvisited[] {
  if (definition.kind !== 'sheet') return [];
  const isFor = ({ definition: other }: CompiledForm) => other.due && other.parent?.forms.includes(site.form.form);
  const due = definition.due ?? registry.forms().find(isFor)?.definition.due;
  // A condition that counts days back names no value.
  const named = (due?.where ?? []).filter(({ op, daysAgo }) => daysAgo === undefined && (op === 'in' || op === 'eq'));
  return canonicalFilters(named as ListFilter[], site.form, registry).flatMap(({ field, value }) => {
    const node = site.form.byProperty.get(field) ?? site.form.fields.get(field);
    if (!node) return [];
    const answer = String(site.data[node.properties[0] ?? ''] ?? '');
    const list = node.def.choices;
    const now = list === undefined ? answer : registry.canonical(list, answer);
    if ([value].flat().includes(now)) return [];
    const option = closedOptionsOf(node, registry.common().constants)?.find((one) => one.value === answer);
    const item = list === undefined ? undefined : registry.choice(list, answer);
    const names = item && { en: item.name_en, fa: item.name_fa, ps: item.name_ps };
    return [
      {
        label: node.def.short ?? node.def.label,
        answer: option?.label ?? names ?? { en: answer, fa: answer, ps: answer },
      },
    ];
  });
}
