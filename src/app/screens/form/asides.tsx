/** What stands beside the open form or asks before it goes on: drawn only when there is something to say. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { localDigits } from '../../../core/text/digits.ts';
import type { Draft } from '../../data/drafts.ts';
import { instant } from '../../data/words.ts';
import { Dialog } from '../../shell/Dialog.tsx';
import { useItems } from '../../widgets/controls/useItems.ts';
import { useWidgets, useWords } from '../../widgets/environment.tsx';
import type { FormStore } from '../../widgets/store.ts';
import type { Unanswered } from './unanswered.ts';

/** The problem types of the form's list, for the rules that need them. */
export function ProblemTypes({ list, store }: { list: string; store: FormStore }) {
  const { source } = useWidgets();
  const { items } = useItems(['choices', list], () => source.choices(list));
  useEffect(() => {
    if (items.length > 0)
      store.setProblemTypes(items.map(({ id, code = null, category = null }) => ({ id, code, category })));
  }, [items, store]);
  return null;
}

interface RestoredProps {
  draft: Draft;
  /** The record was changed since the draft was begun. */
  stale: boolean;
  /** The draft was begun with another version of the form. */
  otherForm: boolean;
  onStartOver: () => void;
}

export function Restored({ draft, stale, otherForm, onStartOver }: RestoredProps) {
  const { t } = useWords();
  return (
    <Alert color="lapis" variant="light" className="am-form-note" role="status">
      <Group justify="space-between" gap="xs">
        <span>
          {t('draft.restored', { when: instant(draft.at) })} {stale && t('draft.older')}{' '}
          {otherForm && t('draft.olderForm')}
        </span>
        <Button size="compact-sm" variant="outline" onClick={onStartOver}>
          {t('draft.startOver')}
        </Button>
      </Group>
    </Alert>
  );
}

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

/** A sheet may be saved half empty; whoever did it by mistake sees it here. */
export function AskUnanswered({ counts, onBack, onSave }: AskUnansweredProps) {
  const { language } = useWidgets();
  const { t, fill } = useWords();
  const digits = { open: localDigits(counts.open, language), total: localDigits(counts.total, language) };
  return (
    <Ask title={t('screen.unansweredTitle')} text={fill('screen.unansweredText', digits)} onClose={onBack}>
      <Button onClick={onSave} data-answer="save">
        {t('screen.unansweredSave')}
      </Button>
      <Button variant="default" onClick={onBack}>
        {t('screen.unansweredBack')}
      </Button>
    </Ask>
  );
}
