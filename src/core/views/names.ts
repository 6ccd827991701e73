/** Collects the ids that records refer to, and looks their names up together. */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { problemRows } from '../form/index.ts';
import { type Refs, toIdList } from '../form/types/fieldType.ts';
import { holdsPlaces, holdsRecords } from '../form/types/question.ts';
import { organizationListOf } from '../records/place.ts';
import type { Actor, StoredRecord } from '../records/types.ts';
import type { Language } from '../text/languages.ts';
import type { NameSource } from './reads.ts';

/** A record with its name. */
interface NamedRecord {
  record: Pick<StoredRecord, 'id' | 'form' | 'code'>;
  name: string;
}

export class NameCollector {
  readonly refs: Refs = {};
  readonly #names: NameSource;
  readonly #known: Refs;
  readonly #language: Language | undefined;
  readonly #records = new Set<string>();
  readonly #accounts = new Set<string>();
  readonly #problems = new Set<string>();

  /** `known` has names that came with records to this device, for what is not on it. `language`: the only one that names are given in. */
  constructor(names: NameSource, known: Refs = {}, language?: Language) {
    this.#names = names;
    this.#known = known;
    this.#language = language;
  }

  /** Adds all that a record refers to, including engine columns. */
  addRecord(form: CompiledForm, record: StoredRecord): void {
    for (const id of [record.province_id, record.district_id, record.village_id]) this.addPlace(id);
    this.addWriters(record);
    for (const id of [record.parent_id, record.site_id]) this.addRecordId(id);
    this.addAnswers(form, record.data);
    if (record.organization_id) this.addChoice(organizationListOf(form), record.organization_id);
  }

  /** Adds the people who made and last changed a record. */
  addWriters({ created_by, updated_by }: Pick<StoredRecord, 'created_by' | 'updated_by'>): void {
    for (const id of [created_by, updated_by]) this.addAccount(id);
  }

  /** Adds everything that answers refer to, also for a record that does not exist yet. `only` limits this to the shown answers. */
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
  addNamed({ record: { id, form, code }, name }: NamedRecord): void {
    this.refs[id] = { name: name || (code ?? id), form, code };
  }

  /** Adds names that are already known. */
  addRefs(refs: Refs | undefined): void {
    for (const [id, ref] of Object.entries(refs ?? {})) this.refs[id] ??= ref;
  }

  addRecordId(id: unknown): void {
    if (typeof id === 'string' && id) this.#records.add(id);
  }

  /** Adds an account whose name is already known. */
  addActor({ id, name }: Pick<Actor, 'id' | 'name'>): void {
    this.refs[id] = { name };
  }

  /** Adds the id of a person who acted (revisions, problems). */
  addAccount(id: unknown): void {
    if (typeof id === 'string' && id) this.#accounts.add(id);
  }

  /** Looks up the missing names. May be called again after more ids were added. */
  async load(): Promise<Refs> {
    await NameCollector.loadEach([this]);
    return this.refs;
  }

  /** Looks up the names of several collectors together, but for those that one of them has. Each gets only those that it asked for. */
  static async loadEach(collectors: readonly NameCollector[]): Promise<void> {
    const [first] = collectors;
    if (!first) return;
    const had: Refs = Object.assign({}, ...collectors.map(({ refs }) => refs));
    const missing = (of: (one: NameCollector) => ReadonlySet<string>) =>
      new Set(collectors.flatMap((one) => [...of(one)].filter((id) => !had[id])));
    const found = await first.#names.namesOf({
      records: missing((one) => one.#records),
      accounts: missing((one) => one.#accounts),
      problems: missing((one) => one.#problems),
    });
    for (const one of collectors) {
      for (const id of [...one.#records, ...one.#accounts, ...one.#problems]) {
        const ref = had[id] ?? found[id] ?? one.#known[id];
        if (ref) one.refs[id] ??= ref;
      }
      for (const ids of [one.#records, one.#accounts, one.#problems]) ids.clear();
    }
  }

  #field(node: FieldNode, data: RecordData): void {
    if (node.columns) {
      const rows = data[node.name];
      if (Array.isArray(rows))
        for (const row of rows) if (row) for (const column of node.columns) this.#field(column, row as RecordData);
      return;
    }
    for (const property of node.properties)
      for (const id of toIdList(data[property])) {
        if (holdsPlaces(node) || node.def.places) this.addPlace(id);
        else if (holdsRecords(node)) this.addRecordId(id);
        else if (node.def.choices) this.addChoice(node.def.choices, id);
      }
  }

  addPlace(id: unknown): void {
    if (typeof id === 'string') this.#item(id, () => this.#names.registry.place(id));
  }

  addChoice(list: string | undefined, id: unknown): void {
    if (list && typeof id === 'string') this.#item(`${list}:${id}`, () => this.#names.registry.choice(list, id));
  }

  #item(key: string, find: () => Item | undefined): void {
    if (this.refs[key]) return;
    const item = find();
    const ref = item ? wordsOf(item, this.#language) : this.#known[key];
    if (ref) this.refs[key] = ref;
  }
}

type Item = { name_en: string; name_fa: string; name_ps: string; code?: string | null };

function wordsOf({ name_en, name_fa, name_ps, code }: Item, language: Language | undefined): Refs[string] {
  const names = { name_en, name_fa, name_ps };
  return {
    ...(language ? { name: names[`name_${language}`] || name_en } : names),
    ...(code !== undefined && { code }),
  };
}

/** Returns the names of records by id. */
export function lookUpRecordNames(names: NameSource, ids: Iterable<unknown>): Promise<Refs> {
  const collector = new NameCollector(names);
  for (const id of ids) collector.addRecordId(id);
  return collector.load();
}
