/**
 * Offers the unsent work of a store that does not open as a file for the office, if there is some, and opens the store with what the
 * office gave. The work stays on the device.
 */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { fileNameWithDay, saveFileToDevice } from '../record/save.ts';
import { UnlockFileForm } from './OpeningFile.tsx';

const stores = () => import('../../offline/store/index.ts');

interface Props {
  username: string;
  /** The password of now, if it is known. */
  password?: string;
  onOpened: () => void;
}

export function OfficeFile({ username, password, onOpened }: Props) {
  const { t } = useTranslation();
  const count = useQuery({
    queryKey: ['office-file', username],
    queryFn: async () => (await stores()).countChangesForOffice(username),
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: async () => {
      const blob = await (await stores()).makeOfficeFile(username);
      saveFileToDevice({ blob, name: null }, fileNameWithDay('amanat-office', 'amanat'));
    },
  });
  if (!count.data) return null;
  return (
    <Alert
      color="blue"
      variant="light"
      icon={<Icon name="device-floppy" />}
      title={t('officeFile.title', { changes: number(count.data) })}
      mb="md"
      role="group"
      data-office-file
    >
      <p style={{ margin: '0 0 0.75rem' }}>{t('officeFile.text')}</p>
      <Button
        size="sm"
        variant="default"
        className="am-wrapping"
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('officeFile.save')}
      </Button>
      <p role="status" style={{ margin: save.isIdle || save.isPending ? 0 : '0.75rem 0 0' }}>
        {save.isSuccess && t('officeFile.saved')}
        {save.isError && t('officeFile.failed')}
      </p>
      <UnlockFileForm username={username} password={password} onOpened={onOpened} />
    </Alert>
  );
}
