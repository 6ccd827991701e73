/** What the open form knows about its questions besides their answers. */
import { createContext } from 'react';

export interface FormView {
  /** Review comments by stored name. */
  comments: Readonly<Record<string, string>>;
  /** Fields that may not be changed: the parent that the path fixed. */
  fixed: ReadonlySet<string>;
  /** Asks whether a value is taken by another record. */
  isTaken?: (field: string, value: string) => Promise<boolean>;
}

export const FormViewContext = createContext<FormView>({ comments: {}, fixed: new Set() });
