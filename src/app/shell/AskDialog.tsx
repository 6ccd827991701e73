/** Asks for confirmation: a cancel button and a button that acts. An error is shown below the question. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogButtons } from '../widgets/controls/Dialog.tsx';
import { FailureNote } from './FailureNote.tsx';

interface Props {
  title: string;
  question: string;
  /** Labels of the button that acts and of the cancel button. `cancel` is given if it means more than giving up. */
  action: string;
  cancel?: string;
  isDangerous: boolean;
  busy?: boolean;
  error?: unknown;
  onDo: () => void;
  onClose: () => void;
}

export default function AskDialog({
  title,
  question,
  action,
  cancel,
  isDangerous,
  busy = false,
  error,
  onDo,
  onClose,
}: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      {error ? <FailureNote error={error} /> : null}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {cancel ?? t('cancel')}
        </Button>
        <Button loading={busy} {...(isDangerous && { color: 'red', variant: 'outline' })} onClick={onDo}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
