/** What is drawn of each question, and who draws it: a state is replaced, never changed, so that it says what is new. */
import type { CompiledForm, FieldNode, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import type { Evaluation } from '../../core/form/evaluate.ts';

/** What an input is drawn from; the same object while only errors come and go. */
export interface FieldView {
  /** Its own stored properties. */
  values: RecordData;
  hidden: boolean;
  required: boolean;
  /** The answer asks for a problem. */
  flagged: boolean;
}

export interface FieldState extends FieldView {
  errors: RecordErrors;
  view: FieldView;
}

type Subscribe = (listener: () => void) => () => void;

export const NONE: RecordErrors = {};
const KINDS = ['hidden', 'required', 'flagged'] as const;

/** Names of the questions that another evaluation leaves otherwise. */
export function touched(form: CompiledForm, before: Evaluation, now: Evaluation): Set<string> {
  const found = new Set<string>();
  for (const name of new Set([...Object.keys(before.answers), ...Object.keys(now.answers)])) {
    const node = before.answers[name] === now.answers[name] ? undefined : form.byProperty.get(name);
    if (node) found.add(node.name);
  }
  for (const kind of KINDS)
    for (const name of new Set([...before[kind], ...now[kind]]))
      if (before[kind].has(name) !== now[kind].has(name)) found.add(name);
  return found;
}

export class FieldStates {
  private readonly states = new Map<string, FieldState>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly subscribers = new Map<string, Subscribe>();
  private readonly errorsOf: (name: string) => RecordErrors | undefined;

  constructor(errorsOf: (name: string) => RecordErrors | undefined) {
    this.errorsOf = errorsOf;
  }

  get(node: FieldNode, now: Evaluation): FieldState {
    let state = this.states.get(node.name);
    if (!state) {
      state = this.stateOf(node, viewOf(node, now));
      this.states.set(node.name, state);
    }
    return state;
  }

  /** Subscribes to this question alone; the same function at every call. */
  changes(name: string): Subscribe {
    let subscribe = this.subscribers.get(name);
    if (!subscribe) {
      const own = new Set<() => void>();
      this.listeners.set(name, own);
      subscribe = (listener) => {
        own.add(listener);
        return () => own.delete(listener);
      };
      this.subscribers.set(name, subscribe);
    }
    return subscribe;
  }

  /** Tells those who draw it, when it is another than before. */
  refresh(node: FieldNode, now: Evaluation): void {
    const before = this.states.get(node.name);
    if (!before) return;
    const view = viewOf(node, now);
    const isSame = node.properties.every((name) => before.values[name] === view.values[name]);
    if (isSame) view.values = before.values;
    const isSameView = isSame && KINDS.every((kind) => before[kind] === view[kind]);
    if (isSameView && before.errors === (this.errorsOf(node.name) ?? NONE)) return;
    this.states.set(node.name, this.stateOf(node, isSameView ? before.view : view));
    for (const listener of this.listeners.get(node.name) ?? []) listener();
  }

  private stateOf(node: FieldNode, view: FieldView): FieldState {
    return { ...view, errors: this.errorsOf(node.name) ?? NONE, view };
  }
}

function viewOf({ name, properties }: FieldNode, { answers, hidden, required, flagged }: Evaluation): FieldView {
  return {
    values: Object.fromEntries(properties.map((one) => [one, answers[one]])),
    hidden: hidden.has(name),
    required: required.has(name),
    flagged: flagged.has(name),
  };
}
