/** A screen whose data could not be loaded: shows the error and what to do next. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError, isNoNetwork } from '../data/errors.ts';
import { FailureNote } from './FailureNote.tsx';
import { NoNetwork } from './NoNetwork.tsx';
import { SwitchButton } from './offline/SwitchButton.tsx';
import { Screen } from './Screen.tsx';
import { BarLink, type Crumb } from './TopBar.tsx';

export function Failed({
  error,
  title: failed,
  hint,
  form,
  crumbs,
  onRetry,
  children,
}: {
  error: unknown;
  /** What failed, if the general title says too little. */
  title?: string;
  /** What to do about it, in offline mode: shown with a button that goes online. */
  hint?: string;
  form?: string;
  crumbs?: Crumb[];
  onRetry?: () => void;
  /** What the person has of it all the same. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const status = isApiError(error) ? error.status : -1;
  const missing = status === 404 && hint === undefined;
  const usual = isNoNetwork(error) ? t('offline.title') : t('error.title');
  const absent = isApiError(error) && error.code === 'draft_not_found' ? 'notFound.draft' : 'notFound.record';
  const title = missing ? t(absent) : status === 403 ? t('error.forbidden') : (failed ?? usual);
  return (
    <Screen
      name={missing ? 'not-found' : 'error'}
      title={title}
      width="narrow"
      {...(form && { form })}
      {...(crumbs && { crumbs })}
    >
      {hint ? <p>{hint}</p> : isNoNetwork(error) ? <NoNetwork /> : <FailureNote error={error} />}
      <p style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
        {hint && <SwitchButton to="online" />}
        {onRetry && !missing && status !== 403 && <Button onClick={onRetry}>{t('retry')}</Button>}
        <BarLink to="/" icon="home">
          {t('dashboard.title')}
        </BarLink>
      </p>
      {children}
    </Screen>
  );
}
