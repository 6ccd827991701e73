/**
 * The answers of one open form, kept outside React so that a change re-renders only the fields it affects. Each change is
 * evaluated once. Rendering reads the field states; saving reads `stored`.
 */

import { v7 } from 'uuid';
import type { FieldNode, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { restartAtSite } from '../../core/form/begun.ts';
import { dayOfRecord } from '../../core/form/derive.ts';
import type { Evaluation } from '../../core/form/evaluate.ts';
import type { FilterOption } from '../../core/form/offered.ts';
import { FIELD_TYPES } from '../../core/form/types/index.ts';
import { isAnswerable } from '../../core/form/types/question.ts';
import { equalJson } from '../../core/json.ts';
import { changedQuestions, FieldStates, NO_ERRORS } from './fieldStates.ts';
import { type FormInitialState, OpenFormState } from './openForm.ts';

export interface SectionProgress {
  answered: number;
  total: number;
  errors: number;
}

/** Milliseconds after the last change before errors that are already shown are checked again. */
const RECHECK = 300;

/** Errors of what is not answered yet: shown from the first attempt to save. */
const NOT_YET = new Set(['required', 'problem_details', 'rows_missing']);

export class FormStore extends OpenFormState {
  /** True if something differs from what the form was opened with. */
  changed = false;
  errors: RecordErrors = NO_ERRORS;
  private byField = new Map<string, RecordErrors>();
  private attempted = false;
  /** Errors that the server returned, and the answers they are about. */
  private refused: { errors: RecordErrors; data: RecordData } = { errors: NO_ERRORS, data: this.data };
  private readonly left = new Set<string>();
  private recheck: ReturnType<typeof setTimeout> | undefined;
  private readonly states = new FieldStates((name) => this.byField.get(name));
  private readonly progressOf = new Map<string, SectionProgress>();
  private readonly listeners = new Set<() => void>();

  readonly set = (patch: RecordData): void => {
    const changes = Object.entries(patch).filter(([name, value]) => this.data[name] !== value);
    if (changes.length === 0) return;
    const next = { ...this.data, ...Object.fromEntries(changes) };
    for (const [name, value] of changes) if (value === undefined) delete next[name];
    this.turn(this.withDefaults(this.evaluated(next), this.now), true);
  };

  /** Replaces all answers, for example by a restored draft or after a conflict was resolved. */
  replace(data: RecordData, changed: boolean): void {
    this.turn(this.evaluated({ ...data }), changed);
  }

  /** Goes back to the answers that the form was opened with. */
  startOver(): void {
    this.know(this.first);
    this.replace(this.opened, false);
  }

  /**
   * Takes what a new record begins with at another site in place of what it began with so far. `isThere`: a draft has its answers
   * already, and only what is known besides is new.
   */
  begin(next: FormInitialState, isThere = false): void {
    const { begun, opened, now, form, changed } = this;
    this.know(next);
    const moved = { mine: this.data, before: begun.opened, opened, next: next.opened };
    const day = dayOfRecord(form, this.data, next.moment.today);
    const after = isThere
      ? this.evaluated(this.data)
      : this.withDefaults(this.evaluated(restartAtSite(form, moved, day, v7)), now, begun.moment);
    this.turn(after, changed);
  }

  private turn(now: Evaluation, changed: boolean): void {
    const before = this.now;
    this.changed = changed;
    this.now = now;
    this.refresh(changedQuestions(this.form, before, this.now));
    if (this.attempted || this.left.size > 0) {
      clearTimeout(this.recheck);
      this.recheck = setTimeout(() => this.look(), RECHECK);
    }
    this.tell();
  }

  /** Marks the data as saved, so that nothing counts as unsaved. */
  saved(): void {
    this.changed = false;
    this.tell();
  }

  field(name: string) {
    return this.states.get(this.form.fields.get(name)!, this.now);
  }

  /** Takes note of chosen options, so that their filter can judge them. */
  meetOptions(node: FieldNode, options: readonly FilterOption[]): void {
    if (!this.known.add(node, options)) return;
    this.now = this.evaluated(this.data);
    if (this.attempted || this.left.size > 0) this.look();
  }

  /** Subscribes to this field only. Returns the same function at every call. */
  fieldChanges(name: string) {
    return this.states.changes(name);
  }

  /** Subscribes to every change of answers or errors. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Checks all answers and shows the errors; later changes check again. Returns true if the record may be saved. */
  check(): boolean {
    // A new attempt to save: drop the server's errors, because the server will check again.
    this.refused = { errors: NO_ERRORS, data: this.data };
    this.attempted = true;
    this.look();
    return Object.keys(this.errors).length === 0;
  }

  /** Shows this field's errors when the focus leaves it. Missing answers and problem details are not errors yet. */
  leave(name: string): void {
    if (this.attempted || this.left.has(name)) return;
    this.left.add(name);
    this.look();
  }

  /** Shows the errors of an attempt to save, from `check` or from the server. */
  showErrors(found: RecordErrors): void {
    this.attempted = true;
    // Errors from `check` are found again at each change. Only the server's errors must be kept.
    if (found === this.errors) return;
    this.refused = { errors: this.inAnswers(found), data: this.data };
    this.setErrors(this.refused.errors);
  }

  /** Answers and errors of a section, counted. Returns the same object until one of the counts may have changed. */
  progress(section: string): SectionProgress {
    const known = this.progressOf.get(section);
    if (known) return known;
    const found = { answered: 0, total: 0, errors: 0 };
    for (const node of this.form.sections.find((one) => one.id === section)?.fields ?? []) {
      if (this.now.hidden.has(node.name) || !isAnswerable(node) || node.def.derived) continue;
      found.total++;
      if (!FIELD_TYPES[node.type].isEmpty(node, this.data)) found.answered++;
      if (this.byField.has(node.name)) found.errors++;
    }
    this.progressOf.set(section, found);
    return found;
  }

  private refresh(names: Iterable<string>): void {
    for (const name of names) {
      const node = this.form.fields.get(name);
      if (!node) continue;
      for (const { id, fields } of this.form.sections) if (fields.includes(node)) this.progressOf.delete(id);
      this.states.refresh(node, this.now);
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private setErrors(next: RecordErrors): void {
    const before = this.byField;
    const grouped = new Map<string, RecordErrors>();
    for (const [pointer, list] of Object.entries(next)) {
      const name = this.nameAt(pointer);
      if (name === undefined || this.now.hidden.has(name)) continue;
      grouped.set(name, { ...grouped.get(name), [pointer]: list });
    }
    // Keep the same object for unchanged errors, so that they are not rendered again.
    for (const [name, own] of grouped) {
      const was = before.get(name);
      if (was && equalJson(was, own)) grouped.set(name, was);
    }
    this.errors = next;
    this.byField = grouped;
    const all = new Set([...before.keys(), ...grouped.keys()]);
    this.refresh([...all].filter((name) => before.get(name) !== grouped.get(name)));
    this.tell();
  }

  /** The open form has empty rows that are not stored, so errors about rows stand elsewhere in it. */
  private inAnswers(errors: RecordErrors): RecordErrors {
    return Object.fromEntries(Object.entries(errors).map(([pointer, list]) => [this.now.inAnswers(pointer), list]));
  }

  private nameAt(pointer: string): string | undefined {
    return this.form.byProperty.get(pointer.split('/')[1] ?? '')?.name;
  }

  /** Updates the shown errors: all of them after an attempt to save, else those of fields that lost the focus. */
  private look(): void {
    const errors = this.inAnswers(this.now.errors);
    if (this.attempted) {
      this.setErrors({ ...this.remainingErrors(), ...errors });
      return;
    }
    const shown: RecordErrors = {};
    for (const [pointer, list] of Object.entries(errors)) {
      const name = this.nameAt(pointer);
      const worth = list.filter(({ code }) => !NOT_YET.has(code));
      if (name && this.left.has(name) && worth.length > 0) shown[pointer] = worth;
    }
    this.setErrors(shown);
  }

  /** Returns the server's errors about answers that have not changed since. The local rules cannot find these errors. */
  private remainingErrors(): RecordErrors {
    const { errors, data } = this.refused;
    const isSame = ([pointer]: [string, unknown]) => {
      const name = pointer.split('/')[1] ?? '';
      return data[name] === this.data[name];
    };
    return Object.fromEntries(Object.entries(errors).filter(isSame));
  }
}
