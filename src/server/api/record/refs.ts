/** Collects the ids that records refer to, then loads their names with one query per table. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { holdsPlaces, holdsRecords } from '../../../core/form/types/question.ts';
import { organizationList } from '../../../core/records/place.ts';
import type { Actor, StoredRecord } from '../../../core/records/types.ts';
import { rowsById } from '../../db/lookup.ts';
import type { Services } from '../../http/services.ts';
import { problemCodes } from '../../problems/numbers.ts';
import type { ListRow } from '../../records/types.ts';
import type { Place } from '../../reference/places.ts';

/** What names are looked up in. */
export type NameServices = Pick<Services, 'database' | 'registry'>;

export class RefCollector {
  readonly refs: Refs = {};
  readonly #services: NameServices;
  readonly #records = new Set<string>();
  readonly #users = new Set<string>();
  readonly #problems = new Set<string>();

  constructor(services: NameServices) {
    this.#services = services;
  }

  /** Adds all that a record refers to, including engine columns. `only` limits this to the shown answers. */
  addRecord(form: CompiledForm, record: StoredRecord, only?: ReadonlySet<string>): void {
    for (const id of [record.province_id, record.district_id, record.village_id]) this.addPlace(id);
    for (const id of [record.created_by, record.updated_by]) if (id) this.#users.add(id);
    for (const id of [record.parent_id, record.site_id]) if (id) this.#records.add(id);
    this.addAnswers(form, record.data, only);
    if (record.organization_id) this.addChoice(organizationList(form), record.organization_id);
  }

  /** Adds everything that answers refer to, also for a record that does not exist yet. */
  addAnswers(form: CompiledForm, data: RecordData, only?: ReadonlySet<string>): void {
    for (const node of form.fields.values())
      if (!only || node.properties.some((name) => only.has(name))) this.#field(node, data);
    const { problems } = form.definition;
    if (problems && (!only || only.has(problems.field)))
      for (const { id } of problemRows(form, data)) this.addProblem(id);
  }

  /** Adds the lasting code of a problem. */
  addProblem(id: unknown): void {
    if (typeof id === 'string' && id) this.#problems.add(id);
  }

  /** Adds a record whose name is already known. */
  addNamed({ record: { id, form, code }, name }: Pick<ListRow, 'record' | 'name'>): void {
    this.refs[id] = { name: name || (code ?? id), form, code };
  }

  addRecordId(id: unknown): void {
    if (typeof id === 'string' && id) this.#records.add(id);
  }

  /** Adds an account whose name is already known. */
  addActor({ id, name }: Pick<Actor, 'id' | 'name'>): void {
    this.refs[id] = { name };
    this.#users.delete(id);
  }

  /** Adds the id of a person who acted (revisions, problems). */
  addUser(id: unknown): void {
    if (typeof id === 'string' && id) this.#users.add(id);
  }

  /** Loads the missing names into `refs`, with one query per table. May be called again after more ids were added. */
  async load(): Promise<Refs> {
    const db = this.#services.database.read;
    const records = await rowsById(db, 'records', ['id', 'name', 'form', 'code'], [...this.#records]);
    for (const { id, name, form, code } of records) this.refs[id] = { name: name || (code ?? id), form, code };
    for (const { id, name } of await rowsById(db, 'users', ['id', 'name'], [...this.#users]))
      this.refs[id] ??= { name };
    for (const [id, code] of await problemCodes(db, [...this.#problems])) this.refs[id] ??= { code };
    this.#problems.clear();
    this.#records.clear();
    this.#users.clear();
    return this.refs;
  }

  /** Loads the names for several collectors with one query per table. Each gets only those that it asked for. */
  static async loadEach(services: NameServices, collectors: readonly RefCollector[]): Promise<void> {
    const all = new RefCollector(services);
    for (const one of collectors) {
      for (const id of one.#records) all.#records.add(id);
      for (const id of one.#users) all.#users.add(id);
      for (const id of one.#problems) all.#problems.add(id);
    }
    const found = await all.load();
    for (const one of collectors)
      for (const id of [...one.#records, ...one.#users, ...one.#problems]) {
        const ref = found[id];
        if (ref) one.refs[id] ??= ref;
      }
  }

  #field(node: FieldNode, data: RecordData): void {
    if (node.columns) {
      const rows = data[node.name];
      if (Array.isArray(rows))
        for (const row of rows) if (row) for (const column of node.columns) this.#field(column, row as RecordData);
      return;
    }
    for (const property of node.properties) this.#value(node, data[property]);
  }

  #value(node: FieldNode, value: unknown): void {
    if (value === undefined || value === null) return;
    const list = Array.isArray(value) ? value : [value];
    if (holdsPlaces(node) || node.def.places) for (const id of list) this.addPlace(id);
    else if (holdsRecords(node)) for (const id of list) this.addRecordId(id);
    else if (node.def.choices) for (const id of list) this.addChoice(node.def.choices, id);
  }

  addPlace(id: unknown): void {
    if (typeof id !== 'string' || this.refs[id]) return;
    const place = this.#services.registry.place(id);
    if (place) this.refs[id] = wordsOf(place);
  }

  addChoice(list: string | undefined, id: unknown): void {
    if (!list || typeof id !== 'string' || this.refs[`${list}:${id}`]) return;
    const item = this.#services.registry.choice(list, id);
    if (item) this.refs[`${list}:${id}`] = wordsOf(item);
  }
}

/** Returns the names of records by id. */
export function recordNames(services: NameServices, ids: Iterable<unknown>): Promise<Refs> {
  const refs = new RefCollector(services);
  for (const id of ids) refs.addRecordId(id);
  return refs.load();
}

const known = new WeakMap<object, Refs[string]>();

/** Returns the same object for the same place or item, so that callers can cache what they derive from it. */
function wordsOf(item: Pick<Place, 'name_en' | 'name_fa' | 'name_ps'> & { code?: string | null }): Refs[string] {
  let words = known.get(item);
  if (!words) {
    const { name_en, name_fa, name_ps, code } = item;
    words = { name_en, name_fa, name_ps, ...(code !== undefined && { code }) };
    known.set(item, words);
  }
  return words;
}
