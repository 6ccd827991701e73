/** Shown instead of a form that cannot be opened: the reason, and a way to retry or go back. */
import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry } from '../../../core/generated/api.ts';
import { onDemand, WIDGET_WORDS } from '../../data/onDemand.tsx';
import { text } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';

const DraftNotice = onDemand(() => import('./draft/DraftNotice.tsx'), { words: WIDGET_WORDS });

export function NotPrepared({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const isOffline = useOffline().mode === 'offline';
  return (
    <Failed
      title={t('error.notPrepared')}
      error={error}
      {...(isOffline && { hint: t('error.notOnDevice') })}
      onRetry={onRetry}
    >
      <DraftNotice />
    </Failed>
  );
}

interface RefusedProps {
  entry: FormEntry;
  screen: string;
  why: string | undefined;
  back: string;
}

export function Refused({ entry, screen, why, back }: RefusedProps) {
  const { t } = useTranslation('form');
  return (
    <Screen name={screen} form={entry.form} title={why ? text(entry.title) : t('screen.notAllowed')}>
      <Alert color="saffron" variant="light" icon={<Icon name="lock" />} mb="md" role="alert">
        {why ?? t('screen.notAllowed')}
      </Alert>
      <Button component={Link} to={back} variant="outline">
        {t('screen.back')}
      </Button>
      <DraftNotice />
    </Screen>
  );
}
