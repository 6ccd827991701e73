/** What can be done where the local database does not open. Saving the work comes before deleting it. */
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionMode } from '../../data/device/mode.ts';
import type { LocalAccountReason } from '../../offline/store/index.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { OfficeFile } from './OfficeFile.tsx';

interface Props {
  reason: LocalAccountReason;
  username: string | undefined;
  onOpened: () => void;
  onReset: (accounts: number) => void;
}

export default function ClosedStore({ reason, username, onOpened, onReset }: Props) {
  return (
    <>
      {username !== undefined && <OfficeFile username={username} onOpened={onOpened} />}
      <ResetOffer reason={reason} onReset={onReset} />
    </>
  );
}

const RESETTABLE: ReadonlySet<LocalAccountReason> = new Set(['unknown_user', 'dropped', 'damaged']);

/** Offers the reset of the local database where that helps. */
function ResetOffer({ reason, onReset }: { reason: LocalAccountReason; onReset: (left: number) => void }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const reset = useMutation({
    mutationFn: async () => {
      setFailure(undefined);
      const { resetDevice, resetFailure } = await import('../../offline/store/index.ts');
      return resetDevice().catch((error: unknown) => {
        setFailure(t(`login.reset.${resetFailure(error)}`));
        throw error;
      });
    },
    onSuccess: (left) => {
      setAsked(false);
      connectionMode.set('online');
      onReset(left);
    },
  });
  if (!RESETTABLE.has(reason)) return null;
  return (
    <Group mb="md">
      <Button variant="outline" color="red" size="sm" onClick={() => setAsked(true)}>
        {t('login.reset.action')}
      </Button>
      {isAsked && (
        <AskDialog
          title={t('login.reset.action')}
          question={failure ? `${failure} ${t('login.reset.retry')}` : t('login.reset.ask')}
          action={failure ? t('retry') : t('login.reset.action')}
          isDangerous
          busy={reset.isPending}
          onDo={() => reset.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
}
