/** Takes a file as a draft: a new one, or the next state of one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionDraftEntry } from '../../../core/generated/api.ts';
import { toast } from '../../shell/toasts/toast.tsx';
import { draftKeys, draftsApi, NoDefinitionError } from './drafts.ts';
import { FindingsOrFailure } from './Findings.tsx';

/** Returns the input, which must be in the page and shows nothing, and a function that asks for a file. */
export function useDraftUpload(draft?: DefinitionDraftEntry) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => draftsApi.upload(file, draft),
    onSuccess: () => toast('success', t('definitionDrafts.nowSaved')),
    onSettled: () => client.invalidateQueries({ queryKey: draftKeys.all }),
  });
  return {
    choose: () => input.current?.click(),
    take: (file: File) => upload.mutate(file),
    isPending: upload.isPending,
    error: upload.error,
    input: (
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t(draft ? 'definitionDrafts.replace' : 'definitionDrafts.upload')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) upload.mutate(file);
          // The same file may be chosen again once it is mended.
          currentTarget.value = '';
        }}
      />
    ),
  };
}

export function UploadFailure({ error }: { error: Error }) {
  const { t } = useTranslation('admin');
  return error instanceof NoDefinitionError ? (
    <p role="alert">{t('definitionDrafts.badFile')}</p>
  ) : (
    <FindingsOrFailure error={error} />
  );
}
