/** A question before something is done: the way back, and the button that does it; what failed stands below the question. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../widgets/controls/Dialog.tsx';
import classes from './AskDialog.module.css';
import { FailureNote } from './FailureNote.tsx';

interface Props {
  title: string;
  question: string;
  /** Words of the button, and of the way back where it is not just given up. */
  action: string;
  cancel?: string;
  isDangerous: boolean;
  busy?: boolean;
  error?: unknown;
  onDo: () => void;
  onClose: () => void;
}

export function AskDialog({ title, question, action, cancel, isDangerous, busy = false, error, onDo, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <p style={{ marginBlockStart: 0 }}>{question}</p>
      {error ? <FailureNote error={error} /> : null}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {cancel ?? t('cancel')}
        </Button>
        <Button loading={busy} {...(isDangerous && { color: 'red' })} onClick={onDo}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
