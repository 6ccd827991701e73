/** Whether the draft on the screen is saved, and the choice between two drafts. */
import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isolateName } from '../../../core/text/languages.ts';
import { instant } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { DifferenceList } from '../versions/Differences.tsx';
import classes from './drafting.module.css';
import { focusNext } from './fields.tsx';
import type { OpenDraft } from './useDraft.ts';

interface Props {
  open: Pick<OpenDraft<unknown>, 'state' | 'theirs' | 'keepMine' | 'takeTheirs'>;
  /** What gets the focus once one of two drafts was chosen. */
  focus: string;
}

export function SaveState({ open, focus }: Props) {
  if (open.state === 'conflict' && open.theirs) return <DraftConflict open={open} focus={focus} />;
  return <SaveStatus state={open.state} />;
}

export function SaveStatus({ state }: Pick<Props['open'], 'state'>) {
  const { t } = useTranslation('admin');
  return (
    <p className="am-hint am-after am-inline" role="status" data-state={state}>
      <Icon name={state === 'failed' ? 'wifi-off' : state === 'saved' ? 'check' : 'refresh'} size={16} />{' '}
      {t(`drafting.state.${state}`)}
    </p>
  );
}

export function DraftConflict({ open: { theirs, keepMine, takeTheirs }, focus }: Props) {
  const { t } = useTranslation('admin');
  if (!theirs) return null;
  const { differences = [] } = theirs;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />} role="alert" mb="md" data-conflict>
      <p className="am-wraps">
        {t('drafting.conflict', { name: isolateName(theirs.by.name ?? '–'), at: instant(theirs.at) })}{' '}
        {t(differences.length > 0 ? 'drafting.conflictDifferences' : 'drafting.conflictSame')}
      </p>
      {differences.length > 0 && (
        <div className={`${classes.theirs} am-below-3`}>
          <DifferenceList found={differences} isOpen />
        </div>
      )}
      <Group gap="xs">
        {(
          [
            ['takeTheirs', takeTheirs],
            ['keepMine', keepMine],
          ] as const
        ).map(([words, choose]) => (
          <Button
            key={words}
            size="sm"
            variant="default"
            data-action={words}
            onClick={() => {
              choose();
              focusNext(focus);
            }}
          >
            {t(`drafting.${words}`)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
