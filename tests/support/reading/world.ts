/**
 * A world whose reports are read a second time, made over HTTP: records of every form that reports count, in three provinces and over
 * several months. Many of them are returned, handed in again, verified, archived, changed or deleted by different people on different
 * days, problems go on from visit to visit, sites move, some phones still have an earlier version of a form, questions get other words
 * meanwhile, and choices get other names, retire or turn out to be the same, as districts and villages do.
 */
import { v7 as uuid } from 'uuid';
import type { CompiledForm, RecordData } from '../../../src/core/definitions/types.ts';
import { orderDates } from '../../../src/server/demo/answers.ts';
import type { Answer, Person } from '../../api/permissions-cast.ts';
import { clockAt, type TestClock } from '../clock.ts';
import { Answerer } from '../everyForm.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { placesReport } from '../testReports.ts';
import { addVillages, mergeChoices, mergePlaces, RETIRED, rewordChoices, rewordQuestions } from '../worldChanges.ts';
import { BEGIN, Dice, FORMS, IN_TURN, OF_SITES, SITES, TODAY } from './plan.ts';

const WRITERS = ['admin', 'mande'];
interface Made {
  id: string;
  form: CompiledForm;
  data: RecordData;
}

/** A problem that a visit found. */
interface Found {
  id: string;
  type: string;
  found: string;
}

export interface World {
  server: TestServer;
  /** How often something was done, and how often it was refused, by what it was. */
  done: Record<string, number>;
  /** Choices that were merged, `list id`, with the id of the other; places by `place id`. */
  merged: ReadonlyMap<string, string>;
}

export interface WorldPlan {
  seed: number;
  /** English names. */
  provinces: readonly string[];
  /** How many records of each kind that the plan has, of 1. */
  share: number;
}

export async function makeWorld(database: string, plan: WorldPlan): Promise<World> {
  const clock = clockAt(`${BEGIN}T08:00:00+04:30`);
  const server = await startTestServer(database, { now: clock.now });
  const maker = new Maker({ server, clock, dice: new Dice(plan.seed), plan });
  await maker.run();
  return { server, done: maker.done, merged: maker.merged };
}

class Maker {
  readonly done: Record<string, number> = {};
  merged: ReadonlyMap<string, string> = new Map();
  readonly #made: Made[] = [];
  readonly #turns = new Map<string, { version: number; last: string }>();
  readonly #moved = new Map<string, RecordData>();
  readonly #taken = new Map<string, number>();
  #serial = 0;
  /** Problems by the site or project at which they were found. */
  readonly #known = new Map<string, Found[]>();
  readonly #days = new Map<string, Set<string>>();
  #at = Date.parse(`${BEGIN}T08:00:00+04:30`);

  readonly server: TestServer;
  readonly clock: TestClock;
  readonly dice: Dice;
  readonly plan: WorldPlan;

  constructor({ server, clock, dice, plan }: Pick<Maker, 'server' | 'clock' | 'dice' | 'plan'>) {
    this.server = server;
    this.clock = clock;
    this.dice = dice;
    this.plan = plan;
  }

  async run(): Promise<void> {
    const { registry } = this.server.services;
    const admin = this.server.person('admin');
    const count = (what: string, answer: Answer) => this.#count(what, answer);
    const places = [...registry.places().values()];
    const provinces = this.plan.provinces.map(
      (name) => places.find(({ level, name_en }) => level === 'province' && name_en === name)?.id as string,
    );
    await addVillages(this.server, provinces);
    const answerers = provinces.map((province, at) => {
      return new Answerer(this.server, admin, province, this.plan.seed * 1000 + at * 100, true);
    });
    const half = Math.floor(FORMS.length / 2);
    for (const [at, [name, each]] of FORMS.entries()) {
      if (at === half) {
        await rewordChoices(this.server, count);
        await rewordQuestions(this.server, count);
        await this.#move(answerers);
      }
      const form = registry.form(name) as CompiledForm;
      for (const answerer of answerers)
        for (let n = 0; n < Math.ceil(each * this.plan.share); n += 1) await this.#record(form, answerer);
    }
    for (const one of this.#made) await this.#live(one);
    const merged = await mergePlaces(this.server, provinces, count);
    const sites = answerers.flatMap((one) =>
      SITES.flatMap((name) => one.records(name).map((site) => ({ name, ...site }))),
    );
    for (const [at, { name, id, data }] of sites.entries())
      await this.#settle({ id, data, form: registry.form(name) as CompiledForm }, OF_SITES[at % OF_SITES.length]);
    this.merged = new Map([...merged, ...(await mergeChoices(this.server, count))]);
    const content = placesReport(this.merged);
    count('report', await admin.call('POST', `definitions/common/reports.${content.report}`, { content, hash: null }));
    await this.server.services.idle();
    this.clock.set(`${TODAY}T12:00:00+04:30`);
  }

  /** Time passes: the whole world is made within three weeks. */
  #pass(): void {
    const last = Date.parse(`${TODAY}T10:00:00+04:30`);
    this.#at = Math.min(last, this.#at + this.dice.below(3 * 3_600_000));
    this.clock.set(new Date(this.#at).toISOString());
  }

  #count(what: string, { status, body }: Answer): boolean {
    const key = status < 300 ? what : `${what} ${status} ${body.code}`;
    this.done[key] = (this.done[key] ?? 0) + 1;
    return status < 300;
  }

  #person(): Person {
    return this.server.person(this.dice.of(WRITERS));
  }

  async #record(newest: CompiledForm, answerer: Answerer): Promise<void> {
    this.#pass();
    const form = this.#version(newest);
    const { base } = form.definition.api;
    const by = this.#person();
    this.#serial += 1;
    const seed = this.plan.seed * 1000 + this.#serial;
    const data = this.#unique(form, await answerer.answers(form, by, seed, this.#inTurn(form)));
    const { date, parent, problems } = form.definition;
    const site = String(data[parent?.field ?? ''] ?? '');
    const day = this.#freshDay(site);
    const dated = orderDates(form, { ...data, ...(date && { [date]: day }) });
    const field = problems?.field;
    const said = field ? this.#problems(form, site, day) : [];
    const told = field
      ? { ...dated, [field]: [...((dated[field] as RecordData[]) ?? []), ...said.map(({ row }) => row)] }
      : dated;
    for (const body of [told, data]) {
      const answer = await by.call('POST', `${base}/store`, { ...body, form_version: form.version });
      if (!this.#count(`create ${form.form}`, answer)) continue;
      if (form !== newest) this.#count('earlier version', answer);
      this.#made.push({ id: answer.body.id, form, data: body });
      this.#turns.set(answer.body.id, { version: 1, last: by.id });
      if (body === told)
        this.#known.set(site, [...(this.#known.get(site) ?? []), ...said.flatMap(({ fresh }) => fresh ?? [])]);
      break;
    }
  }

  /** Every second phone has the first version of a form. */
  #version(newest: CompiledForm): CompiledForm {
    const [first = newest] = this.server.services.registry.versions(newest.form);
    return this.#serial % 2 === 0 ? first : newest;
  }

  #inTurn({ form }: CompiledForm): RecordData {
    const turn = this.#taken.get(form) ?? 0;
    this.#taken.set(form, turn + 1);
    const answers = Object.entries(IN_TURN[form] ?? {});
    return Object.fromEntries(answers.map(([name, values]) => [name, values[turn % values.length]]));
  }

  /** No two visits of a place are on one day, of which the last one written would decide. */
  #freshDay(site: string): string {
    if (site === '') return this.dice.day(280);
    const days = this.#days.get(site) ?? new Set();
    this.#days.set(site, days);
    let day = this.dice.day(280);
    while (days.has(day)) day = this.dice.day(280);
    days.add(day);
    return day;
  }

  /** Numbers that no two records may share. */
  #unique(form: CompiledForm, data: RecordData): RecordData {
    const next = { ...data };
    for (const { name, def } of form.fields.values()) {
      this.#serial += 1;
      if (def.unique && typeof next[name] === 'string') next[name] = `${next[name]}-${this.#serial}`;
    }
    return next;
  }

  /** What a visit says: problems that are new, and what became of those that were there before. */
  #problems(form: CompiledForm, site: string, day: string): { row: RecordData; fresh?: Found }[] {
    const known = this.#known.get(site) ?? [];
    const types = this.server.services.registry
      .choices(form.definition.problems?.types ?? '')
      .filter((_type, at) => at !== RETIRED);
    const before = known.filter(({ found }) => found <= day && this.dice.below(3) > 0);
    const fresh = Array.from({ length: 1 + this.dice.below(2) }, () => ({
      id: uuid(),
      type: this.dice.of(types).id,
      found: day,
    }));
    const rowOf = ({ id, type, found }: Found): RecordData => {
      const status = this.dice.of(['ongoing', 'ongoing', 'solved', 'solved', 'dropped', 'advocated']);
      return {
        ...{ id, problem_type_id: type, problem_details: 'As it was found', date_identified: found },
        problem_status_id: status,
        ...(status === 'solved' && { date_solved: day, resolution_steps: 'Mended' }),
      };
    };
    return [...before.map((one) => ({ row: rowOf(one) })), ...fresh.map((one) => ({ row: rowOf(one), fresh: one }))];
  }

  /** Somebody corrects what was entered of a site, and its record is decided. */
  async #settle({ id, form, data }: Made, action: string | undefined): Promise<void> {
    this.#pass();
    const { version = 1 } = this.#turns.get(id) ?? {};
    const { base } = form.definition.api;
    const kept = this.#moved.get(id) ?? data;
    const body = { ...kept, ...this.#inTurn(form), version };
    if (this.#count('edit', await this.server.person('admin').call('PUT', `${base}/${id}`, body)))
      this.#turns.set(id, { version: version + 1, last: this.server.person('admin').id });
    if (action) await this.#step(form, id, action);
  }

  /** Nobody verifies what they wrote. */
  async #step(form: CompiledForm, id: string, action: string): Promise<void> {
    this.#pass();
    const admin = this.server.person('admin');
    const turn = this.#turns.get(id) ?? { version: 1, last: admin.id };
    const by = turn.last === admin.id ? this.server.person('mande') : admin;
    const body = { id, action, comment: 'Look again' };
    const answer = await by.call('POST', `${form.definition.api.base}/change-record-status`, body);
    if (this.#count(action, answer)) this.#turns.set(id, { version: turn.version + 1, last: by.id });
  }

  /** What becomes of a record. */
  async #live({ id, form, data }: Made): Promise<void> {
    const { base } = form.definition.api;
    const step = (action: string) => this.#step(form, id, action);
    const lot = this.dice.below(18);
    if (lot === 0) {
      this.#pass();
      this.#count('delete', await this.server.person('admin').call('DELETE', `${base}/${id}`, {}));
    }
    if (lot === 1 || lot === 2) await step('return');
    if (lot === 3) for (const action of ['return', 'resubmit']) await step(action);
    if (lot === 4 || lot === 5) await step('archive');
    if (lot === 6 || lot === 7) await step('verify');
    if (lot === 8) for (const action of ['verify', 'return']) await step(action);
    if (lot === 9) {
      this.#pass();
      const version = this.#turns.get(id)?.version ?? 1;
      this.#count(
        'edit',
        await this.#person().call('PUT', `${base}/${id}`, { ...this.#corrected(form, data), version }),
      );
    }
  }

  /** A rating that was typed wrongly, or a remark. */
  #corrected(form: CompiledForm, data: RecordData): RecordData {
    const rated = [...form.fields.values()].find(({ type, name }) => type === 'rating' && data[name] === 'good');
    if (rated) return { ...data, [rated.name]: 'excellent' };
    const text = [...form.fields.values()].find(({ type }) => type === 'longtext');
    return text ? { ...data, [text.name]: `Corrected ${this.dice.below(1000)}` } : data;
  }

  /** Some sites turn out to lie in another province. */
  async #move(answerers: readonly Answerer[]): Promise<void> {
    const { registry } = this.server.services;
    for (const name of SITES) {
      const form = registry.form(name) as CompiledForm;
      const at = this.dice.below(answerers.length);
      const [moved] = answerers[at]?.records(name) ?? [];
      const [other] = answerers[(at + 1) % answerers.length]?.records(name) ?? [];
      if (!moved || !other) continue;
      const parts = form.fields.get(form.definition.place ?? '')?.properties ?? [];
      const place = Object.fromEntries(parts.map((part) => [part, other.data[part]]));
      this.#pass();
      const { base } = form.definition.api;
      const data = { ...moved.data, ...place };
      const answer = await this.server.person('admin').call('PUT', `${base}/${moved.id}`, { ...data, version: 1 });
      if (!this.#count('move', answer)) continue;
      this.#moved.set(moved.id, data);
      this.#turns.set(moved.id, { version: 2, last: this.server.person('admin').id });
    }
  }
}
