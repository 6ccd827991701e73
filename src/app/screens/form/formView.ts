/** What the open form knows about its fields besides their answers. */
import { createContext } from 'react';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';

/** Review comments by field or property name. */
export type CommentsByQuestion = Readonly<Record<string, string>>;

export interface FormView {
  comments: CommentsByQuestion;
  /** Fields that the user cannot change: those that are only read, and the parent field if the parent is already given. */
  fixed: ReadonlySet<string>;
  /** Asks the server whether another record already has a value. */
  isTaken?: (field: string, value: string) => Promise<boolean>;
}

export const FormViewContext = createContext<FormView>({ comments: {}, fixed: new Set() });

/** Returns what the review says of a question. */
export function commentOnQuestion({ name, properties }: FieldNode, comments: CommentsByQuestion): string | undefined {
  return properties.map((property) => getOwn(comments, property)).find(Boolean) ?? getOwn(comments, name);
}

/** Returns the fields that a definition only shows. */
export function readOnlyFields({ fields }: CompiledForm): string[] {
  return [...fields.values()].filter(({ def }) => def['ui:readonly']).map(({ name }) => name);
}
