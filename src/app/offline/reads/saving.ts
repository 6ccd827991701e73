/** What the checks of a save read of other things, from the store of this device. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/versions/upgrade.ts';
import { problemRows } from '../../../core/form/index.ts';
import { PROBLEM_STATUS } from '../../../core/problems/log.ts';
import type { Permission } from '../../../core/records/permission.ts';
import type { Actor } from '../../../core/records/types.ts';
import { uniqueValues } from '../../../core/saving/identity.ts';
import type { EqualRecords, SavingSource } from '../../../core/saving/types.ts';
import { problemsOfVisits, type Visit } from '../../../core/saving/visitProblems.ts';
import { duplicateKey, duplicateProperties } from '../../../core/spreadsheet/duplicateKey.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { cleanText, foldAnswer } from '../../../core/text/letters.ts';
import type { LocalRegistry } from './registry.ts';

/** Most records that a question about equal answers names. */
const MOST_SHOWN = 5;

export function localSavingSource(
  store: SyncStore,
  registry: LocalRegistry,
  actor: Actor,
  permission: Permission,
): SavingSource {
  const found = async (ids: readonly string[]) =>
    (await Promise.all([...new Set(ids)].map((id) => store.records.get(id)))).flatMap((one) => one ?? []);
  return {
    isPartial: true,
    record: async (id) => named(await store.records.get(id)),
    judged: async (ids) => (await found(ids)).map((one) => ({ ...one.record, name: one.name })),
    answered: async (ids) => (await found(ids)).map(({ record }) => record),
    async uploads(ids) {
      const files = await Promise.all(
        ids.map(async (id) => {
          const file = await store.files.get(id);
          return file && { id, record_id: null, created_by: actor.id, media_type: file.type };
        }),
      );
      return files.flatMap((file) => file ?? []);
    },
    async problems(ids) {
      const known = problemsOfVisits(await visitsNaming(store, registry, ids));
      return known.flatMap(({ problem: { id, answers, status } }) =>
        ids.includes(id) ? [{ ...answers, id, [PROBLEM_STATUS]: status }] : [],
      );
    },
    async openProblems(site, types, by) {
      const visits = await visitsBelow(store, registry, site);
      const seen = visits.filter(({ record }) => permission.sees(record, by));
      return problemsOfVisits(seen).flatMap(({ problem: { id, type_id, open, date_identified }, data }) => {
        const code = seen.map(({ refs }) => refs[id]?.code).find((one) => one !== undefined) ?? null;
        return open && types.includes(type_id) ? [{ id, type_id, date_identified, data, code }] : [];
      });
    },
    async loggedPeople(ids) {
      const known = problemsOfVisits(await visitsNaming(store, registry, ids));
      return known.flatMap(({ problem, logs }) =>
        ids.includes(problem.id) ? logs.flatMap(({ person_id }) => person_id ?? []) : [],
      );
    },
    async hasChildren(id) {
      for (const form of registry.forms().filter(({ definition }) => definition.parent))
        if ((await store.records.children(id, form.form)).some(({ record }) => record.deleted_at === null)) return true;
      return false;
    },
    async isCodeFree(form, code) {
      const all = await store.records.ofForm(form.form);
      return !all.some(({ record }) => record.code === code);
    },
    same: (form, record, by) => sameAmong(store, registry, permission, form, record, by),
  };
}

/** Returns true if no other record of this device has the value. Those that only the server has are checked by it later. */
export async function isLocalValueFree(
  { store, registry }: { store: SyncStore; registry: LocalRegistry },
  form: CompiledForm,
  property: string,
  value: string,
  except: string | undefined,
): Promise<boolean> {
  const isCode = property === 'code' && form.definition.code !== undefined;
  const question = form.byProperty.get(property)?.id;
  const folded = foldAnswer(value).replaceAll('\0', '');
  const others = (await store.records.ofForm(form.form)).filter(({ record }) => record.id !== except);
  return !others.some(({ record }) => {
    if (isCode && record.code === cleanText(value)) return true;
    if (question === undefined || record.deleted_at !== null) return false;
    const captured = registry.form(record.form, record.form_version) ?? form;
    return uniqueValues(captured, record.data).some((one) => one.question === question && one.value === folded);
  });
}

function named(local: LocalRecord | undefined) {
  return local && { ...local.record, name: local.name };
}

/** Returns the undeleted visits of a site that may have problems, each with the names that came with it. */
async function visitsBelow({ records }: SyncStore, registry: LocalRegistry, site: string) {
  const found: (Visit & Pick<LocalRecord, 'refs'>)[] = [];
  for (const { form: name, definition } of registry.forms()) {
    if (!definition.problems) continue;
    for (const { record, refs } of await records.children(site, name)) {
      const form = registry.form(record.form, record.form_version);
      if (form && record.deleted_at === null) found.push({ form, record, refs });
    }
  }
  return found;
}

/** Returns the undeleted visits that name one of the problems. */
async function visitsNaming(store: SyncStore, registry: LocalRegistry, ids: readonly string[]): Promise<Visit[]> {
  const visits = await Promise.all(
    registry.forms().map(async ({ form, definition }) => (definition.problems ? store.records.ofForm(form) : [])),
  );
  return visits.flat().flatMap(({ record }) => {
    const form = registry.form(record.form, record.form_version);
    const isNamed =
      form &&
      record.deleted_at === null &&
      problemRows(form, record.data).some((row) => ids.includes(row.id as string));
    return isNamed ? [{ form, record }] : [];
  });
}

/** Returns the other records on this device that say the same. Those that this person does not see are not on it. */
async function sameAmong(
  { records }: SyncStore,
  registry: LocalRegistry,
  permission: Permission,
  form: CompiledForm,
  { id, data }: { id: string; data: RecordData },
  actor: Actor,
): Promise<EqualRecords> {
  const newest = registry.form(form.form) ?? form;
  const properties = duplicateProperties(newest);
  const key = duplicateKey(properties, newestAnswers(registry, { form: form.form, form_version: form.version, data }));
  if (key === null) return { records: [], hidden: false };
  const all = await records.ofForm(form.form);
  const same = all.filter(
    ({ record }) =>
      record.id !== id &&
      permission.sees(record, actor) &&
      duplicateKey(properties, newestAnswers(registry, record)) === key,
  );
  const shown = same
    .sort((a, b) => (a.record.created_at < b.record.created_at ? -1 : 1))
    .slice(0, MOST_SHOWN)
    .map(({ record, name, refs }) => ({
      id: record.id,
      code: record.code,
      name,
      at: record.created_at,
      by: { id: record.created_by, name: refs[record.created_by]?.name ?? '' },
    }));
  return { records: shown, hidden: false };
}
