/** Names of what records refer to, collected on this device. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import { idsOf, type Refs } from '../../../core/form/types/fieldType.ts';
import { holdsPlaces, holdsRecords } from '../../../core/form/types/question.ts';
import { organizationList } from '../../../core/records/place.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import type { Device } from './device.ts';

/** `known` has names that were sent with records, for those that are not on this device themselves. */
export class LocalRefs {
  readonly refs: Refs = {};
  readonly #device: Device;
  readonly #known: Refs;
  readonly #records = new Set<string>();

  constructor(device: Device, known: Refs = {}) {
    this.#device = device;
    this.#known = known;
    this.refs[device.actor.id] = { name: device.actor.name };
  }

  addRecord(form: CompiledForm, record: StoredRecord): void {
    for (const id of [record.province_id, record.district_id, record.village_id]) this.addPlace(id);
    for (const id of [record.created_by, record.updated_by]) this.#addKnown(id);
    for (const id of [record.parent_id, record.site_id]) this.addRecordId(id);
    this.addAnswers(form, record.data);
    if (record.organization_id) this.addChoice(organizationList(form), record.organization_id);
  }

  addAnswers(form: CompiledForm, data: RecordData): void {
    for (const node of form.fields.values()) this.#field(node, data);
    for (const { id } of problemRows(form, data)) this.addProblem(id);
  }

  /** Adds the lasting code of a problem, if a record of this device came with it. */
  addProblem(id: unknown): void {
    this.#addKnown(id);
  }

  addRecordId(id: unknown): void {
    if (typeof id === 'string' && id) this.#records.add(id);
  }

  addPlace(id: unknown): void {
    const place = typeof id === 'string' ? this.#device.registry.place(id) : undefined;
    if (place) {
      const { name_en, name_fa, name_ps, pcode } = place;
      this.refs[place.id] = { name_en, name_fa, name_ps, ...(pcode !== null && { code: pcode }) };
    } else this.#addKnown(id);
  }

  addChoice(list: string | undefined, id: unknown): void {
    if (!list || typeof id !== 'string') return;
    const item = this.#device.registry.choice(list, id);
    if (item) {
      const { name_en, name_fa, name_ps, code } = item;
      this.refs[`${list}:${id}`] = { name_en, name_fa, name_ps, code };
    } else this.#addKnown(`${list}:${id}`);
  }

  /** Adds the names of the records. Call it last. */
  async load(): Promise<Refs> {
    for (const id of this.#records) {
      const local = await this.#device.store.records.get(id);
      if (!local) this.#addKnown(id);
      else {
        const { form, code } = local.record;
        this.refs[id] = { name: local.name || (code ?? id), form, code };
      }
    }
    return this.refs;
  }

  #addKnown(id: unknown): void {
    const known = typeof id === 'string' ? this.#known[id] : undefined;
    if (known) this.refs[id as string] ??= known;
  }

  #field(node: FieldNode, data: RecordData): void {
    if (node.columns) {
      const rows = data[node.name];
      if (Array.isArray(rows))
        for (const row of rows) if (row) for (const column of node.columns) this.#field(column, row as RecordData);
      return;
    }
    for (const property of node.properties)
      for (const id of idsOf(data[property])) {
        if (holdsPlaces(node) || node.def.places) this.addPlace(id);
        else if (holdsRecords(node)) this.addRecordId(id);
        else if (node.def.choices) this.addChoice(node.def.choices, id);
      }
  }
}
