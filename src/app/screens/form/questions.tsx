/** Dialogs before leaving or saving an incomplete form. Loaded after the first answer, because none appears before. */
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { localDigits } from '../../../core/text/digits.ts';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { useWidgets, useWords } from '../../widgets/environment.tsx';
import type { Unanswered } from './unanswered.ts';

interface AskProps {
  title: string;
  text: string;
  onClose: () => void;
  children: ReactNode;
}

function Ask({ title, text, onClose, children }: AskProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Text>{text}</Text>
      <Group mt="md" gap="xs">
        {children}
      </Group>
    </Dialog>
  );
}

interface AskLeavingProps {
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
}

export function AskLeaving({ onStay, onLeave, onDiscard }: AskLeavingProps) {
  const { t } = useWords();
  return (
    <Ask title={t('screen.unsavedTitle')} text={t('screen.unsavedText')} onClose={onStay}>
      <Button onClick={onStay}>{t('screen.stay')}</Button>
      <Button variant="default" onClick={onLeave}>
        {t('screen.leave')}
      </Button>
      <Button variant="subtle" color="red" onClick={onDiscard}>
        {t('screen.discard')}
      </Button>
    </Ask>
  );
}

interface AskUnansweredProps {
  counts: Unanswered;
  onBack: () => void;
  onSave: () => void;
}

/** A visit may be saved incomplete. This dialog warns people who did so by mistake. */
export function AskUnanswered({ counts, onBack, onSave }: AskUnansweredProps) {
  const { language } = useWidgets();
  const { t, fill } = useWords();
  const digits = { open: localDigits(counts.open, language), total: localDigits(counts.total, language) };
  return (
    <Ask title={t('screen.unansweredTitle')} text={fill('screen.unansweredText', digits)} onClose={onBack}>
      <Button onClick={onBack}>{t('screen.unansweredBack')}</Button>
      <Button variant="default" onClick={onSave} data-answer="save">
        {t('screen.unansweredSave')}
      </Button>
    </Ask>
  );
}
