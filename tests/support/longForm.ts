/** A form with very many questions, no two of them with the same rules. */
import type { Json } from '../api/http-stage.ts';
import { springSource } from './wells.ts';

/** Of four questions, one is a number, one has options, one is shown by a number, and one is a text. */
export function longSource(version: number, questions: number): Json {
  const source = springSource(1);
  const { definition, schema } = source;
  Object.assign(definition, { version, changes: { ...definition.changes, from: version - 1 } });
  for (let n = 0; n < questions; n += 1) {
    const label = { en: `Text ${n}`, fa: `متن ${n}`, ps: `متن ${n}` };
    const [name, id] = [`more${n}`, `q_spring_more_${n}`];
    const { field, rules } = (KINDS[n % KINDS.length] as Kind)(n, label);
    definition.fields[name] = { id, label, ...field };
    definition.sections[0].fields.push(name);
    schema.properties[name] = rules;
  }
  return source;
}

type Kind = (n: number, label: object) => { field: object; rules: object };

const KINDS: readonly Kind[] = [
  (n) => ({ field: { type: 'integer' }, rules: { type: 'integer', minimum: 0, maximum: 10_000 + n } }),
  (n, label) => {
    const options = [`a${n}`, `b${n}`, 'other'];
    return {
      field: { type: 'choice', options: options.map((value) => ({ value, label })) },
      rules: { type: 'string', enum: options },
    };
  },
  (n) => ({
    field: { type: 'text', visibleWhen: { field: `more${n - 2}`, is: { minimum: n } } },
    rules: { type: 'string', maxLength: 50 + n },
  }),
  (n) => ({ field: { type: 'text' }, rules: { type: 'string', maxLength: 50 + n } }),
];
