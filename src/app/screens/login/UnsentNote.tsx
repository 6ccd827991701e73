/** What the person who just left did not send: it stays on this device, unless it is deleted here. */
import { Alert, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Unsent } from '../../data/drafts.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';

interface Props {
  unsent: Unsent;
  onDeleted: () => void;
}

export function UnsentNote({ unsent, onDeleted }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: async () => (await import('../../data/drafts.ts')).removeUnsent(unsent.user),
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
      <p style={{ margin: '0 0 0.25rem' }}>{t('unsent.counts', counts)}</p>
      <p style={{ margin: '0 0 0.75rem' }}>{t('unsent.stay')}</p>
      <Button variant="outline" color="red" size="sm" onClick={() => setAsked(true)}>
        {t('unsent.delete')}
      </Button>
      {asked && (
        <Dialog title={t('unsent.delete')} onClose={() => setAsked(false)}>
          <p style={{ marginBlockStart: 0 }}>{t('unsent.ask', counts)}</p>
          {remove.error && <p role="alert">{t('error.unexpected')}</p>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsked(false)}>
              {t('cancel')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('unsent.deleteNow')}
            </Button>
          </Group>
        </Dialog>
      )}
    </Alert>
  );
}
