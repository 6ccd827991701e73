/** The start of a new record: what it begins with and whether this person may make it. */

import { chosenParent } from '../../../core/api/chosenParent.ts';
import { denialReasons } from '../../../core/api/denials.ts';
import { setAt } from '../../../core/api/setAt.ts';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import type { Known } from '../../../core/form/defaults.ts';
import { newRecord } from '../../../core/form/index.ts';
import type { CreateResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { lastQuery } from '../../../core/query/last.ts';
import { asId } from '../../../core/saving/envelope.ts';
import { knownOf } from '../../../core/saving/known.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { carriedProblems } from '../../../core/views/record/problems.ts';
import type { Api } from '../../data/source.ts';
import { capturedForm, type Device, formOf, seeOne } from './device.ts';
import { listRecords } from './records.ts';
import { renderStored } from './render.ts';
import { collectNames, readsOf } from './views.ts';

type Query = Record<string, string>;

export async function createForm(device: Device, api: Api, query: Query): Promise<CreateResponse> {
  const { registry, permission, actor } = device;
  const of = formOf(device, api);
  const form = registry.captureForm(of.form) ?? of;
  const { parent } = form.definition;
  const parentId = asId(
    (parent?.param && getOwn(query, parent.param)) || (parent && getOwn(query, parent.field)) || query.parent_id,
  );
  const above = parentId && parent ? await seeOne(device, parent.forms, parentId) : undefined;
  const scope = permission.scopeForNew(form, above?.local.record ?? null, actor);
  const defaults = newRecord(form, {
    today: device.dayOfForms(),
    actor,
    parent: above?.local.record ?? null,
    constants: registry.common().constants,
    known: await named(device, form, query),
  });
  const names = collectNames(device, above?.local.refs);
  names.addAnswers(form, defaults);
  if (above) names.addRecordId(above.local.record.id);
  const answer: CreateResponse = {
    recordScope: scope.allowed,
    why_not: denialReasons(device, form, scope),
    definition: { form: form.form, version: form.version },
    defaults,
    known: await knownAnswers(device, form, above?.local),
    parent: above ? await parentOf(device, form, above) : null,
    refs: {},
  };
  for (const [key, source] of Object.entries(form.definition.api.create ?? {})) {
    // Other sources are for client programs. Screens read them from definitions and lists.
    if (source !== 'problems:ongoing') continue;
    setAt(answer, key, above ? await carriedProblems(readsOf(device), form, above.local.record.id, names) : []);
  }
  return { ...answer, refs: await names.load() };
}

/** Reads record ids from the query for questions that ask for records. A link on a record passes its id this way. */
async function named(device: Device, form: CompiledForm, query: Query): Promise<RecordData> {
  const known: RecordData = {};
  for (const { name, def } of form.fields.values()) {
    const id = def.record && asId(getOwn(query, name));
    if (id && name !== form.definition.parent?.field)
      known[name] = (await seeOne(device, def.record?.forms ?? [], id)).local.record.id;
  }
  return known;
}

async function parentOf(device: Device, form: CompiledForm, { local, scope }: Awaited<ReturnType<typeof seeOne>>) {
  const site = { form: capturedForm(device, local), data: local.record.data };
  return chosenParent(device.registry, form, site, (await renderStored(device, local, scope)).record);
}

/** Returns what the defaults of the form read of others, as the newest versions read them. */
export function knownAnswers(device: Device, form: CompiledForm, parent: LocalRecord | undefined): Promise<Known> {
  const above = parent && newestAnswers(device.registry, parent.record);
  return knownOf(form, above, async () => {
    const { rows } = await listRecords(device, lastQuery(form, parent?.record.id, device.actor.id));
    return rows[0]?.record.data;
  });
}
