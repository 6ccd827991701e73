/** An error of the catalogue in the reader's language; the server's own sentence when it sent one. */
import { useMemo } from 'react';
import type { RecordErrors } from '../../core/errors/failure.ts';
import { errorSentence } from '../../core/errors/words.ts';
import { useWidgets, useWords } from './environment.tsx';

type FieldError = RecordErrors[string][number] & { message?: string };

export function useErrorText(): (error: FieldError) => string {
  const { language } = useWidgets();
  const { errors } = useWords();
  return useMemo(
    () => (error) => error.message || errorSentence(errors, error.code, error.params, language),
    [errors, language],
  );
}
