/** State of each question for rendering, with its listeners. States are replaced, never mutated, so React sees changes. */
import type { CompiledForm, FieldNode, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import type { Evaluation } from '../../core/form/evaluate.ts';

export interface FieldState {
  /** The question's own properties. */
  values: RecordData;
  hidden: boolean;
  required: boolean;
  /** The answer requires a problem to be described. */
  flagged: boolean;
  /** Values of the options that are offered; undefined if all are. */
  offered: readonly string[] | undefined;
  /** Ids of constraints that are not met and may be explained by a reason. */
  warnings: readonly string[] | undefined;
  errors: RecordErrors;
}

export const NO_ERRORS: RecordErrors = {};
const KINDS = ['hidden', 'required', 'flagged'] as const;
const LISTS = ['offered', 'warnings'] as const;

/** Returns the names of the questions that differ between two evaluations. */
export function changedQuestions(form: CompiledForm, before: Evaluation, now: Evaluation): Set<string> {
  const found = new Set<string>();
  for (const name of new Set([...Object.keys(before.answers), ...Object.keys(now.answers)])) {
    const node = before.answers[name] === now.answers[name] ? undefined : form.byProperty.get(name);
    if (node) found.add(node.name);
  }
  for (const kind of KINDS)
    for (const name of new Set([...before[kind], ...now[kind]]))
      if (before[kind].has(name) !== now[kind].has(name)) found.add(name);
  for (const kind of LISTS)
    for (const name of new Set([...before[kind].keys(), ...now[kind].keys()]))
      if (before[kind].get(name)?.join() !== now[kind].get(name)?.join()) found.add(name);
  return found;
}

/** State and listeners of one question that is in use. */
class Entry {
  state: FieldState | undefined;
  readonly listeners = new Set<() => void>();
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export class FieldStates {
  private readonly entries = new Map<string, Entry>();
  private readonly errorsOf: (name: string) => RecordErrors | undefined;

  constructor(errorsOf: (name: string) => RecordErrors | undefined) {
    this.errorsOf = errorsOf;
  }

  private entry(name: string): Entry {
    const entry = this.entries.get(name) ?? new Entry();
    this.entries.set(name, entry);
    return entry;
  }

  get(node: FieldNode, now: Evaluation): FieldState {
    const entry = this.entry(node.name);
    entry.state ??= this.stateOf(node, now);
    return entry.state;
  }

  /** Subscribes to this question only. Returns the same function at every call. */
  changes(name: string): Entry['subscribe'] {
    return this.entry(name).subscribe;
  }

  /** Notifies the listeners of this question if its state has changed. */
  refresh(node: FieldNode, now: Evaluation): void {
    const entry = this.entry(node.name);
    const before = entry.state;
    if (!before) return;
    const after = this.stateOf(node, now);
    const isSame = node.properties.every((name) => before.values[name] === after.values[name]);
    if (isSame) after.values = before.values;
    let isUnchanged = isSame && before.errors === after.errors;
    for (const kind of LISTS) {
      if (before[kind]?.join() === after[kind]?.join()) after[kind] = before[kind];
      else isUnchanged = false;
    }
    if (isUnchanged && KINDS.every((kind) => before[kind] === after[kind])) return;
    entry.state = after;
    for (const listener of entry.listeners) listener();
  }

  private stateOf({ name, properties }: FieldNode, now: Evaluation): FieldState {
    const { answers, hidden, required, flagged, offered, warnings } = now;
    return {
      values: Object.fromEntries(properties.map((one) => [one, answers[one]])),
      hidden: hidden.has(name),
      required: required.has(name),
      flagged: flagged.has(name),
      offered: offered.get(name),
      warnings: warnings.get(name),
      errors: this.errorsOf(name) ?? NO_ERRORS,
    };
  }
}
