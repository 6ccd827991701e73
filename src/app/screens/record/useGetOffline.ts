import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FormEntry } from '../../../core/generated/api.ts';
import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import { useOfflineActions, useOfflineState } from '../../offline/context.ts';
import { failureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';

/**
 * Returns a function that takes one record along and says how it went; undefined where that is not possible. On a device that
 * was never prepared it leads to where that begins.
 */
export function useGetOffline(entry: FormEntry, id: string): (() => void) | undefined {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { opened } = useOfflineActions();
  const mode = useOfflineState((offline) => offline.mode);
  const get = useMutation({
    mutationFn: async () => {
      const engine = await opened();
      if (!engine) return undefined;
      await i18next.loadNamespaces('offline');
      if (await engine.state().store?.records.get(id)) return 'get.already';
      await engine.prepare({ forms: [entry.form], ids: [id] });
      return 'get.started';
    },
    onSuccess: (told) =>
      told ? toast(told === 'get.already' ? 'info' : 'success', t(`offline:${told}`)) : navigate(PREPARE_PATH),
    onError: (error) => toast('error', failureText(error, t), { title: t('offline:get.failed') }),
  });
  if (mode !== 'online') return undefined;
  return () => get.mutate();
}
