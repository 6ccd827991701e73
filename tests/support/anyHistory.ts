/**
 * Random histories of a form: in each version questions are added, reworded, renamed, removed, split, merged, moved, or lose
 * an option. Beside the definitions it keeps a plain account of what each record must read as in the newest version.
 */
import type { FormSource } from '../../src/core/definitions/types.ts';
import type { Random } from '../../src/server/demo/random.ts';

export interface Question {
  id: string;
  name: string;
  label: string;
  type: 'text' | 'choice' | 'multi';
  options: string[];
  section: 0 | 1;
}

type Answer = string | string[];

export interface Recorded {
  id: string;
  /** What the newest version must show, by question id. */
  reads: Map<string, Answer>;
  /** Answers that the newest version has no place for: for each the texts of which an export must hold one. */
  lost: string[][];
}

type Migrate = {
  rename?: object;
  map?: Record<string, Record<string, string | null>>;
  drop?: Record<string, object>;
} & {
  split?: Record<string, string[]>;
  merge?: Record<string, string[]>;
};

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

export class History {
  readonly form: string;
  version = 1;
  questions: Question[] = [];
  readonly records: Recorded[] = [];
  readonly #random: Random;
  #migrate: Migrate = {};
  #made = 0;
  /** Options by the option that took their answers. */
  readonly #became = new Map<string, string[]>();

  constructor(form: string, random: Random) {
    this.form = form;
    this.#random = random;
    for (let at = 0; at < 5; at++) this.#add();
  }

  /** The newest version as a source. */
  source(): FormSource {
    const { form, version, questions } = this;
    const schemaOf = ({ type, options }: Question) => {
      if (type === 'text') return { type: 'string', maxLength: 250 };
      if (type === 'choice') return { type: 'string', enum: options };
      return { type: 'array', items: { type: 'string', enum: options }, uniqueItems: true };
    };
    return {
      definition: {
        form,
        version,
        kind: 'record',
        programme: 'schools',
        title: words(form),
        plural: words(form),
        code: { pattern: `${form.toUpperCase().replaceAll('-', '')}_{seq}` },
        paths: { list: `/${form}`, record: `/${form}/:id` },
        api: { base: form },
        workflow: 'verified-record',
        sections: [0, 1].map((at) => ({
          id: `part${at}`,
          title: words(`Part ${at}`),
          fields: questions.filter(({ section }) => section === at).map(({ name }) => name),
        })),
        fields: Object.fromEntries(
          questions.map(({ id, name, label, type, options }) => [
            name,
            { id, type, label: words(label), ...(type !== 'text' && { options: options.map(optionOf) }) },
          ]),
        ),
        list: {
          columns: ['code', ...questions.map(({ name }) => name)],
          filters: questions.filter(({ type }) => type !== 'multi').map(({ name }) => name),
        },
        ...(version > 1 && Object.keys(this.#migrate).length > 0 && { migrate: this.#migrate }),
        changes: { from: version - 1, note: words(`Version ${version}`) },
      } as unknown as FormSource['definition'],
      schema: {
        type: 'object',
        additionalProperties: false,
        required: [],
        properties: Object.fromEntries(questions.map((question) => [question.name, schemaOf(question)])),
      },
    };
  }

  /** Random answers to most of the questions of the newest version, by stored name. */
  answers(): Record<string, Answer> {
    const given = this.questions.flatMap((question) => {
      if (this.#random.next() < 0.2) return [];
      return [[question.name, this.#answer(question)] as const];
    });
    return Object.fromEntries(given);
  }

  recorded(id: string, answers: Record<string, Answer>): void {
    const reads = new Map<string, Answer>();
    for (const { id: question, name } of this.questions) {
      const answer = answers[name];
      if (answer !== undefined) reads.set(question, answer);
    }
    this.records.push({ id, reads, lost: [] });
  }

  /** Makes the next version out of a few changes. Each touches questions that no other change of this version touches. */
  next(): void {
    this.version++;
    this.#migrate = {};
    const untouched = this.#shuffled(this.questions);
    const changes = [this.#reword, this.#rename, this.#remove, this.#narrow, this.#split, this.#merge, this.#move];
    for (const change of this.#shuffled(changes).slice(0, 4)) {
      if (this.questions.length < 4) break;
      change.call(this, untouched);
    }
    if (this.#random.next() < 0.7 || this.questions.length < 4) this.#add();
  }

  #reword(untouched: Question[]): void {
    const question = untouched.pop();
    if (question) question.label = `${question.label}, reworded`;
  }

  /** Sometimes another question takes the old name at once. */
  #rename(untouched: Question[]): void {
    const question = untouched.pop();
    if (!question) return;
    const before = question.name;
    question.name = `n${++this.#made}`;
    if (this.#random.next() < 0.4) this.questions.push({ ...this.#new(), name: before });
  }

  #remove(untouched: Question[]): void {
    const question = untouched.pop();
    if (!question) return;
    this.#leave(question, (answer, record) => record.lost.push(...this.#saidAs(question, answer)));
    this.#migrate.drop = { ...this.#migrate.drop, [question.name]: words('No longer asked') };
  }

  /** Takes an option away; its answers become another option or none. */
  #narrow(untouched: Question[]): void {
    const at = untouched.findIndex(({ type, options }) => type !== 'text' && options.length > 2);
    const [question] = at < 0 ? [] : untouched.splice(at, 1);
    if (!question) return;
    const gone = question.options.pop() as string;
    const becomes = this.#random.next() < 0.5 ? (question.options[0] as string) : null;
    if (becomes) this.#became.set(becomes, [...(this.#became.get(becomes) ?? []), gone]);
    this.#migrate.map = { ...this.#migrate.map, [question.name]: { [gone]: becomes } };
    for (const record of this.records) {
      const answer = record.reads.get(question.id);
      if (answer === undefined || ![answer].flat().includes(gone)) continue;
      if (becomes === null) record.lost.push(this.#labelsOf(gone));
      const kept = [...new Set([answer].flat().flatMap((one) => (one === gone ? (becomes ?? []) : one)))];
      if (kept.length === 0) record.reads.delete(question.id);
      else record.reads.set(question.id, Array.isArray(answer) ? kept : (kept[0] as string));
    }
  }

  #split(untouched: Question[]): void {
    const question = untouched.pop();
    if (!question) return;
    const parts = [0, 1].map(() => ({ ...this.#new(), type: question.type, options: [...question.options] }));
    this.#leave(question, (answer, { reads }) => {
      for (const { id } of parts) reads.set(id, answer);
    });
    this.questions.push(...parts);
    this.#migrate.split = { ...this.#migrate.split, [question.name]: parts.map(({ name }) => name) };
  }

  #merge(untouched: Question[]): void {
    const first = untouched.pop();
    const at = untouched.findIndex(({ type }) => type === first?.type);
    const [second] = at < 0 ? [] : untouched.splice(at, 1);
    if (!first || !second) return;
    const whole = { ...this.#new(), type: first.type, options: [...new Set([...first.options, ...second.options])] };
    for (const question of [first, second]) {
      this.#leave(question, (answer, { reads, lost }) => {
        const before = reads.get(whole.id);
        if (before === undefined) reads.set(whole.id, answer);
        else if (Array.isArray(before)) reads.set(whole.id, [...new Set([...before, ...answer])]);
        else lost.push(...this.#saidAs(question, answer));
      });
    }
    this.questions.push(whole);
    this.#migrate.merge = { ...this.#migrate.merge, [whole.name]: [first.name, second.name] };
  }

  #move(untouched: Question[]): void {
    const question = untouched.pop();
    if (question) question.section = question.section === 0 ? 1 : 0;
  }

  #add(): void {
    this.questions.push(this.#new());
  }

  #new(): Question {
    const at = ++this.#made;
    const type = (['text', 'choice', 'multi'] as const)[Math.floor(this.#random.next() * 3)] ?? 'text';
    return {
      id: `q_${this.form.replaceAll('-', '_')}_${at}`,
      name: `n${at}`,
      label: `Question ${at}`,
      type,
      options: type === 'text' ? [] : [1, 2, 3, 4].map((one) => `o${at}x${one}`),
      section: this.#random.next() < 0.5 ? 0 : 1,
    };
  }

  /** Takes a question out of the form and hands each answer to it on. */
  #leave(question: Question, each: (answer: Answer, record: Recorded) => void): void {
    this.questions = this.questions.filter((one) => one !== question);
    for (const record of this.records) {
      const answer = record.reads.get(question.id);
      record.reads.delete(question.id);
      if (answer !== undefined) each(answer, record);
    }
  }

  #answer({ type, options }: Question): Answer {
    if (type === 'text') return `text ${++this.#made} here`;
    const chosen = this.#shuffled(options);
    return type === 'choice' ? (chosen[0] as string) : chosen.slice(0, 2);
  }

  #saidAs(question: Question, answer: Answer): string[][] {
    return question.type === 'text' ? [[answer as string]] : [answer].flat().map((option) => this.#labelsOf(option));
  }

  /** Labels of an option and of those that became it: the record was given one of them. */
  #labelsOf(option: string): string[] {
    return [labelOf(option), ...(this.#became.get(option) ?? []).flatMap((one) => this.#labelsOf(one))];
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => ({ one, at: this.#random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
  }
}

/** Texts of an answer as an export shows them in English. */
export function textsOf({ type }: Pick<Question, 'type'>, answer: Answer): string[] {
  return type === 'text' ? [answer as string] : [answer].flat().map(labelOf);
}

function optionOf(value: string) {
  return { value, label: words(labelOf(value)) };
}

function labelOf(option: string): string {
  return `Option ${option}.`;
}
