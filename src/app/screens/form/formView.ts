/** What the open form knows about its fields besides their answers. */
import { createContext } from 'react';
import type { CompiledForm } from '../../../core/definitions/types.ts';

export interface FormView {
  /** Review comments by field or property name. */
  comments: Readonly<Record<string, string>>;
  /** Fields that the user cannot change: those that are only read, and the parent field if the parent is already given. */
  fixed: ReadonlySet<string>;
  /** Asks the server whether another record already has a value. */
  isTaken?: (field: string, value: string) => Promise<boolean>;
}

export const FormViewContext = createContext<FormView>({ comments: {}, fixed: new Set() });

/** Returns the fields that a definition only shows. */
export function readOnlyFields({ fields }: CompiledForm): string[] {
  return [...fields.values()].filter(({ def }) => def['ui:readonly']).map(({ name }) => name);
}
