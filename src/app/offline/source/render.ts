/** Records of this device, as the server sends them. */

import { namedProblems } from '../../../core/api/problems.ts';
import { setAt } from '../../../core/api/setAt.ts';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { groupedAnswers } from '../../../core/form/answerGroups.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { DenialReasons, NamedItem, RecordView, StateView } from '../../../core/generated/api.ts';
import { organizationList } from '../../../core/records/place.ts';
import type { Scope } from '../../../core/records/types.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { pick } from '../../../core/text/languages.ts';
import { capturedForm, type Device } from './device.ts';
import { sentencesIn } from './failure.ts';
import { LocalRefs } from './refs.ts';

export interface Rendered {
  form: CompiledForm;
  refs: Refs;
  record: RecordView;
}

/** Renders one record with the names that it needs, in the version that it was captured with. */
export async function renderStored(device: Device, local: LocalRecord, scope: Scope): Promise<Rendered> {
  const form = capturedForm(device, local);
  const names = new LocalRefs(device, local.refs);
  names.addRecord(form, local.record);
  const refs = await names.load();
  const { record } = local;
  const { data } = record;
  const field = form.definition.problems?.field;
  const rows = field !== undefined && data[field] !== undefined && namedProblems(device, data[field], refs);
  const shown = {
    ...groupedAnswers(form, data),
    ...data,
    ...aliased(form, data),
    ...envelope(device, form, local, refs),
    data,
    device_id: record.device_id,
    recordScope: scope.allowed,
    why_not: denialsOf(device, scope),
    ...(rows && { [field as string]: rows }),
  };
  return { form, refs, record: shown as unknown as RecordView };
}

function aliased({ aliases }: CompiledForm, data: RecordData): RecordData {
  const also: RecordData = {};
  for (const [alias, stored] of Object.entries(aliases)) if (stored in data) setAt(also, alias, data[stored]);
  return also;
}

function envelope(device: Device, form: CompiledForm, { record, name }: LocalRecord, refs: Refs) {
  const person = (id: string) => ({ id, name: refs[id]?.name ?? '' });
  return {
    id: record.id,
    version: record.version,
    form: record.form,
    form_version: record.form_version,
    code: record.code,
    current_state: stateOf(device, form, record.state),
    created_at: record.created_at,
    created_by: person(record.created_by),
    updated_at: record.updated_at,
    updated_by: person(record.updated_by),
    captured_at: record.captured_at,
    isMobile: record.device_id !== null,
    ...(record.deleted_at !== null && { deleted_at: record.deleted_at }),
    province: placeItem(device, record.province_id),
    district: placeItem(device, record.district_id),
    village: placeItem(device, record.village_id),
    organization: organization(device, form, record.organization_id),
    parent: parentOf(refs, record.parent_id),
    name: name || (record.code ?? ''),
    columns: {},
  };
}

export function stateOf({ registry, language }: Device, form: CompiledForm, id: string): StateView {
  const state = registry.workflow(form).states.find((one) => one.id === id);
  return state
    ? { id: state.id, name: pick(state.label, language), label: state.label, variant: state.variant, icon: state.icon }
    : { id, name: id, label: { en: id, fa: id, ps: id }, variant: 'gray', icon: 'circle' };
}

/** Returns why each denied action is denied, in words. */
export function denialsOf({ language }: Device, { refused }: Scope): DenialReasons {
  const sentences = sentencesIn(language);
  return Object.fromEntries(
    Object.entries(refused).map(([action, { code, params }]) => [
      action,
      { code, message: sentences.of(code, params) },
    ]),
  );
}

type Names = Pick<NamedItem, 'name_en' | 'name_fa' | 'name_ps'>;

function item({ language }: Device, id: string, names: Names): NamedItem {
  const { name_en, name_fa, name_ps } = names;
  return { id, name: names[`name_${language}`] || name_en, name_en, name_fa, name_ps };
}

export function placeItem(device: Device, id: string | null): NamedItem | null {
  const place = id ? device.registry.place(id) : undefined;
  return place ? item(device, place.id, place) : null;
}

function organization(device: Device, form: CompiledForm, id: string | null): NamedItem | null {
  if (!id) return null;
  const found = device.registry.choice(organizationList(form), id);
  return item(device, id, found ?? { name_en: id, name_fa: id, name_ps: id });
}

function parentOf(refs: Refs, id: string | null) {
  if (!id) return null;
  const found = refs[id];
  return { id, form: found?.form ?? null, name: found?.name ?? '', code: found?.code ?? null };
}
