/** The message of an error, with the request id that users can report. */
import { Alert } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../core/json.ts';
import { isApiError } from '../data/errors.ts';
import { lazyComponent } from '../data/onDemand.tsx';
import { Icon } from '../theme/Icon.tsx';

const MakeRoom = lazyComponent(() => import('./offline/MakeRoom.tsx'), { words: ['offline'] });

/** What to do next, for messages whose words are stated and do not say it, by code. */
const NEXT = {
  network: 'error.next.network',
  refused: 'error.next.refused',
  http_error: 'error.next.again',
  invalid_response: 'error.next.again',
  internal: 'error.next.again',
  route_not_found: 'error.next.reload',
  unauthorized: 'error.next.logIn',
  session_ended: 'error.next.logIn',
} as const;

/** Returns the message of an error and what to do next. */
function sentences(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return `${t('error.unexpected')} ${t('error.next.again')}`;
  const next = getOwn(NEXT, error.code);
  return next ? `${error.message} ${t(next)}` : error.message;
}

/**
 * Returns the server's message, or ours if it sent none. A server error also has a request id, by which an administrator
 * finds it in the log. The id is isolated from the direction of the text.
 */
export function failureText(error: unknown, t: TFunction): string {
  const said = sentences(error, t);
  return isApiError(error) && error.requestId ? `${said} ${t('error.requestId')} \u2068${error.requestId}\u2069` : said;
}

export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => failureText(error, t);
}

export function FailureNote({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} role="alert" mb="md">
      {sentences(error, t)}
      {isApiError(error) && error.code === 'store_full' && (
        <div style={{ marginBlockStart: '0.5rem' }}>
          <MakeRoom />
        </div>
      )}
      {isApiError(error) && error.requestId && (
        <div style={{ fontSize: '0.8125rem', marginBlockStart: '0.25rem' }}>
          {t('error.requestId')} <bdi dir="ltr">{error.requestId}</bdi>
        </div>
      )}
    </Alert>
  );
}
