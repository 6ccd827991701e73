/**
 * From what a person sent to what is stored: parent, derived values, checks, place, name. Reads only; the write itself
 * happens afterwards in one transaction.
 */
import { randomUUID } from 'node:crypto';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { addError, Failure, type RecordErrors } from '../../core/errors/failure.ts';
import { evaluate, problemRows } from '../../core/form/index.ts';
import { STATUS } from '../../core/problems/log.ts';
import type { Actor } from '../../core/records/types.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { Handle } from '../db/database.ts';
import { rowsById } from '../db/lookup.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { RecordRow } from '../projections/projector.ts';
import { checkContext } from './checkContext.ts';
import { checkFitting } from './fitting.ts';
import { upgradeAnswers } from './history/upgrade.ts';
import { ownOrganization } from './organization.ts';
import type { Permission } from './permission.ts';
import { checkReferences, pointersOf } from './references.ts';
import { findRecord, toMeta } from './rows.ts';

export interface Prepared {
  data: RecordData;
  parent: RecordRow | null;
  /** Where the record is and what it belongs to. */
  place: Pick<RecordRow, 'parent_id' | 'site_id' | 'province_id' | 'district_id' | 'village_id' | 'organization_id'>;
  /** Names of the records it points to. */
  names: Map<string, string>;
}

export interface PrepareInput {
  form: CompiledForm;
  id: string;
  data: RecordData;
  before: RecordRow | null;
  parentId: string | undefined;
  actor: Actor;
  now: Date;
}

export type Prepare = (db: Handle, input: PrepareInput) => Promise<Prepared>;

/** Throws `parent_required`, `validation_failed` with the errors, or the parent's `record_not_found`. */
export function createPrepare(registry: FormRegistry, permission: Permission): Prepare {
  const answers = upgradeAnswers(registry);
  return async (db, { form, id, data: raw, before, parentId, actor, now }) => {
    const parent = await parentOf(db, form, raw, before, parentId, actor);
    const withParent = parent && form.definition.parent ? { ...raw, [form.definition.parent.field]: parent.id } : raw;
    const validator = await registry.validator(form);
    const given = withProblemIds(form, withParent);
    const { data, errors } = evaluate(form, validator, given, {
      today: kabulDay(now),
      ...checkContext(form, registry),
      knownProblems: await knownProblems(db, form, given, before),
    });
    const pointers = pointersOf(form, data);
    const names = await checkReferences(
      db,
      registry,
      permission,
      { form, data, pointers, before: before?.data ?? null, recordId: id, actor, parent },
      errors,
    );
    await checkFitting(db, answers, pointers.records, data, before?.data ?? null, errors);
    if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
    if (parent) names.set(parent.id, parent.name);
    return { data, parent, place: placeOf(form, data, parent, registry), names };
  };

  async function parentOf(
    db: Handle,
    form: CompiledForm,
    data: RecordData,
    before: RecordRow | null,
    given: string | undefined,
    actor: Actor,
  ) {
    const rule = form.definition.parent;
    if (!rule) return null;
    const named = data[rule.field];
    const id = given ?? (typeof named === 'string' && named !== '' ? named : before?.parent_id);
    if (!id) {
      if (!form.fields.get(rule.field)?.required) return null;
      throw new Failure('parent_required', {
        params: { field: rule.field },
        errors: { [`/${rule.field}`]: [{ code: 'required' }] },
      });
    }
    const parent = await findRecord(db, id);
    const parentForm = parent && registry.form(parent.form);
    const isRight = parent && parentForm && (rule.forms as string[]).includes(parent.form);
    const isKept = before !== null && before.parent_id === id;
    if (
      !isRight ||
      (!isKept && (parent.deleted_at !== null || !permission.scope(parentForm, toMeta(parent), actor).allowed.view))
    ) {
      throw new Failure('validation_failed', { errors: { [`/${rule.field}`]: [{ code: 'record_missing' }] } });
    }
    return parent;
  }
}

/** The sheet's problems as they are now: as this sheet carried them, else as they are stored. */
async function knownProblems(
  db: Handle,
  form: CompiledForm,
  data: RecordData,
  before: RecordRow | null,
): Promise<RecordData[]> {
  const ids = problemRows(form, data).flatMap((row) => (typeof row.id === 'string' ? [row.id] : []));
  if (ids.length === 0) return [];
  const carried = before ? problemRows(form, before.data) : [];
  const left = ids.filter((id) => !carried.some((row) => row.id === id));
  if (left.length === 0) return carried;
  const stored = await rowsById(db, 'problems', ['id', 'status', 'answers'], left);
  return [...carried, ...stored.map(({ id, status, answers }) => ({ ...JSON.parse(answers), id, [STATUS]: status }))];
}

/** A problem is one thing across visits, so it has an id from its first sheet on. */
function withProblemIds(form: CompiledForm, data: RecordData): RecordData {
  const field = form.definition.problems?.field;
  const rows = field ? data[field] : undefined;
  if (!field || !Array.isArray(rows)) return data;
  const isNew = (row: unknown) => typeof row === 'object' && row !== null && !(row as { id?: string }).id;
  return { ...data, [field]: rows.map((row) => (isNew(row) ? { id: randomUUID(), ...row } : row)) };
}

/** The record's own place, else its parent's; the site is the nearest one above. */
export function placeOf(
  form: CompiledForm,
  data: RecordData,
  parent: RecordRow | null,
  registry: Pick<FormRegistry, 'form' | 'canonical' | 'canonicalPlace'>,
): Prepared['place'] {
  const { place } = form.definition;
  const parts = place ? form.fields.get(place)?.parts : undefined;
  const own = (part: string): string | null => {
    const property = parts?.[part] ?? (part === 'province' ? parts?.value : undefined);
    const id = property === undefined ? undefined : data[property];
    return typeof id === 'string' ? registry.canonicalPlace(id) : null;
  };
  const where =
    parts && own('province') !== null
      ? { province_id: own('province'), district_id: own('district'), village_id: own('village') }
      : {
          province_id: parent?.province_id ?? null,
          district_id: parent?.district_id ?? null,
          village_id: parent?.village_id ?? null,
        };
  return {
    parent_id: parent?.id ?? null,
    site_id: parent ? (registry.form(parent.form)?.definition.kind === 'site' ? parent.id : parent.site_id) : null,
    ...where,
    organization_id: ownOrganization(form, data, registry) ?? parent?.organization_id ?? null,
  };
}

/** Reports a problem row that belongs to another site. */
export function foreignProblem(form: CompiledForm, index: number): Failure {
  const errors: RecordErrors = {};
  addError(errors, `/${form.definition.problems?.field}/${index}/id`, 'record_missing');
  return new Failure('validation_failed', { errors });
}
