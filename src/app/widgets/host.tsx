/** The form around an input: its definition, its answers, the files picked but not yet sent. Absent in plain displays. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import type { Refs } from '../../core/form/types/fieldType.ts';
import type { KeptFile } from '../data/drafts.ts';
import type { FieldState, FieldView } from './fieldStates.ts';
import type { FormStore } from './store.ts';

/** Picked files that wait on this device. */
export interface FileKeeper {
  keep(file: Omit<KeptFile, 'id'>): Promise<KeptFile>;
  get(id: string): Promise<KeptFile | undefined>;
  /** The server has it under `id`; it is kept under that name until the form is saved. */
  sent(localId: string, id: string): Promise<void>;
  drop(id: string): Promise<void>;
}

export interface FormHost {
  form: CompiledForm;
  store: FormStore;
  files: FileKeeper;
  /** Names of what the stored answers point to. */
  refs: Refs;
  /** Province of the record or its parent, where the form itself asks none. */
  province?: string;
}

const HostContext = createContext<FormHost | null>(null);

export function FormHostProvider({ value, children }: { value: FormHost; children: ReactNode }) {
  return <HostContext value={value}>{children}</HostContext>;
}

export function useFormHost(): FormHost | null {
  return useContext(HostContext);
}

const NOTHING = () => () => {};

/**
 * One question by its name: what its input is drawn from. With `isView` its errors come and go without a redraw. Nothing for a
 * name that is no question.
 */
export function useQuestion(name: string, isView?: boolean): FieldState | FieldView | undefined {
  const store = useFormHost()?.store;
  const asked = store?.form.fields.has(name) ? store : undefined;
  return useSyncExternalStore(asked ? asked.fieldChanges(name) : NOTHING, () =>
    isView ? asked?.field(name).view : asked?.field(name),
  );
}

/** Something of the open form's store; redraws when it becomes another. Nothing outside a form. */
function useStore<T>(read: (store: FormStore) => T): T | undefined {
  const store = useFormHost()?.store;
  return useSyncExternalStore(store ? store.subscribe : NOTHING, () => (store ? read(store) : undefined));
}

/** One answer of the form, by stored name. */
export function useAnswer(property: string | undefined): unknown {
  return useStore(({ data }) => (property ? data[property] : undefined));
}

/** Redraws when errors of that field come or go. */
export function useFieldErrors(name: string | undefined): RecordErrors | undefined {
  return useStore((store) => (name && store.form.fields.has(name) ? store.field(name).errors : undefined));
}

/** All answers; redraws at every change, so only for what depends on many of them. */
export function useAnswers(): RecordData | undefined {
  return useStore(({ data }) => data);
}

/** The record's province: its own place field as it stands now, else its parent's. */
export function useProvinceHere(): string | undefined {
  const host = useFormHost();
  const field = host?.form.definition.place;
  const answer = useAnswer(field ? host.form.fields.get(field)?.parts.province : undefined);
  return typeof answer === 'string' && answer ? answer : host?.province;
}

/**
 * Answers a chosen record must have: those of the definition, and those that must equal answers of this record as they
 * stand now; what is still empty here narrows nothing.
 */
export function useFitting(
  where: Record<string, string> | undefined,
  same: Record<string, string> | undefined,
): Record<string, string> | undefined {
  const names = Object.entries(same ?? {});
  const now = useStore(({ data }) => JSON.stringify(names.map(([, here]) => data[here] ?? null)));
  const answers = JSON.parse(now ?? '[]') as unknown[];
  const fitting = names.flatMap(([name], at) => (typeof answers[at] === 'string' ? [[name, answers[at]]] : []));
  return where || fitting.length > 0 ? { ...where, ...Object.fromEntries(fitting) } : undefined;
}

/** Id of a file that is not on the server yet. */
export function isLocalFile(id: string): boolean {
  return id.startsWith('local:');
}
