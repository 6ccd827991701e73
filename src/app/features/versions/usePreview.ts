/** The form of a draft as the server would serve it, with what its check finds. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DefinitionPreviewResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { loadFormValidator } from '../../data/validator.ts';
import { draftKeys } from './drafts.ts';

export function usePreview(id: string, isAllowed: boolean) {
  const { i18n } = useTranslation();
  const preview = useQuery({
    // The findings come in the language of the reader.
    queryKey: draftKeys.preview(id, i18n.language),
    queryFn: ({ signal }) =>
      call<DefinitionPreviewResponse>(`definitions/drafts/${encodeURIComponent(id)}/preview`, { signal }),
    enabled: isAllowed,
    // Somebody may have saved the draft since.
    staleTime: 0,
    gcTime: 0,
    // The answers on the screen stay when the reader changes the language.
    placeholderData: (before) => (before?.data.id === id ? before : undefined),
  });
  const module = preview.data?.validator;
  const validator = useQuery({
    queryKey: ['validator', module],
    queryFn: () => loadFormValidator(module ?? ''),
    enabled: Boolean(module),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const retry = () => void Promise.all([preview.refetch(), validator.refetch()]);
  return { preview, validator, retry };
}
