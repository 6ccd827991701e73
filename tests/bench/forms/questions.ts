/** A questionnaire of any length: the same questions for our form and for plain HTML. */
import type { Field, FieldTypeName, FormSource, JsonSchema, Text } from '../../../src/core/definitions/types.ts';

export interface Question {
  name: string;
  type: FieldTypeName;
  label: string;
  options?: string[];
}

const CYCLE: FieldTypeName[] = [
  'text',
  'rating',
  'integer',
  'choice',
  'yesno',
  'rating',
  'date',
  'longtext',
  'rating',
  'decimal',
];
const OPTIONS = ['river', 'well', 'pipe', 'tanker', 'spring', 'none'];
const CONTRACTS: Partial<Record<FieldTypeName, JsonSchema>> = {
  text: { type: 'string', minLength: 1, maxLength: 250 },
  longtext: { type: 'string', minLength: 1, maxLength: 5000 },
  integer: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  decimal: { type: 'number', minimum: 0 },
  rating: { type: 'string', enum: ['excellent', 'good', 'fair', 'bad', 'na'] },
  yesno: { type: 'string', enum: ['yes', 'no'] },
  choice: { type: 'string', enum: OPTIONS },
  date: { type: 'string', format: 'date' },
};

export function questions(count: number): Question[] {
  return Array.from({ length: count }, (_, index) => {
    const type = CYCLE[index % CYCLE.length]!;
    return {
      name: `q${index}`,
      type,
      label: `Question ${index + 1}: how was it on the day of the visit?`,
      ...(type === 'choice' && { options: OPTIONS }),
    };
  });
}

const words = (en: string): Text => ({ en, fa: en, ps: en });

/** Makes a form with ten questions a section. Every third question has a help text. */
export function questionnaire(count: number): FormSource {
  const all = questions(count);
  const fields: Record<string, Field> = {};
  for (const [index, { name, type, label, options }] of all.entries()) {
    fields[name] = {
      id: `q_bench_${index}`,
      type,
      label: words(label),
      ...(index % 3 === 0 && { help: words('Look yourself, then write what you saw.') }),
      ...(options && { options: options.map((value) => ({ value, label: words(value) })), 'ui:widget': 'select' }),
    } as Field;
  }
  const sections = [];
  for (let from = 0; from < count; from += 10) {
    sections.push({
      id: `s${from}`,
      title: words(`Section ${from / 10 + 1}`),
      fields: all.slice(from, from + 10).map((q) => q.name),
    });
  }
  return {
    definition: {
      form: `bench-${count}`,
      version: 1,
      kind: 'sheet',
      programme: 'bench',
      title: words('Bench'),
      plural: words('Bench'),
      paths: { list: '/bench', record: '/bench/:id' },
      api: { base: 'bench' },
      workflow: 'register',
      sections,
      fields,
      list: { columns: ['index'] },
      changes: { from: 0, note: words('First version') },
    } as unknown as FormSource['definition'],
    schema: {
      type: 'object',
      additionalProperties: false,
      required: all.map((q) => q.name),
      properties: Object.fromEntries(all.map((q) => [q.name, CONTRACTS[q.type]!])),
    },
  };
}
