/** The message of an error, with the request id that users can report. */
import { Alert } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../data/errors.ts';
import { onDemand } from '../data/onDemand.tsx';
import { Icon } from '../theme/Icon.tsx';

const MakeRoom = onDemand(() => import('./offline/MakeRoom.tsx'), { words: ['offline'] });

/**
 * Returns the server's message, or ours if it sent none. A server error also has a request id, by which an administrator
 * finds it in the log. The id is isolated from the direction of the text.
 */
export function failureText(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return t('error.unexpected');
  return error.requestId ? `${error.message} ${t('error.requestId')} \u2068${error.requestId}\u2069` : error.message;
}

export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => failureText(error, t);
}

export function FailureNote({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} role="alert" mb="md">
      {isApiError(error) ? error.message : t('error.unexpected')}
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
