import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FormEntry } from '../../../core/generated/api.ts';
import { PREPARE_PATH } from '../../data/paths.ts';
import { useOffline } from '../../offline/context.ts';
import { failureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';

/**
 * Returns a function that takes one record along and says how it went; undefined where that is not possible. On a device that
 * was never prepared it leads to where that begins.
 */
export function useGetOffline(entry: FormEntry, id: string): (() => void) | undefined {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isSupported, mode, store, prepare } = useOffline();
  const get = useMutation({
    mutationFn: async () => {
      await i18next.loadNamespaces('offline');
      if (await store?.records.get(id)) return 'get.already';
      await prepare({ forms: [entry.form], ids: [id] });
      return 'get.started';
    },
    onSuccess: (told) => toast(told === 'get.already' ? 'info' : 'success', t(`offline:${told}`)),
    onError: (error) => toast('error', failureText(error, t), { title: t('offline:get.failed') }),
  });
  if (mode !== 'online') return undefined;
  return () => (isSupported ? get.mutate() : navigate(PREPARE_PATH));
}
