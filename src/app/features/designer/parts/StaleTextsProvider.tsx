/** Which translations of the draft are older than their source, for every box of words inside. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../../core/json.ts';
import { useFailureText } from '../../../shell/FailureNote.tsx';
import { toast } from '../../../shell/toasts/toast.tsx';
import { type StaleTexts, StaleTextsContext } from '../../drafting/StaleTextNote.tsx';
import type { OpenDraft } from '../../drafting/useDraft.ts';
import { draftKeys, draftsApi } from '../../versions/drafts.ts';
import { useDesigner } from '../context.ts';

interface Props {
  open: Pick<OpenDraft<unknown>, 'version' | 'state' | 'changeBeside'>;
  children: ReactNode;
}

export function StaleTextsProvider({ open: { version, state, changeBeside }, children }: Props) {
  const { i18n } = useTranslation();
  const { id, languages } = useDesigner();
  const failureText = useFailureText();
  const stale = useQuery({
    queryKey: [...draftKeys.words({ id }, i18n.language), 'stale'],
    queryFn: () => draftsApi.words({ id }, 'stale'),
    // Saved states change with each save, which also reads them again.
    staleTime: 0,
    gcTime: 0,
  });
  const readAgain = useEffectEvent(() => void stale.refetch());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has other states
  useEffect(() => {
    if (state === 'saved') readAgain();
  }, [version, state]);
  const keep = useMutation({
    mutationFn: ([pointer, language, words]: [string, string, string]) =>
      changeBeside(async (seen) => {
        const cell = { pointer, language, was: words, words, state: 'checked' as const, state_was: 'stale' };
        return (await draftsApi.saveWords({ id, version: seen }, [cell])).data.version;
      }),
    onError: (error) => toast('error', failureText(error)),
  });
  const texts = useMemo((): StaleTexts => {
    const byPointer = new Map(stale.data?.texts.map((one) => [one.pointer, one]));
    return {
      source: languages[0] ?? 'en',
      find(pointer, language) {
        const text = byPointer.get(pointer);
        const found = getOwn(text?.states, language);
        if (found?.state !== 'stale') return undefined;
        return { words: getOwn(text?.words, language) ?? '', by: found.by, at: found.at };
      },
      keep: keep.isPending ? undefined : (...cell) => keep.mutate(cell),
    };
  }, [stale.data, languages, keep.isPending, keep.mutate]);
  return <StaleTextsContext value={texts}>{children}</StaleTextsContext>;
}
