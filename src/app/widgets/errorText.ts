/** Returns the text of an error in the user's language. If the server sent a message, that message is used. */
import { useMemo } from 'react';
import { errorSentence, type RecordErrors } from '../../core/errors/recordErrors.ts';
import { useWidgets, useWidgetTexts } from './environment.tsx';

export type FieldError = RecordErrors[string][number] & { message?: string };

export function useErrorText(): (error: FieldError) => string {
  const { language } = useWidgets();
  const { errors } = useWidgetTexts();
  return useMemo(
    () => (error) => error.message || errorSentence(errors, error.code, error.params, language),
    [errors, language],
  );
}
