/** Asks before a final action on people's answers: shows what happens and takes the reason, which the log keeps. */
import { Alert, Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanText, isBlankText } from '../../../core/text/letters.ts';
import { isApiError } from '../../data/errors.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';

interface Props {
  title: string;
  size?: string;
  /** Warning that the action cannot be undone. */
  warning?: string;
  reasonLabel: string;
  reasonHint: string;
  /** What was said before. */
  given?: string;
  action: { label: string; name: string; isDangerous: boolean };
  /** False until everything the decision depends on is shown. */
  isReady?: boolean;
  work: { error: Error | null; isPending: boolean };
  onDo: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
}

export function ReasonDialog(props: Props) {
  const {
    title,
    size,
    warning,
    reasonLabel,
    reasonHint,
    given = '',
    action,
    isReady = true,
    work,
    onDo,
    onClose,
    children,
  } = props;
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState<string>();
  const reason = typed ?? given;
  const mayDo = isReady && !isBlankText(reason);
  const reasonError = isApiError(work.error) ? work.error.errors?.['/reason']?.[0]?.message : undefined;
  return (
    <Dialog title={title} {...(size && { size })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mayDo) onDo(cleanText(reason));
        }}
      >
        {children}
        {warning && (
          <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} mb="md">
            {warning}
          </Alert>
        )}
        <Textarea
          name="reason"
          label={reasonLabel}
          description={reasonHint}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={reasonError}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {work.error && !reasonError ? <FailureNote error={work.error} /> : null}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('tables.cancel')}
          </Button>
          <Button
            type="submit"
            {...(action.isDangerous && { color: 'red', variant: 'outline' })}
            disabled={!mayDo}
            loading={work.isPending}
            data-action={action.name}
          >
            {action.label}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
