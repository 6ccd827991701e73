/** Names stored versions that the server cannot work with, to who publishes. Nothing if there are none. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FormsResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';

export function UnservedVersions() {
  const { t, i18n } = useTranslation('admin');
  const forms = useQuery({
    // The sentences come in the language of the reader.
    queryKey: ['definition', 'unserved', i18n.language],
    queryFn: () => call<FormsResponse>('definitions'),
  });
  const unserved = forms.data?.unserved ?? [];
  if (unserved.length === 0) return null;
  const title = t('versions.unserved', { count: unserved.length, number: number(unserved.length) });
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} title={title} mb="md" data-unserved>
      <ul className="am-bullets">
        {unserved.map(({ name, version, message }) => (
          <li key={`${name}@${version}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}
