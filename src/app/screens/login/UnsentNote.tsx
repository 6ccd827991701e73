/** Shows how much unsent work a logged-out user left on this device. It stays there unless it is deleted here. */
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnsentCounts } from '../../data/drafts/drafts.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { number } from '../../data/words.ts';
import { removeDraftsOf } from '../../offline/wire.ts';
import { Icon } from '../../theme/Icon.tsx';

const AskDialog = lazyComponent(() => import('../../shell/AskDialog.tsx'));

interface Props {
  unsent: UnsentCounts;
  onDeleted: () => void;
}

export function UnsentNote({ unsent, onDeleted }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: async () => {
      await (await import('../../data/drafts/drafts.ts')).removeUnsent(unsent.user);
      await removeDraftsOf(unsent.user);
    },
    onSuccess: onDeleted,
  });
  const counts = { drafts: number(unsent.drafts), files: number(unsent.files) };
  return (
    <Alert
      color="blue"
      variant="light"
      icon={<Icon name="device-floppy" />}
      title={t('unsent.title')}
      mb="md"
      role="status"
    >
      <div className="am-stack">
        {unsent.changes ? (
          <>
            <p>{t('unsent.changes', { changes: number(unsent.changes) })}</p>
            <p>{t('unsent.locked')}</p>
          </>
        ) : null}
        {unsent.drafts + unsent.files > 0 && (
          <>
            <p>{t('unsent.counts', counts)}</p>
            <p>{t('unsent.stay')}</p>
            <div>
              <Button variant="outline" color="red" size="sm" onClick={() => setAsked(true)}>
                {t('unsent.delete')}
              </Button>
            </div>
          </>
        )}
      </div>
      {asked && (
        <AskDialog
          title={t('unsent.delete')}
          question={t('unsent.ask', counts)}
          action={t('unsent.deleteNow')}
          isDangerous
          busy={remove.isPending}
          error={remove.error}
          onDo={() => remove.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </Alert>
  );
}
