/** The question before a record is deleted. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';

interface Props {
  name: string;
  busy: boolean;
  error: unknown;
  onDo: () => void;
  onClose: () => void;
}

export default function RemoveDialog({ name, busy, error, onDo, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('remove.title')} onClose={onClose}>
      <p style={{ marginBlockStart: 0 }}>{t('remove.question', { name: isolate(name) })}</p>
      {error ? <FailureNote error={error} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="red" loading={busy} onClick={onDo}>
          {t('remove.do')}
        </Button>
      </Group>
    </Dialog>
  );
}
