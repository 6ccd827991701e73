/** The question before personal answers are erased: what goes, what stays, that nothing brings it back, and why. */
import { Alert, Button, Group, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../data/errors.ts';
import { keys } from '../../data/queries.ts';
import { isolate } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { type FoundRecord, personalApi, personalKeys } from './api.ts';
import classes from './PersonalData.module.css';

interface Props {
  record: Pick<FoundRecord, 'id' | 'is_person' | 'name' | 'code'>;
  /** Questions whose answers go, where they are known. */
  answers?: readonly string[];
  onClose: () => void;
}

export function EraseDialog({ record, answers = [], onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const erase = useMutation({
    mutationFn: () => personalApi.anonymise(record, reason),
    onSuccess: async ({ message }) => {
      toast('success', message);
      onClose();
      // Everything that showed the name is asked for again.
      await Promise.all([
        client.invalidateQueries({ queryKey: personalKeys.all }),
        client.invalidateQueries({ queryKey: keys.allRecords }),
      ]);
    },
  });
  const said = isApiError(erase.error) ? erase.error.errors?.['/reason']?.[0]?.message : undefined;
  return (
    <Dialog title={t(record.is_person ? 'personal.erase' : 'personal.eraseRestricted')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          erase.mutate();
        }}
      >
        <p className={classes.first}>
          {t(record.is_person ? 'personal.askPerson' : 'personal.askRecord', {
            name: isolate(record.name || (record.code ?? '')),
          })}
        </p>
        {answers.length > 0 && (
          <ul className={classes.going}>
            {answers.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        <p>
          {t(record.is_person ? 'personal.staysPerson' : 'personal.staysRecord', { code: isolate(record.code ?? '') })}
        </p>
        <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} mb="md">
          {t('personal.forGood')}
        </Alert>
        <Textarea
          name="reason"
          label={t('personal.reason')}
          description={t('personal.reasonHint')}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={said}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {erase.error && !said ? <FailureNote error={erase.error} /> : null}
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('tables.cancel')}
          </Button>
          <Button
            type="submit"
            color="red"
            disabled={reason.trim() === ''}
            loading={erase.isPending}
            data-action="do-erase"
          >
            {t('personal.doErase')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
