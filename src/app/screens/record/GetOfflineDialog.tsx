/** Takes records of a list along for work without network: the ticked ones, what the list shows, or those of a province. */

import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Filter, FormEntry } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { nameOf, number, text } from '../../data/words.ts';
import { type OfflineSelection, useOffline } from '../../offline/context.ts';
import { useOwnProvinces } from '../../offline/useOwnProvinces.ts';
import { OfflineChoiceForm, type OfflineChoiceOption } from '../../shell/offline/ChoiceForm.tsx';
import { PreparationProgress } from '../../shell/offline/PreparationProgress.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';

interface Props {
  entry: FormEntry;
  /** Ids of the ticked records. */
  marked: string[];
  /** What narrows the list. Without anything the list shows all records of the form. */
  view: { filters: Filter[]; text?: string };
  total: number;
  onClose: () => void;
}

export default function GetOfflineDialog({ entry, marked, view, total, onClose }: Props) {
  const { t } = useTranslation('offline');
  const { store, prepare, preparation } = useOffline();
  const offered = useOffered({ entry, marked, view, total });
  const get = useMutation({ mutationFn: prepare });
  const isHere = useAreHere(marked);
  // Another preparation may be running before this one was asked for.
  const isBegun = !get.isIdle || preparation.is === 'running';
  const isDone = get.data === true || (isBegun && preparation.is === 'done');
  return (
    <Dialog title={t('get.title', { name: isolateName(text(entry.plural)) })} onClose={onClose}>
      {!store && !isBegun && <p>{t('get.notSetUp')}</p>}
      {isHere && !isBegun && <p role="status">{t(marked.length === 1 ? 'get.already' : 'get.alreadyAll')}</p>}
      {!isBegun && (
        <OfflineChoiceForm title={t('get.which')} offered={offered} onBegin={(choice) => get.mutate(choice)} />
      )}
      {isBegun && (
        <>
          {preparation.is === 'failed' && <p role="alert">{t('get.failed')}</p>}
          {isDone ? <p role="status">{t('get.startedMany')}</p> : <PreparationProgress />}
          <p>
            <Button variant={isDone ? 'filled' : 'default'} onClick={onClose}>
              {preparation.is === 'running' ? t('get.background') : t('get.close')}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  );
}

function useOffered({ entry, marked, view, total }: Omit<Props, 'onClose'>): OfflineChoiceOption[] {
  const { t } = useTranslation('offline');
  const provinces = useOwnProvinces() ?? [];
  const forms = [entry.form];
  const isNarrowed = view.filters.length > 0 || view.text !== undefined;
  const whole: OfflineSelection = { forms, ...view };
  return [
    ...(marked.length > 0
      ? [{ key: 'marked', label: t('get.marked', { total: number(marked.length) }), choice: { forms, ids: marked } }]
      : []),
    { key: 'view', label: t(isNarrowed ? 'get.view' : 'get.viewAll', { total: number(total) }), choice: whole },
    ...provinces.map((one) => ({
      key: one.id,
      label: t('get.province', { name: isolateName(nameOf(one)) }),
      choice: { forms, province: one.id },
    })),
  ];
}

/** Returns true if all of these records are on this device. */
function useAreHere(ids: readonly string[]): boolean {
  const { store } = useOffline();
  const { data } = useQuery({
    queryKey: ['offline', 'here', ids],
    queryFn: async () => {
      const found = await Promise.all(ids.map((id) => store?.records.get(id)));
      return found.every((local) => local !== undefined);
    },
    enabled: store !== undefined && ids.length > 0,
    staleTime: 0,
  });
  return data === true;
}
