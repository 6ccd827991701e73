/** Answers of a record that is read, for words that name them and for the languages of its form. */
import { createContext, useContext } from 'react';
import type { FormDefinition } from '../../core/definitions/types.ts';
import type { AnswerLevels } from '../../core/form/labelsInWords.ts';
import type { Refs } from '../../core/generated/api.ts';

export interface ReadAnswers {
  definition: Pick<FormDefinition, 'languages'>;
  levels: AnswerLevels;
  /** Names of what the answers refer to. */
  refs: Refs;
}

export const ReadAnswersContext = createContext<ReadAnswers | undefined>(undefined);

export function useReadAnswers(): ReadAnswers | undefined {
  return useContext(ReadAnswersContext);
}
