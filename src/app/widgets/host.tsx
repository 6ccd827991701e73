/** The form around an input: definition, answers, and files not uploaded yet. Absent where answers are only displayed. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { CompiledForm, FieldNode, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { showsLastAnswer } from '../../core/form/defaults.ts';
import type { Refs } from '../../core/form/types/fieldType.ts';
import type { WaitingFile } from '../data/drafts/drafts.ts';
import type { FieldState } from './fieldStates.ts';
import type { FormStore } from './store.ts';

/** Stores picked files on this device. */
export interface PickedFileStore {
  keep(file: Omit<WaitingFile, 'id'>): Promise<WaitingFile>;
  get(id: string): Promise<WaitingFile | undefined>;
  /** Records that the server has the file under `id`. It stays on this device under that id until the form is saved. */
  sent(localId: string, id: string): Promise<void>;
  drop(id: string): Promise<void>;
}

export interface FormHost {
  form: CompiledForm;
  store: FormStore;
  files: PickedFileStore;
  /** Names of everything that the stored answers refer to, by id. */
  refs: Refs;
  /** Id of the record, also of one that is not stored yet. */
  recordId?: string;
  /** Province of the record or its parent, used if the form itself does not ask for one. */
  province?: string;
}

const HostContext = createContext<FormHost | null>(null);

export function FormHostProvider({ value, children }: { value: FormHost; children: ReactNode }) {
  return <HostContext value={value}>{children}</HostContext>;
}

export function useFormHost(): FormHost | null {
  return useContext(HostContext);
}

export const NO_SUBSCRIPTION = () => () => {};

/** Returns the state of a question that its input renders from. Undefined if the name is not a question. */
export function useQuestion(name: string): FieldState | undefined {
  const store = useFormHost()?.store;
  const asked = store?.form.fields.has(name) ? store : undefined;
  return useSyncExternalStore(asked ? asked.fieldChanges(name) : NO_SUBSCRIPTION, () => asked?.field(name));
}

/** Reads a value from the open form's store and re-renders when it changes. Returns undefined outside a form. */
function useStore<T>(read: (store: FormStore) => T): T | undefined {
  const store = useFormHost()?.store;
  return useSyncExternalStore(store ? store.subscribe : NO_SUBSCRIPTION, () => (store ? read(store) : undefined));
}

/** Returns one answer of the form, by property name. */
export function useAnswer(property: string | undefined): unknown {
  return useStore(({ data }) => (property ? data[property] : undefined));
}

/** Returns the answers of the last record at the place of this one, if the question shows what they say. */
export function useLastAnswers(node: FieldNode): RecordData | undefined {
  const { store, form } = useFormHost() ?? {};
  const field = store && form && showsLastAnswer(node) ? form.definition.parent?.field : undefined;
  return useSyncExternalStore(store && field ? store.subscribe : NO_SUBSCRIPTION, () => {
    const last = field && store?.moment.last;
    return field && last && last[field] === store?.data[field] ? last : undefined;
  });
}

/** Returns the errors of a field and re-renders when they change. */
export function useFieldErrors(name: string | undefined): RecordErrors | undefined {
  return useStore((store) => (name && store.form.fields.has(name) ? store.field(name).errors : undefined));
}

/** Returns the answers around a table that its rules read, as JSON text: it changes only when they do. */
export function useOuterAnswers(table: FieldNode, base: string): string {
  return useStore((store) => JSON.stringify(store.around(table, base))) ?? '{}';
}

/** Returns the answers that the filter of a field or column reads, as JSON text: it changes only when they do. */
export function useFilterAnswers(node: FieldNode, base: string): string {
  return useStore((store) => JSON.stringify(store.filterAnswers(node, base))) ?? '{}';
}

/** Returns all answers. Re-renders at every change, so use it only for what depends on many of them. */
export function useAnswers(): RecordData | undefined {
  return useStore(({ data }) => data);
}

/** Returns the record's province: the current answer of its own place field, else its parent's province. */
export function useProvinceHere(): string | undefined {
  const host = useFormHost();
  const field = host?.form.definition.place;
  const answer = useAnswer(field ? host.form.fields.get(field)?.parts.province : undefined);
  return typeof answer === 'string' && answer ? answer : host?.province;
}

/** Returns true if the file is not on the server yet. */
export function isLocalFile(id: string): boolean {
  return id.startsWith('local:');
}
