/**
 * Renders a record for the API. Answers are at the top level under their property and documented names, together with the
 * envelope keys. `data` holds the stored answers unchanged.
 * What is not allowed is explained in words: ids of roles and states become labels.
 */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import type { ErrorParams } from '../errors/recordErrors.ts';
import type { Refs } from '../form/types/fieldType.ts';
import type { StateView } from '../generated/api.ts';
import { getOwn } from '../json.ts';
import { isMobileDevice } from '../records/ownWork.ts';
import { organizationListOf } from '../records/place.ts';
import type { Registry } from '../records/registry.ts';
import type { Refusal, Scope, StoredRecord } from '../records/types.ts';
import { type Language, pickText } from '../text/languages.ts';
import { namedInOne, namedItem, namedPlainly } from './names.ts';

export type DenialReasons = Record<string, { code: string; message: string }>;

/** What responses are written with: definitions and names, and the sentences of errors in the reader's language. */
export interface ResponseContext {
  registry: Pick<Registry, 'common' | 'workflow' | 'place' | 'choice'>;
  language: Language;
  /** Returns the sentence of an error code. */
  sentence(code: string, params: ErrorParams): string;
}

/** Replaces ids in the parameters of a refusal by labels. */
function refusalParams({ registry }: ResponseContext, form: CompiledForm, params: ErrorParams) {
  const { permissions } = registry.common();
  const { states } = registry.workflow(form);
  const roles = Array.isArray(params.roles)
    ? params.roles.map((id) => permissions.roles.find((role) => role.id === id)?.label ?? id)
    : undefined;
  const state = typeof params.state === 'string' ? states.find((one) => one.id === params.state)?.label : undefined;
  return { ...params, ...(roles && { roles }), ...(state && { state }) };
}

/** Returns the sentence of a refusal. The workflow of the form names the states. */
export function refusalSentence(reader: ResponseContext, form: CompiledForm, { code, params = {} }: Refusal): string {
  return reader.sentence(code, refusalParams(reader, form, params));
}

/** Collects the `why_not` of many rows. Each distinct refusal is stored once, and rows refer to it by key. */
class SharedDenials {
  readonly refusals: Record<string, { code: string; message: string }> = {};
  readonly #keys = new Map<string, string>();
  readonly #byScope = new Map<Scope, Record<string, string>>();

  /** Maps each refused action to the key of its refusal. Rows with the same scope object share one result. */
  of(scope: Scope, words: () => DenialReasons): Record<string, string> {
    let shared = this.#byScope.get(scope);
    if (!shared) {
      shared = Object.fromEntries(Object.entries(words()).map(([action, refusal]) => [action, this.#key(refusal)]));
      this.#byScope.set(scope, shared);
    }
    return shared;
  }

  #key(refusal: { code: string; message: string }): string {
    const same = `${refusal.code} ${refusal.message}`;
    let key = this.#keys.get(same);
    if (!key) {
      key = String(this.#keys.size + 1);
      this.#keys.set(same, key);
      this.refusals[key] = refusal;
    }
    return key;
  }
}

/** Returns the `why_not` of one record, as the API sends it. */
export function denialReasons(reader: ResponseContext, form: CompiledForm, { refused }: Scope): DenialReasons {
  return Object.fromEntries(
    Object.entries(refused).map(([action, refusal]) => [
      action,
      { code: refusal.code, message: refusalSentence(reader, form, refusal) },
    ]),
  );
}

/** Sets a value at a dotted key, which creates nested objects: `dropdown.currencies`. */
export function setAtKey(into: Record<string, unknown>, key: string, value: unknown): void {
  const path = key.split('.');
  const last = path.pop() as string;
  let at = into;
  for (const part of path) {
    if (typeof getOwn(at, part) !== 'object' || getOwn(at, part) === null) at[part] = {};
    at = getOwn(at, part) as Record<string, unknown>;
  }
  at[last] = value;
}

export interface RenderContext extends ResponseContext {
  refs: Refs;
}

/** If an answer has the name of an envelope key, only `data` holds the answer. */
export type RenderedRecord = Record<string, unknown> & { id: string; version: number };

/** Returns `{id, name, label, variant, icon}` of a state. */
export function renderState(
  registry: Pick<Registry, 'workflow'>,
  form: CompiledForm,
  id: string,
  language: Language,
): StateView {
  const state = registry.workflow(form).states.find((one) => one.id === id);
  return state
    ? {
        id: state.id,
        name: pickText(state.label, language),
        label: state.label,
        variant: state.variant,
        icon: state.icon,
      }
    : { id, name: id, label: { en: id, fa: id, ps: id }, variant: 'gray', icon: 'circle' };
}

export interface RenderOptions {
  name?: string;
  columns?: Record<string, unknown>;
  /** True on a device from which the record, or its last change, was not sent yet. */
  unsent?: boolean;
  /** What people read out until the server gives the code. */
  mark?: string;
}

/** Renders one record, with names in the three languages. `form` is the version that its answers are read as. */
export function renderRecord(
  rendering: RenderContext,
  form: CompiledForm,
  record: StoredRecord,
  scope: Scope,
  shown: RenderOptions = {},
): RenderedRecord {
  const { registry, language } = rendering;
  const parts: RecordParts = {
    state: (id) => renderState(registry, form, id, language),
    person: (id) => person(rendering.refs, id),
    place: (id) => namedOrNull(registry.place(id), (found) => namedItem(found, language)),
    organization: (id) => {
      const item = registry.choice(organizationListOf(form), id);
      return item ? namedItem(item, language) : namedPlainly(id, id);
    },
  };
  const why_not = denialReasons(rendering, form, scope);
  return assemble(form, { record, scope, ...shown }, { data: record.data, refs: rendering.refs, parts, why_not });
}

/** A row of a list. */
export interface RenderedRow extends RenderOptions {
  record: StoredRecord;
  scope: Scope;
}

/**
 * Returns what renders the rows of a page, in the reader's language only. Rows share most of their parts (states, places, people,
 * refusals), so that each is made once. `only`: property names of the answers that the rows have; without it, all.
 */
export function createRowRenderer(rendering: RenderContext, form: CompiledForm, only: ReadonlySet<string> | undefined) {
  const { registry, language } = rendering;
  const parts: RecordParts = {
    state: oncePerId((id) => {
      const { variant, icon, label } = renderState(registry, form, id, language);
      return { id, label: { [language]: pickText(label, language) }, variant, icon };
    }),
    person: oncePerId((id) => person(rendering.refs, id)),
    place: oncePerId((id) => namedOrNull(registry.place(id), (found) => namedInOne(found, language))),
    organization: oncePerId((id) => {
      const item = registry.choice(organizationListOf(form), id);
      return item ? namedInOne(item, language) : { id, name: id };
    }),
  };
  const denials = new SharedDenials();
  return {
    refusals: denials.refusals,
    render(row: RenderedRow): RenderedRecord {
      const data = only ? pickAnswers(row.record.data, only) : row.record.data;
      const why_not = denials.of(row.scope, () => denialReasons(rendering, form, row.scope));
      return assemble(form, row, { data, refs: rendering.refs, parts, why_not });
    },
  };
}

function oncePerId<T extends object | null>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const value = make(id);
    made.set(id, value);
    return value;
  };
}

/** Returns the answers by their property names and, in nested objects, by their documented names. */
function withAliases(form: CompiledForm, data: RecordData): RecordData {
  let all: RecordData | undefined;
  for (const [alias, stored] of Object.entries(form.aliases)) {
    if (!Object.hasOwn(data, stored)) continue;
    all ??= { ...data };
    setAtKey(all, alias, data[stored]);
  }
  return all ?? data;
}

/** What records have in common with others, by id. */
interface RecordParts {
  state(id: string): object;
  person(id: string): object;
  place(id: string): object | null;
  organization(id: string): object;
}

interface Assembled {
  data: RecordData;
  refs: Refs;
  parts: RecordParts;
  why_not: object;
}

/** One object, not parts that are copied together: a list makes many. */
function assemble(form: CompiledForm, row: RenderedRow, { data, refs, parts, why_not }: Assembled): RenderedRecord {
  const { record, scope } = row;
  const state = parts.state(record.state);
  return {
    ...withAliases(form, data),
    id: record.id,
    version: record.version,
    form: record.form,
    form_version: record.form_version,
    code: record.code,
    current_state: row.unsent ? { ...state, unsent: true } : state,
    created_at: record.created_at,
    created_by: parts.person(record.created_by),
    updated_at: record.updated_at,
    updated_by: parts.person(record.updated_by),
    captured_at: record.captured_at,
    isMobile: isMobileDevice(record.device_id),
    ...(record.deleted_at !== null && { deleted_at: record.deleted_at }),
    province: record.province_id ? parts.place(record.province_id) : null,
    district: record.district_id ? parts.place(record.district_id) : null,
    village: record.village_id ? parts.place(record.village_id) : null,
    organization: record.organization_id ? parts.organization(record.organization_id) : null,
    parent: parent(refs, record.parent_id),
    name: row.name ?? refs[record.id]?.name ?? record.code ?? '',
    columns: row.columns ?? {},
    ...(row.mark !== undefined && { mark: row.mark }),
    data,
    recordScope: scope.allowed,
    why_not,
  };
}

function pickAnswers(data: RecordData, only: ReadonlySet<string>): RecordData {
  const picked: RecordData = {};
  for (const name of only) if (Object.hasOwn(data, name)) picked[name] = data[name];
  return picked;
}

function person(refs: Refs, id: string) {
  return { id, name: refs[id]?.name ?? '' };
}

function namedOrNull<Item>(item: Item | undefined, name: (item: Item) => object): object | null {
  return item ? name(item) : null;
}

function parent(refs: Refs, id: string | null) {
  if (!id) return null;
  const found = refs[id];
  return { id, form: found?.form ?? null, name: found?.name ?? '', code: found?.code ?? null };
}
