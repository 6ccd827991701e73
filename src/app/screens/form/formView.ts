/** What the open form knows about its fields besides their answers. */
import { createContext } from 'react';

export interface FormView {
  /** Review comments by field or property name. */
  comments: Readonly<Record<string, string>>;
  /** Fields that the user cannot change: the parent field, if the path or the record already gives the parent. */
  fixed: ReadonlySet<string>;
  /** Asks the server whether another record already has a value. */
  isTaken?: (field: string, value: string) => Promise<boolean>;
}

export const FormViewContext = createContext<FormView>({ comments: {}, fixed: new Set() });
