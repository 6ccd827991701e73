/** Collects everything stored about one person: their record, records that name them, accounts, files. */
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { personalQuestions } from '../../../core/form/personal.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import type { LabelledQuestion } from '../../../core/generated/api.ts';
import { type RestrictedNames, restrictedNames } from '../../../core/records/restricted.ts';
import type { Language } from '../../../core/text/languages.ts';
import { type RecordRow, toStoredRecord } from '../../db/rows.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { Services } from '../../http/services.ts';
import { type PersonalDataMatch, recordsNaming } from '../../records/erase/personalSearch.ts';
import { createNameCollector } from '../reads.ts';
import { textContext } from '../textContext.ts';

/** Returns what anonymising erases: in records of people what identifies them, in others what is restricted. */
export function erasableNames(registry: FormRegistry, form: string): RestrictedNames {
  if (registry.form(form)?.definition.kind !== 'person') return registry.restrictedNames(form);
  const versions = registry.versions(form);
  return restrictedNames(versions, personalQuestions(versions, registry.restrictedQuestions(form)));
}

/** Returns a found record with the labels of its fields. */
export function personalDataRow(registry: FormRegistry, { answers, names, form_version, ...row }: PersonalDataMatch) {
  const form = registry.form(row.form, form_version) ?? registry.form(row.form);
  const { names: whole, within } = erasableNames(registry, row.form);
  return {
    ...row,
    name: row.name || (row.code ?? ''),
    is_person: form?.definition.kind === 'person',
    /** Whether it has fields whose answers may be erased on request. */
    erasable: whole.size + within.size > 0,
    answers: answers.map((name) => labelled(form, name)),
    names: names.map((name) => labelled(form, name)),
  };
}

function labelled(form: CompiledForm | undefined, field: string): LabelledQuestion {
  const node = form?.byProperty.get(field) ?? form?.fields.get(field);
  return { field, label: node?.def.label ?? { en: field, fa: field, ps: field } };
}

/**
 * `answers` has the stored values and texts by field; `erasable` marks those that anonymising erases. `records` are those
 * that name the person. `accounts` are those of the person, with the number of logins.
 */
export async function personSheet(services: Services, record: RecordRow, language: Language) {
  const { registry, database } = services;
  const { data: _data, organization_id: _o, ...meta } = toStoredRecord(record);
  const files = await database.read
    .selectFrom('attachments')
    .select(['id', 'name', 'media_type', 'size', 'field', 'created_at'])
    .where('record_id', '=', record.id)
    .orderBy('created_at')
    .execute();
  const naming = await recordsNaming({ database, registry }, record.id);
  return {
    ...meta,
    name: record.name || (record.code ?? ''),
    answers: await answersOf(services, record, language),
    records: naming.map((one) => personalDataRow(registry, one)),
    accounts: await accountsOf(services, record.id),
    files: files.map((file) => ({ ...file, url: `/api/files/${file.id}` })),
  };
}

async function answersOf(services: Services, record: RecordRow, language: Language) {
  const { registry } = services;
  const form = registry.form(record.form, record.form_version);
  if (!form) return [];
  const collector = createNameCollector(services);
  collector.addRecord(form, toStoredRecord(record));
  const context = textContext(services, language, await collector.load());
  const restricted = registry.restrictedQuestions(record.form);
  const { names, within } = erasableNames(registry, record.form);
  const goes = (node: FieldNode) => node.properties.some((name) => names.has(name) || within.has(name));
  return [...form.fields.values()]
    .filter((node) => node.properties.some((name) => record.data[name] !== undefined))
    .map((node) => ({
      ...labelled(form, node.name),
      type: node.type,
      restricted: restricted.has(node.id),
      erasable: goes(node),
      text: FIELD_TYPES[node.type].text(node, record.data, context),
      values: Object.fromEntries(
        node.properties.flatMap((name) => (record.data[name] === undefined ? [] : [[name, record.data[name]]])),
      ),
    }));
}

async function accountsOf({ database }: Services, person: string) {
  const db = database.read;
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'language', 'disabled', 'created_at', 'last_login_at'])
    .where('person_id', '=', person)
    .orderBy('username_key')
    .execute();
  const found = [];
  for (const { disabled, ...user } of users) {
    const grants = await db
      .selectFrom('grants')
      .select(['role', 'programme', 'province_id'])
      .where('user_id', '=', user.id)
      .execute();
    const { logins } = await db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll().as('logins'))
      .where('form', 'is', null)
      .where('user_id', '=', user.id)
      .where('action', '=', 'login')
      .executeTakeFirstOrThrow();
    found.push({ ...user, disabled: disabled === 1, grants, logins: Number(logins) });
  }
  return found;
}
