/**
 * Answers as they are stored: copied at the first change only, without empty texts and lists, and after one pass over the fields
 * with a condition or derivation, of a record or of a row.
 */
import type { FieldNode, RecordData } from '../definitions/types.ts';
import { isBlank } from '../text/letters.ts';

/** Answers that are copied at the first change. Without a change, `data` is the same object that was given. */
export class CopyOnWriteAnswers {
  data: RecordData;
  readonly #given: RecordData;

  constructor(given: RecordData) {
    this.data = given;
    this.#given = given;
  }

  /** Sets an answer; undefined removes it. */
  put(name: string, value: unknown): void {
    if (this.data[name] === value && (value !== undefined || !Object.hasOwn(this.data, name))) return;
    if (this.data === this.#given) this.data = { ...this.#given };
    if (value === undefined) delete this.data[name];
    else this.data[name] = value;
  }
}

/** Returns the answers of a record, or the cells of a row, without empty ones. Returns the same object if there were none. */
export function withoutEmptyAnswers(data: RecordData): RecordData {
  const answers = new CopyOnWriteAnswers(data);
  for (const [name, value] of Object.entries(data)) if (isBlank(value)) answers.put(name, undefined);
  return answers.data;
}

/**
 * Removes the answers of fields that do not exist, and puts the values that `valueFor` gives to derived fields and tables. Each
 * field must follow those it reads. Returns the names of the fields that are not shown. What is not shown to this person, or in
 * this state, or on this day, keeps its answer.
 */
export function applyDependentFields(
  dependent: readonly FieldNode[],
  answers: CopyOnWriteAnswers,
  isShown: (key: string) => boolean,
  valueFor?: (node: FieldNode) => unknown,
): Set<string> {
  const hidden = new Set<string>();
  for (const node of dependent) {
    if (node.visibleWhen && !isShown(node.visibleWhen)) hidden.add(node.name);
    if (node.existsWhen && !isShown(node.existsWhen)) {
      for (const property of node.properties) answers.put(property, undefined);
    } else if (valueFor && (node.def.derived || node.columns)) {
      answers.put(node.name, valueFor(node));
    }
  }
  return hidden;
}
