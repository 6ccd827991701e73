/** Shown instead of a form that cannot be opened: the reason, and a way to retry or go back. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../core/generated/api.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import { useOffline } from '../../offline/context.ts';
import { Failed } from '../../shell/Failed.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink, type Crumb } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';

const DraftNotice = lazyComponent(() => import('./draft/DraftNotice.tsx'), { words: WIDGET_NAMESPACES });

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
  /** What the person wanted to do. */
  title: string;
  why: string | undefined;
  back: { to: string; label?: string };
  crumbs?: Crumb[];
  /** Who can do something about it. */
  notes?: ReactNode;
  /** Buttons of what the person can do. */
  children?: ReactNode;
}

export function FormNotAllowed({ entry, screen, title, why, back, crumbs = [], notes, children }: RefusedProps) {
  const { t } = useTranslation('form');
  return (
    <Screen
      name={screen}
      form={entry.form}
      title={title}
      crumbs={[...useFormCrumbs(entry), ...crumbs, { label: title }]}
    >
      <Alert color="saffron" variant="light" icon={<Icon name="lock" />} mb="md" role="alert">
        {why ?? t('screen.notAllowed')}
      </Alert>
      {notes}
      <div className="am-flow">
        {children}
        <BarLink to={back.to}>{back.label ?? t('screen.back')}</BarLink>
      </div>
      <DraftNotice />
    </Screen>
  );
}
