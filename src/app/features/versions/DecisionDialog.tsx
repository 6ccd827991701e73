/** Asks for the reason of a decision about new records of a form, then sends it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/http.ts';
import { queryKeys } from '../../data/queries.ts';
import { toast } from '../../shell/toasts/toast.tsx';
import { ReasonDialog } from '../personal-data/ReasonDialog.tsx';

interface Props {
  form: string;
  /** Path of the call below the form. Its last part names the decision. */
  path: string;
  title: string;
  question: string;
  reasonLabel: string;
  /** What is said when it is done. */
  done: string;
  isDangerous: boolean;
  isReady?: boolean;
  /** What is sent besides the reason. */
  also?: object;
  onClose: () => void;
  children?: ReactNode;
}

export function VersionDecisionDialog(props: Props) {
  const {
    form,
    path,
    title,
    question,
    reasonLabel,
    done,
    isDangerous,
    isReady = true,
    also,
    onClose,
    children,
  } = props;
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (reason: string) =>
      call<unknown>(`definitions/${encodeURIComponent(form)}/${path}`, { method: 'POST', body: { reason, ...also } }),
    onSuccess: async () => {
      toast('success', done);
      onClose();
      const outdated = [['definition', form], queryKeys.forms, queryKeys.allRecords, queryKeys.home];
      await Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  return (
    <ReasonDialog
      title={title}
      reasonLabel={reasonLabel}
      reasonHint={t('versions.reasonHint')}
      action={{ label: title, name: `do-${path.split('/').at(-1)}`, isDangerous }}
      isReady={isReady}
      work={decide}
      onDo={decide.mutate}
      onClose={onClose}
    >
      <p className="am-wraps">{question}</p>
      {children}
    </ReasonDialog>
  );
}
