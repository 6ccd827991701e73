/**
 * Makes valid answers for any form from its definition and contract, for a running server. First it makes the records and
 * people that they refer to (with the roles and answers that the form requires of them) and uploads files. Then it answers
 * every visible question. The same seed gives the same answers. No form is named here.
 */
import type {
  CompiledForm,
  Condition,
  FieldNode,
  JsonSchema,
  RecordData,
  ValidatorModule,
} from '../../src/core/definitions/types.ts';
import { hiddenFields } from '../../src/core/form/index.ts';
import { holdsFiles } from '../../src/core/form/types/question.ts';
import { kabulDay } from '../../src/core/text/dates.ts';
import { type AnswerContext, generateAnswer, generateValidAnswers } from '../../src/server/demo/answers.ts';
import { type Random, seededRandom } from '../../src/server/demo/random.ts';
import type { Person } from '../api/permissions-cast.ts';
import { type Media, mediaOf, SAMPLES } from './media.ts';
import type { TestServer } from './server.ts';

/** Answers that another form requires of the records it refers to. */
type Wanted = Record<string, string>;

/** Number of attempts. The one that shows the most questions is used. */
const TRIES = 12;

export class Answerer {
  readonly #server: TestServer;
  readonly #keeper: Person;
  readonly #made = new Map<string, { id: string; data: RecordData }[]>();
  readonly #making = new Set<string>();
  readonly #province: string;
  readonly #isQuick: boolean;
  #seed: number;

  /**
   * `keeper` creates the records that others refer to, with seeds after `seed`. All are in the province. `isQuick`: the first answers
   * will do, with the files that are required.
   */
  constructor(server: TestServer, keeper: Person, provinceId: string, seed = 1000, isQuick = false) {
    this.#server = server;
    this.#keeper = keeper;
    this.#province = provinceId;
    this.#seed = seed;
    this.#isQuick = isQuick;
  }

  forms(): CompiledForm[] {
    return this.#server.services.registry.forms();
  }

  /** Returns the records of this form that were made for others to refer to. */
  records(form: string): readonly { id: string; data: RecordData }[] {
    return this.#made.get(form) ?? [];
  }

  /** Returns valid answers. `by` uploads the files. `given` answers stay as they are. */
  async answers(form: CompiledForm, by: Person, seed: number, given: RecordData = {}): Promise<RecordData> {
    await this.#prepare(form);
    const validator = await this.#server.services.registry.validator(form);
    const files = await this.#files(form, by);
    let best: RecordData | undefined;
    let most = -1;
    for (let attempt = 0; attempt < (this.#isQuick ? 1 : TRIES); attempt++) {
      const made = this.#attempt(form, validator, seed * TRIES + attempt, files, given);
      const shown =
        form.fields.size - hiddenFields(form, validator, made, { today: kabulDay(this.#server.services.now()) }).size;
      if (shown > most) [best, most] = [made, shown];
      if (most === form.fields.size) break;
    }
    return best as RecordData;
  }

  #attempt(
    form: CompiledForm,
    validator: ValidatorModule,
    seed: number,
    files: FileIds,
    given: RecordData,
  ): RecordData {
    const context = this.#context(seededRandom(seed + 1), files);
    const data: RecordData = { ...given };
    for (const node of form.fields.values()) {
      if (node.def.derived || node.type === 'note' || node.type === 'problems') continue;
      if (node.properties.some((name) => name in given)) continue;
      Object.assign(data, this.#answer(node, data, context));
    }
    return generateValidAnswers(form, validator, data, context);
  }

  #answer(node: FieldNode, data: RecordData, context: AnswerContext): RecordData {
    const { record, person } = node.def;
    if (!record && !person) return generateAnswer(node, context);
    const wanted = record?.where ?? {};
    const roles = person?.roles;
    const same = Object.entries(record?.same ?? {});
    const sharing = (of: RecordData, answers: RecordData) =>
      same.every(([theirs, ours]) => of[theirs] === answers[ours]);
    const fits = ({ data: of }: { data: RecordData }) =>
      Object.entries(wanted).every(([name, value]) => of[name] === value) &&
      (!roles || roles.includes(String(of.role)));
    const fitting = ((record ?? person)?.forms?.flatMap((form) => this.#made.get(form) ?? []) ?? []).filter(fits);
    const [first] = fitting;
    // If no record shares the answers given so far, these answers change to those of the first fitting record.
    const isShared = fitting.some(({ data: of }) => sharing(of, data));
    const shared: RecordData =
      isShared || !first ? {} : Object.fromEntries(same.map(([theirs, ours]) => [ours, first.data[theirs]]));
    const ids = fitting.filter(({ data: of }) => sharing(of, { ...data, ...shared })).map(({ id }) => id);
    return { ...shared, ...generateAnswer(node, { ...context, idsOf: () => ids }) };
  }

  #context(random: Random, files: FileIds): AnswerContext {
    const { registry, now } = this.#server.services;
    const places = [...registry.places().values()];
    const districts = places.filter((place) => place.parent_id === this.#province);
    const district = random.pick(districts);
    const villages = places.filter((place) => place.parent_id === district.id);
    let next = random.whole(0, files.size);
    return {
      random: random,
      registry,
      today: new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10),
      province_id: this.#province,
      district_id: district.id,
      village_id: villages.length > 0 ? random.pick(villages).id : null,
      point:
        district.latitude !== null && district.longitude !== null
          ? { latitude: district.latitude, longitude: district.longitude }
          : { latitude: 34.8, longitude: 67.8 },
      idsOf: (forms) => forms.flatMap((form) => (this.#made.get(form) ?? []).map(({ id }) => id)),
      fileFor(node) {
        const ids = files.get(mediaOf(node)) ?? [];
        next += 1;
        return ids[next % ids.length];
      },
    };
  }

  /** Makes the records that the form refers to, with every answer and role that any form requires of them. */
  async #prepare(form: CompiledForm): Promise<void> {
    for (const name of new Set([...form.fields.values()].flatMap(pointedTo))) await this.#ensure(name);
  }

  async #ensure(name: string): Promise<void> {
    if (this.#made.has(name) || this.#making.has(name)) return;
    const form = this.#server.services.registry.form(name);
    if (!form) throw new Error(`there is no form ${name}`);
    this.#making.add(name);
    const made: { id: string; data: RecordData }[] = [];
    for (const wanted of this.#wantedOf(name)) {
      this.#seed += 1;
      const data = await this.answers(form, this.#keeper, this.#seed, wanted);
      const { id } = await this.#keeper.must('POST', form.definition.api.base, data);
      made.push({ id, data });
    }
    this.#made.set(name, made);
    this.#making.delete(name);
  }

  /** Returns what forms require of records of this form, each once, and two entries without requirements. */
  #wantedOf(name: string): Wanted[] {
    const wanted = new Map<string, Wanted>([
      ['', {}],
      [' ', {}],
    ]);
    for (const form of this.forms())
      for (const node of form.fields.values()) {
        const { record, person } = node.def;
        if (record?.where && record.forms.includes(name)) wanted.set(JSON.stringify(record.where), record.where);
        if (person?.forms?.includes(name))
          for (const role of person.roles ?? []) wanted.set(JSON.stringify({ role }), { role });
      }
    return [...wanted.values()];
  }

  async #files(form: CompiledForm, by: Person): Promise<FileIds> {
    const nodes = [...form.fields.values()].flatMap((node) => [node, ...(node.columns ?? [])]);
    const kinds = nodes.filter((node) => holdsFiles(node) && (node.required || !this.#isQuick)).map(mediaOf);
    const files = new Map<Media, string[]>();
    // One more of each kind than there are questions.
    for (const kind of [...new Set(kinds), ...kinds])
      files.set(kind, [...(files.get(kind) ?? []), await upload(by, kind)]);
    return files;
  }
}

/** Ids of uploaded files by their kind. */
type FileIds = ReadonlyMap<Media, readonly string[]>;

/** Returns the forms that a question refers to. */
function pointedTo(node: FieldNode): readonly string[] {
  return [
    ...(node.def.record?.forms ?? []),
    ...(node.def.person?.forms ?? []),
    ...(node.columns ?? []).flatMap(pointedTo),
  ];
}

/** Returns answers under which these questions are asked. An undefined answer means that the question is left open. */
export function opening(form: CompiledForm, names: readonly string[]): RecordData {
  const data: RecordData = {};
  const open = (condition: Condition | undefined): void => {
    if (!condition) return;
    if ('all' in condition) condition.all.forEach(open);
    else if ('any' in condition) open(condition.any[0]);
    else if ('not' in condition) {
      if ('field' in condition.not) data[condition.not.field] ??= undefined;
    } else if ('field' in condition) {
      const { const: only, enum: some, contains } = condition.is as JsonSchema;
      const value = only ?? (some as unknown[] | undefined)?.[0];
      const inside = (contains as JsonSchema | undefined)?.const;
      if (value !== undefined) data[condition.field] ??= value;
      else if (inside !== undefined) data[condition.field] = [...((data[condition.field] as unknown[]) ?? []), inside];
    }
  };
  for (const name of names) open(form.fields.get(name)?.def.visibleWhen);
  return data;
}

/** Uploads a small file as this person and returns its id. */
async function upload(by: Person, kind: Media): Promise<string> {
  const parts = new FormData();
  parts.append('file', new Blob([new Uint8Array(SAMPLES[kind])]), 'sample');
  return (await by.must('POST', 'files', parts)).id;
}
