/** An error of the catalogue in the reader's language; the server's own sentence when it sent one. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordErrors } from '../../core/errors/catalogue.ts';
import { type ErrorWords, errorSentence } from '../../core/errors/words.ts';
import type { FieldNode } from '../../core/definitions/types.ts';
import { useWidgets } from './environment.tsx';

type FieldError = RecordErrors[string][number] & { message?: string };

export function useErrorText(): (error: FieldError, node?: FieldNode, pointer?: string) => string {
  const { language } = useWidgets();
  const { i18n } = useTranslation('errors');
  return useMemo(() => {
    const words = (i18n.getResourceBundle(i18n.language, 'errors') ?? {}) as ErrorWords;
    return (error) => (error.message ? error.message : errorSentence(words, error.code, error.params, language));
  }, [i18n, language]);
}
