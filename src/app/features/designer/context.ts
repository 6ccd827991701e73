/** What every part of the designer reads: the draft, what is chosen in it, and how both change. */
import { createContext, useContext } from 'react';
import type { Constants } from '../../../core/definitions/types.ts';
import type { DraftDefinition, FormDraft } from '../../../core/edit/draft.ts';
import type { InitialTexts } from '../../../core/edit/questions.ts';
import type { FormEntry } from '../../../core/generated/api.ts';

/** Key of the form's own part, beside those of the outline. */
export const FORM_KEY = 'form';

export interface Designer {
  id: string;
  draft: FormDraft;
  /** `step`: changes of one step, such as letters of one text, are undone together. */
  change: (draft: FormDraft, step?: string) => void;
  /** Key of the outline, or FORM. */
  chosen: string;
  /** `opens`: on a phone, also shows what is chosen, unless the form is looked at. It does if it is left out. */
  choose: (key: string, opens?: boolean) => void;
  languages: readonly string[];
  constants: Constants;
  forms: readonly FormEntry[];
  /** Ids of the questions that published versions have; their names stay. */
  published: ReadonlySet<string>;
  /** The version from which the draft goes on. */
  before: DraftDefinition | undefined;
  begin: InitialTexts;
}

export const DesignerContext = createContext<Designer | null>(null);

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error('a part of the designer stands outside of it');
  return designer;
}
