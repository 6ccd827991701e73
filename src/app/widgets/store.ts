/**
 * The answers of one open form, outside React: a change reaches only the fields it touches. They are evaluated once per
 * change; drawing reads finished field states, saving takes what is stored.
 */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import { evaluate, type ProblemType, problemRows } from '../../core/form/index.ts';
import { FIELD_TYPES } from '../../core/form/types/index.ts';

/** What an input is drawn from; the same object while only errors come and go. */
export interface FieldView {
  /** Its own stored properties. */
  values: RecordData;
  hidden: boolean;
  required: boolean;
  /** The answer asks for a problem. */
  flagged: boolean;
}

/** What is drawn of one field; replaced, never changed. */
export interface FieldState extends FieldView {
  errors: RecordErrors;
  view: FieldView;
}

export interface SectionProgress {
  answered: number;
  total: number;
  errors: number;
}

export interface FormStore {
  readonly form: CompiledForm;
  readonly validator: ValidatorModule;
  /** What was typed, hidden answers too, with the derived values. */
  readonly data: RecordData;
  /** The record as it is sent: without hidden and empty answers. */
  readonly stored: RecordData;
  /** Something differs from what the form was opened with. */
  readonly changed: boolean;
  readonly errors: RecordErrors;
  set(patch: RecordData): void;
  /** Exchange everything: a restored draft, a solved conflict. */
  replace(data: RecordData, changed: boolean): void;
  /** The data is saved: nothing is unsaved any more. */
  saved(): void;
  field(name: string): FieldState;
  /** Subscribes to this field alone; the same function at every call. */
  fieldChanges(name: string): (listener: () => void) => () => void;
  /** Every change of answers or errors. */
  subscribe(listener: () => void): () => void;
  /** Check everything and show what is wrong; later changes check again. True when the record may be saved. */
  check(): boolean;
  /** Show an error of this field only; called when it is left. An empty required field is no error yet. */
  leave(name: string): void;
  /** Errors the server found. */
  showErrors(errors: RecordErrors): void;
  setProblemTypes(types: readonly ProblemType[]): void;
  /** The same object until something of it changes. */
  progress(section: string): SectionProgress;
}

const NONE: RecordErrors = {};

/** Milliseconds of rest before shown errors are looked at again. */
const RECHECK = 300;

export function createFormStore(
  form: CompiledForm,
  validator: ValidatorModule,
  opened: RecordData,
  today: string,
): FormStore {
  const knownProblems = problemRows(form, opened);
  let problemTypes: readonly ProblemType[] | undefined;
  const evaluated = (given: RecordData) =>
    evaluate(form, validator, given, { today, knownProblems, ...(problemTypes && { problemTypes }) });
  let now = evaluated(opened);
  let changed = false;
  let errors: RecordErrors = NONE;
  let byField = new Map<string, RecordErrors>();
  let attempted = false;
  /** What the server refused, and the answers it was about. */
  let refused: { errors: RecordErrors; data: RecordData } = { errors: NONE, data: now.answers };
  const left = new Set<string>();
  let recheck: ReturnType<typeof setTimeout> | undefined;
  const states = new Map<string, FieldState>();
  const fieldListeners = new Map<string, Set<() => void>>();
  const fieldSubscribers = new Map<string, (listener: () => void) => () => void>();
  const progressOf = new Map<string, SectionProgress>();
  const sectionOf = new Map(form.sections.flatMap(({ id, fields }) => fields.map((node) => [node.name, id] as const)));
  const listeners = new Set<() => void>();

  const viewOf = (node: FieldNode): FieldView => ({
    values: Object.fromEntries(node.properties.map((name) => [name, now.answers[name]])),
    hidden: now.hidden.has(node.name),
    required: now.required.has(node.name),
    flagged: now.flagged.has(node.name),
  });
  const stateOf = (node: FieldNode, view: FieldView): FieldState => ({
    ...view,
    errors: byField.get(node.name) ?? NONE,
    view,
  });
  const refresh = (node: FieldNode): void => {
    progressOf.delete(sectionOf.get(node.name) ?? '');
    const before = states.get(node.name);
    if (!before) return;
    const view = viewOf(node);
    const sameValues = node.properties.every((name) => before.values[name] === view.values[name]);
    if (sameValues) view.values = before.values;
    const sameView =
      sameValues &&
      view.hidden === before.hidden &&
      view.required === before.required &&
      view.flagged === before.flagged;
    if (sameView && before.errors === (byField.get(node.name) ?? NONE)) return;
    states.set(node.name, stateOf(node, sameView ? before.view : view));
    for (const listener of fieldListeners.get(node.name) ?? []) listener();
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const put = (next: RecordData): void => {
    const before = now;
    now = evaluated(next);
    const touched = new Set<string>();
    for (const name of new Set([...Object.keys(before.answers), ...Object.keys(now.answers)])) {
      const node = before.answers[name] === now.answers[name] ? undefined : form.byProperty.get(name);
      if (node) touched.add(node.name);
    }
    for (const kind of ['hidden', 'required', 'flagged'] as const)
      for (const name of new Set([...before[kind], ...now[kind]]))
        if (before[kind].has(name) !== now[kind].has(name)) touched.add(name);
    for (const name of touched) refresh(form.fields.get(name)!);
    if (attempted || left.size > 0) {
      clearTimeout(recheck);
      recheck = setTimeout(look, RECHECK);
    }
    tell();
  };

  const setErrors = (next: RecordErrors): void => {
    const grouped = new Map<string, RecordErrors>();
    for (const [pointer, list] of Object.entries(next)) {
      const node = form.byProperty.get(pointer.split('/')[1] ?? '');
      if (!node || now.hidden.has(node.name)) continue;
      const own = grouped.get(node.name) ?? {};
      own[pointer] = list;
      grouped.set(node.name, own);
    }
    const before = byField;
    // The same errors stay the same object, so that nothing is drawn again for them.
    for (const [name, own] of grouped) {
      const was = before.get(name);
      if (was && JSON.stringify(was) === JSON.stringify(own)) grouped.set(name, was);
    }
    errors = next;
    byField = grouped;
    for (const name of new Set([...before.keys(), ...grouped.keys()])) {
      const node = form.fields.get(name);
      if (node && before.get(name) !== grouped.get(name)) refresh(node);
    }
    tell();
  };

  /** What is wrong now, as far as it is shown already. */
  function look(): void {
    const { errors: found } = now;
    if (attempted) {
      setErrors({ ...remainingErrors(), ...found });
      return;
    }
    setErrors(
      Object.fromEntries(
        Object.entries(found).flatMap(([pointer, list]) => {
          const name = form.byProperty.get(pointer.split('/')[1] ?? '')?.name;
          const worth = list.filter((error) => error.code !== 'required' && error.code !== 'problem_details');
          return name && left.has(name) && worth.length > 0 ? [[pointer, worth]] : [];
        }),
      ),
    );
  }

  /** Refusals of the server stand until the answer they are about changes: the rules here cannot see them. */
  function remainingErrors(): RecordErrors {
    const same = (pointer: string) => {
      const name = pointer.split('/')[1] ?? '';
      return refused.data[name] === now.answers[name];
    };
    return Object.fromEntries(Object.entries(refused.errors).filter(([pointer]) => same(pointer)));
  }

  return {
    form,
    validator,
    get data() {
      return now.answers;
    },
    get stored() {
      return now.data;
    },
    get changed() {
      return changed;
    },
    get errors() {
      return errors;
    },
    set(patch) {
      const next = { ...now.answers };
      let differs = false;
      for (const [name, value] of Object.entries(patch)) {
        if (next[name] === value) continue;
        differs = true;
        if (value === undefined) delete next[name];
        else next[name] = value;
      }
      if (!differs) return;
      changed = true;
      put(next);
    },
    replace(next, isChanged) {
      changed = isChanged;
      put({ ...next });
    },
    saved() {
      changed = false;
      tell();
    },
    field(name) {
      let state = states.get(name);
      if (!state) {
        const node = form.fields.get(name)!;
        state = stateOf(node, viewOf(node));
        states.set(name, state);
      }
      return state;
    },
    fieldChanges(name) {
      let subscribe = fieldSubscribers.get(name);
      if (!subscribe) {
        const own = new Set<() => void>();
        fieldListeners.set(name, own);
        subscribe = (listener) => {
          own.add(listener);
          return () => own.delete(listener);
        };
        fieldSubscribers.set(name, subscribe);
      }
      return subscribe;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check() {
      // Another attempt: the server is asked again.
      refused = { errors: NONE, data: now.answers };
      attempted = true;
      look();
      return Object.keys(errors).length === 0;
    },
    leave(name) {
      if (attempted || left.has(name)) return;
      left.add(name);
      look();
    },
    showErrors(found) {
      attempted = true;
      // What the rules here found themselves they look at again at each change.
      if (found !== errors) refused = { errors: found, data: now.answers };
      setErrors(found);
    },
    setProblemTypes(types) {
      problemTypes = types;
      now = evaluated(now.answers);
    },
    progress(section) {
      const known = progressOf.get(section);
      if (known) return known;
      const found = { answered: 0, total: 0, errors: 0 };
      for (const node of form.sections.find((one) => one.id === section)?.fields ?? []) {
        if (now.hidden.has(node.name) || ['note', 'hidden', 'derived'].includes(node.type) || node.def.derived)
          continue;
        found.total++;
        if (!FIELD_TYPES[node.type].isEmpty(node, now.answers)) found.answered++;
        if (byField.has(node.name)) found.errors++;
      }
      progressOf.set(section, found);
      return found;
    },
  };
}
