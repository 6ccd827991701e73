/** Asks before personal answers are erased: shows what is erased and what stays, warns, and takes the reason. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PersonalFind } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { queryKeys } from '../../data/queries.ts';
import { recordName } from '../../data/words.ts';
import { toast } from '../../shell/toasts/toast.tsx';
import { personalApi, personalKeys } from './api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

interface Props {
  record: Pick<PersonalFind, 'id' | 'is_person' | 'name' | 'code'>;
  /** Labels of the questions whose answers are erased, if known. */
  answers?: readonly string[];
  onClose: () => void;
}

export function EraseDialog({ record, answers = [], onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: (reason: string) => personalApi.anonymise(record, reason),
    onSuccess: async ({ message }) => {
      toast('success', message);
      onClose();
      // Reload everything that may have shown the name.
      await Promise.all([
        client.invalidateQueries({ queryKey: personalKeys.all }),
        client.invalidateQueries({ queryKey: queryKeys.allRecords }),
      ]);
    },
  });
  return (
    <ReasonDialog
      title={t(record.is_person ? 'personal.erase' : 'personal.eraseRestricted')}
      warning={t('personal.forGood')}
      reasonLabel={t('personal.reason')}
      reasonHint={t('personal.reasonHint')}
      action={{ label: t('personal.doErase'), name: 'do-erase', isDangerous: true }}
      work={erase}
      onDo={erase.mutate}
      onClose={onClose}
    >
      <p className="am-wraps">
        {t(record.is_person ? 'personal.askPerson' : 'personal.askRecord', {
          name: isolateName(recordName(record.name || record.code)),
        })}
      </p>
      {answers.length > 0 && (
        <ul className="am-columns am-bullets">
          {answers.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <p>
        {t(record.is_person ? 'personal.staysPerson' : 'personal.staysRecord', {
          code: isolateName(record.code ?? ''),
        })}
      </p>
    </ReasonDialog>
  );
}
