/** The words of a failure, with the request id people can pass on. */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../data/errors.ts';
import { Icon } from '../theme/Icon.tsx';

/** Sentence for people: the server's own, or ours when no answer came. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!isApiError(error)) return t('error.unexpected');
    if (error.code === 'network') return t('error.noAnswer');
    if (error.code === 'invalid_response') return t('error.invalidResponse');
    return error.message;
  };
}

export function FailureNote({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const words = useFailureText();
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} role="alert" mb="md">
      {words(error)}
      {isApiError(error) && error.requestId && (
        <div style={{ fontSize: '0.8125rem', marginBlockStart: '0.25rem' }}>
          {t('error.requestId')} <bdi dir="ltr">{error.requestId}</bdi>
        </div>
      )}
    </Alert>
  );
}
