/** The start of a new record: what it begins with and whether this person may make it. */
import { chosenParent } from '../../api/chosenParent.ts';
import { denialReasons } from '../../api/render.ts';
import type { CompiledForm, RecordData } from '../../definitions/types.ts';
import { newestAnswers } from '../../definitions/versions/upgrade.ts';
import type { DefaultSources } from '../../form/defaults.ts';
import { newRecord } from '../../form/index.ts';
import type { ChosenParent, CreateResponse } from '../../generated/api.ts';
import { getOwn } from '../../getOwn.ts';
import { lastRecordQuery } from '../../query/last.ts';
import { readDefaultSources } from '../../saving/defaultSources.ts';
import { asId } from '../../saving/envelope.ts';
import { NameCollector } from '../names.ts';
import type { Reads, SeenRecord } from '../reads.ts';
import { recordView } from './show.ts';

type Query = Record<string, unknown>;

interface Begun {
  /** `refs` are empty: names are looked up when all are collected. */
  answer: CreateResponse;
  parent: SeenRecord | undefined;
  names: NameCollector;
}

/** `query` names the record that the new one is below, and others that questions ask for: a link on a record passes its id. */
export async function createView(reads: Reads, form: CompiledForm, query: Query): Promise<Begun> {
  const { registry, actor } = reads;
  const { parent: of } = form.definition;
  const parentId = asId((of?.param && getOwn(query, of.param)) || (of && getOwn(query, of.field)) || query.parent_id);
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
    known: await defaultSourceAnswers(reads, form, parent),
    parent: parent ? await parentView(reads, form, parent) : null,
    refs: {},
  };
  return { answer, parent, names };
}

async function namedIn(reads: Reads, form: CompiledForm, query: Query): Promise<RecordData> {
  const known: RecordData = {};
  for (const { name, def } of form.fields.values()) {
    const id = def.record && asId(getOwn(query, name));
    if (id && name !== form.definition.parent?.field)
      known[name] = (await reads.one(def.record?.forms ?? [], id)).record.id;
  }
  return known;
}

async function parentView(reads: Reads, form: CompiledForm, parent: SeenRecord): Promise<ChosenParent> {
  const { form: site, record } = await recordView(reads, parent);
  return chosenParent(reads.registry, form, { form: site, data: parent.record.data }, record);
}

/**
 * Returns what defaults of the form read of other records: answers of the parent, and of the last record of the form below it. Only
 * answers that the form reads and that the person may see, as the newest versions read them.
 */
export function defaultSourceAnswers(
  reads: Reads,
  form: CompiledForm,
  parent: Pick<SeenRecord, 'record'> | undefined,
): Promise<DefaultSources> {
  const above = parent && newestAnswers(reads.registry, parent.record);
  return readDefaultSources(form, above, async () => {
    const { rows } = await reads.list(lastRecordQuery(form, parent?.record.id, reads.actor.id));
    return rows[0]?.record.data;
  });
}
