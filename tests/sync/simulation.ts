/**
 * One schedule of the simulation: three devices and two people online work on the same records, while requests are cut, repeated
 * and delayed, programs are killed and clocks jump. The same seed makes the same schedule.
 */
import { v7 as uuid } from 'uuid';
import { compileForm } from '../../src/core/definitions/compile.ts';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { migrateAnswers } from '../../src/core/definitions/versions/migrate.ts';
import type { StoredRecord } from '../../src/core/records/types.ts';
import { mergeOperation, resolveConflict } from '../../src/core/sync/conflicts.ts';
import type { MergeChoices } from '../../src/core/sync/merge.ts';
import type { LocalRecord, Operation, OperationKind, SyncReason } from '../../src/core/sync/types.ts';
import { type Random, seededRandom } from '../../src/server/demo/random.ts';
import { rowFor } from '../support/problem.ts';
import { Device, type Fault, type Trouble } from './device.ts';
import { Entries } from './entries.ts';
import type { Lab } from './lab.ts';
import { labSources } from './labForms.ts';
import type { Name } from './labPeople.ts';
import { everyRecord, moveOn } from './labTransport.ts';

const DEVICES: readonly Name[] = ['one', 'two', 'three'];
const ONLINE: readonly Name[] = ['online', 'chief'];
const ACTIONS = { create: 14, edit: 30, transition: 8, remove: 4, online: 18, sync: 34, clock: 3, late: 5, publish: 3 };

/** Both versions of the visit, as people online have them. */
const VERSIONS = labSources(true)
  .forms.filter(({ definition }) => definition.form === 'visit')
  .map((source) => compileForm({ ...source, ...rowFor(source.definition) }));

export class Simulation {
  readonly seed: number;
  readonly prefix: string;
  readonly devices: Device[];
  readonly entries: Entries;
  /** Writes of people online by record. */
  readonly online = new Map<string, number>();
  /** Records whose creation a device or a person online began. */
  readonly created = new Set<string>();
  /** Why changes failed, each with its operation. */
  readonly failures = new Map<string, { reason: SyncReason; words: string }>();
  /** What happened, for a failing seed. */
  readonly told: string[] = [];
  readonly #lab: Lab;
  readonly #random: Random;
  #isPublished: boolean;

  constructor(lab: Lab, seed: number, fault?: Fault) {
    this.#lab = lab;
    this.seed = seed;
    this.prefix = `s${seed}-${Date.now().toString(36)}-`;
    this.#random = seededRandom(seed);
    this.entries = new Entries(this.#random, this.prefix);
    this.#isPublished = lab.publish === undefined;
    this.devices = DEVICES.map((name) => new Device(lab, name, this.prefix, fault));
  }

  async run(): Promise<void> {
    await moveOn(this.#lab, DEVICES);
    await this.#createOnline();
    for (const device of this.devices) {
      await device.prepare();
      await device.sync();
    }
    const steps = this.#random.whole(12, 30);
    for (let at = 0; at < steps; at += 1) await this.#act(this.#random.pick(this.devices));
    await this.#quieten();
  }

  #tell(words: string): void {
    this.told.push(words);
  }

  async #act(device: Device): Promise<void> {
    const action = this.#random.weighted(ACTIONS);
    if (action === 'create') await this.#create(device);
    else if (action === 'edit') await this.#edit(device);
    else if (action === 'transition') await this.#simple(device, 'transition');
    else if (action === 'remove') await this.#simple(device, 'remove');
    else if (action === 'online') await this.#actOnline();
    else if (action === 'clock') device.clock = this.#random.whole(-400, 400) * 86_400_000;
    else if (action === 'late') await device.deliver();
    else if (action === 'publish') await this.#publish();
    else {
      const isDone = await device.sync(this.#trouble(device));
      this.#tell(`${device.name} syncs${isDone ? '' : ', in part'}`);
      await this.#noteFailures(device);
      if (this.#random.percent(30)) await this.#decide(device);
    }
  }

  async #publish(): Promise<void> {
    if (this.#isPublished) return;
    this.#isPublished = true;
    await this.#lab.publish?.();
    this.#tell('the second version is published');
  }

  async #noteFailures({ name, store }: Device): Promise<void> {
    for (const { id, kind, record_id, state } of await store.operations.all()) {
      if (state.is !== 'failed') continue;
      const { reason, status, code, message, errors } = state.failure;
      const words = `${name}: ${kind} of ${record_id} failed: ${reason} ${status} ${code} ${message} ${JSON.stringify(errors ?? {})}`;
      this.failures.set(id, { reason, words });
    }
  }

  #trouble(device: Device): Trouble {
    const random = this.#random;
    const isBad = random.percent(70);
    return {
      random,
      lives: random.percent(40) ? random.whole(1, 120) : Number.POSITIVE_INFINITY,
      cut: isBad ? 12 : 0,
      twice: isBad ? 10 : 0,
      kills: 10,
      meanwhile: async () => {
        if (!this.#isPublished && random.percent(20)) return this.#publish();
        return random.percent(60) ? this.#edit(device) : this.#actOnline();
      },
    };
  }

  /** A record that the person can change: nothing of it failed or waits for a decision. */
  async #choose(device: Device, forms: readonly string[]): Promise<LocalRecord | undefined> {
    const stuck = (await device.store.operations.all()).filter(({ state }) => state.is !== 'waiting');
    const versions = await device.versions();
    const isFree = ({ record }: LocalRecord) =>
      record.deleted_at === null &&
      (record.form === 'site' || versions.includes(record.form_version)) &&
      !stuck.some(({ record_id }) => record_id === record.id);
    const all = await Promise.all(forms.map((form) => device.store.records.ofForm(form)));
    const free = all.flat().filter(isFree);
    return free.length > 0 ? this.#random.pick(free) : undefined;
  }

  async #create(device: Device): Promise<void> {
    const isSite = this.#random.percent(25);
    const parent = isSite ? undefined : await this.#choose(device, ['site']);
    const id = this.entries.id();
    const operation = uuid();
    const form_version = isSite ? 1 : await this.#version(device);
    if (!isSite && !parent) return;
    const data: RecordData = isSite
      ? { title: this.entries.token(id, operation), province_id: this.#lab.province }
      : { visit_date: '2026-05-20', site_id_answer: parent?.record.id };
    if (!isSite)
      Object.assign(data, await this.entries.answers({ store: device.store, record: id, operation, form_version }, {}));
    const record = this.#newRecord(device, { id, form: isSite ? 'site' : 'visit', form_version, data, parent });
    const body = { ...data, form_version };
    await this.#add(device, { id: operation, kind: 'create', body, base: null }, { record, name: id, refs: {} });
    this.created.add(id);
  }

  #newRecord(
    device: Device,
    {
      parent,
      ...of
    }: { id: string; form: string; form_version: number; data: RecordData; parent: LocalRecord | undefined },
  ): StoredRecord {
    const by = this.#lab.people[device.name].id;
    const site = parent?.record.id ?? null;
    const at = device.now();
    return {
      ...of,
      ...{ code: null, state: 'submitted', parent_id: site, site_id: site, province_id: this.#lab.province },
      ...{ district_id: null, village_id: null, organization_id: null, version: 0, created_by: by, created_at: at },
      ...{
        created_sent_by: null,
        edited_sent_by: null,
        edited_by: by,
        updated_by: by,
        updated_at: at,
        captured_at: at,
        started_at: null,
        device_id: null,
        deleted_at: null,
      },
    };
  }

  /** The newest version that the device has, or the one before, in which a draft was begun. */
  async #version(device: Device): Promise<number> {
    const versions = await device.versions();
    return this.#random.percent(60) ? (versions.at(-1) as number) : this.#random.pick(versions);
  }

  async #edit(device: Device): Promise<void> {
    const local = await this.#choose(device, ['site', 'visit', 'visit', 'visit']);
    if (!local) return;
    const { record } = local;
    const operation = uuid();
    const { form_version, data } = await this.#changed(device, record, operation);
    const body = { ...data, form_version };
    const by = this.#lab.people[device.name].id;
    const at = device.now();
    const next = { ...record, form_version, data, edited_by: by, updated_by: by, updated_at: at };
    await this.#add(device, { id: operation, kind: 'update', body, base: baseFrom(local) }, { ...local, record: next });
  }

  /** Returns the answers after a change, in the version of the record or in the newest one that the device has. */
  async #changed(device: Device, record: StoredRecord, operation: string) {
    const { id, form, form_version: own, data } = record;
    if (form === 'site') return { form_version: own, data: { ...data, pupils: this.#random.whole(0, 9_000) } };
    const newest = (await device.versions()).at(-1) as number;
    const form_version = newest > own && this.#random.percent(30) ? newest : own;
    const before = migrateAnswers(data, await device.forms(form, own, form_version), own, form_version).data;
    const by = { store: device.store, record: id, operation, form_version };
    return { form_version, data: { ...before, ...(await this.entries.answers(by, before)) } };
  }

  /** Takes a step of the workflow, or removes a record. */
  async #simple(device: Device, kind: 'transition' | 'remove'): Promise<void> {
    const local = await this.#choose(device, ['visit']);
    if (!local) return;
    const { record } = local;
    const isBack = record.state === 'verified';
    const body: Record<string, unknown> =
      kind === 'remove' ? {} : isBack ? { action: 'send-back', comment: 'Look again' } : { action: 'verify' };
    const next =
      kind === 'remove'
        ? { ...record, deleted_at: device.now() }
        : { ...record, state: isBack ? 'returned' : 'verified' };
    await this.#add(device, { id: uuid(), kind, body, base: baseFrom(local) }, { ...local, record: next });
  }

  async #add(
    device: Device,
    of: { id: string; kind: OperationKind; body: Record<string, unknown>; base: Operation['base'] },
    local: LocalRecord,
  ): Promise<void> {
    const { record } = local;
    const files = [...new Set(JSON.stringify(of.body).match(/local:[0-9a-f-]+/g) ?? [])];
    const place = { form: record.form, record_id: record.id, parent_id: record.parent_id };
    const state = { is: 'waiting', attempts: 0 } as const;
    await device.store.operations.add({ ...of, ...place, files, captured_at: device.now(), state }, local);
    this.#tell(`${device.name}: ${of.kind} of ${record.id}`);
  }

  async #createOnline(): Promise<void> {
    const person = this.#lab.people.chief;
    const site = this.entries.id();
    const title = this.entries.token(site);
    const answer = await person.must('POST', 'sites/store', {
      client_id: site,
      title,
      province_id: this.#lab.province,
    });
    this.#count(answer.id);
    for (let left = 2; left > 0; left -= 1) {
      const id = this.entries.id();
      const remarks = this.entries.token(id);
      const body = { client_id: id, form_version: 1, visit_date: '2026-05-20', site_id_answer: site, remarks };
      this.#count((await person.must('POST', 'visit/store', body)).id);
    }
  }

  #count(id: string): void {
    this.created.add(id);
    this.online.set(id, (this.online.get(id) ?? 0) + 1);
  }

  /** Somebody online changes a record, in the newest version of its form or in its own. */
  async #actOnline(): Promise<void> {
    const name = this.#random.pick(ONLINE);
    const person = this.#lab.people[name];
    const records = [...(await everyRecord(this.#lab, name, this.created)).values()].filter(
      ({ form }) => form === 'visit',
    );
    const record = records.length > 0 ? this.#random.pick(records) : undefined;
    if (!record) return;
    const { id, version } = record;
    const action = this.#random.weighted({ edit: 70, transition: 20, remove: 4 });
    if (action === 'edit') {
      const form_version = this.#isPublished && this.#random.percent(30) ? 2 : record.form_version;
      const before = migrateAnswers(record.data, VERSIONS, record.form_version, form_version).data;
      const undo = this.entries.undo();
      const data = { ...before, ...(await this.entries.answers({ record: id, form_version }, before)) };
      const answer = await person.call('PUT', `visit/${id}`, { ...data, version, form_version });
      if (answer.status === 200) this.#count(id);
      else undo();
    } else if (action === 'transition') {
      const step = record.state === 'verified' ? { action: 'send-back', comment: 'Look again' } : { action: 'verify' };
      const answer = await person.call('POST', 'visit/change-record-status', { record_id: id, version, ...step });
      if (answer.status === 200) this.#count(id);
    } else {
      const answer = await person.call('DELETE', `visit/${id}?version=${version}`);
      if (answer.status === 200) this.#count(id);
    }
    this.#tell(`${name} online: ${action} of ${id}, version ${version}`);
  }

  /** The person decides about conflicts, and repeats or gives up what failed. */
  async #decide(device: Device): Promise<void> {
    const { store } = device;
    for (const operation of await store.operations.all()) {
      if (operation.state.is === 'conflict' && this.#random.percent(70)) await this.#resolve(device, operation);
      else if (operation.state.is === 'failed' && this.#random.percent(50))
        await store.operations.put({ ...operation, state: { is: 'waiting', attempts: 0 } });
      else if (operation.state.is !== 'waiting' && this.#random.percent(50)) await this.#giveUp(device, operation);
    }
  }

  async #resolve({ store, forms, name }: Device, operation: Operation): Promise<void> {
    const choices: Record<string, 'mine' | 'theirs'> = {};
    const theirs = operation.state.is === 'conflict' ? operation.state.theirs.data : {};
    if (operation.kind === 'update' && operation.state.is === 'conflict') {
      const merge = await mergeOperation(operation, operation.state.theirs, forms);
      for (const { node, isConflict } of merge.questions)
        if (isConflict) choices[node.name] = this.#random.percent(50) ? 'mine' : 'theirs';
    }
    const resolved = await resolveConflict(operation, choices as MergeChoices, forms);
    this.entries.decide(operation.body, resolved.body);
    this.entries.leaveOut(resolved.body);
    if (operation.kind === 'update') this.entries.decide(theirs, resolved.body);
    await store.operations.put(resolved);
    this.#tell(`${name} decides about ${operation.kind} of ${operation.record_id}`);
  }

  /** Gives up an operation and what depends on it. */
  async #giveUp({ store, name }: Device, operation: Operation): Promise<void> {
    const all = await store.operations.all();
    const gone = all.filter(
      (one) =>
        one.seq >= operation.seq && (one.record_id === operation.record_id || one.parent_id === operation.record_id),
    );
    for (const one of gone.reverse()) {
      this.entries.decide(one.body, '');
      const local = await store.records.get(one.record_id);
      await store.operations.discard(one.id, one.record_id, local?.server && { ...local, record: local.server });
      this.#tell(`${name} gives up ${one.kind} of ${one.record_id}`);
    }
  }

  /** The network and the clocks are good again, and everybody sends everything and decides. */
  async #quieten(): Promise<void> {
    for (const device of this.devices) await device.deliver();
    for (let round = 0; round < 3; round += 1) {
      for (const device of this.devices) {
        await device.sync();
        await this.#noteFailures(device);
        if (round < 2) await this.#decide(device);
      }
    }
    for (const device of this.devices) await device.deliver();
    for (const device of this.devices) await device.sync();
  }
}

function baseFrom({ record, server }: LocalRecord) {
  const { form_version, state, data } = record;
  return { version: server?.version ?? 1, form_version, state, data };
}
