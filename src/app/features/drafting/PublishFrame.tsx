/** Publishes what was checked, with a note of what is new: a version of a form, a shared part, a choice list or a report. */
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../personal-data/ReasonDialog.tsx';
import { FindingsOrFailure } from '../versions/Findings.tsx';

interface Props {
  check: { isPending: boolean; error: Error | null };
  publish: { isPending: boolean; error: Error | null; mutate: (note: string) => void };
  /** The note that is there already. */
  given?: string | undefined;
  /** What the check found lets it be published. */
  isReady: boolean;
  /** Shown in place of what was refused. */
  conflict?: ReactNode;
  onClose: () => void;
  /** What publishing would change. */
  children: ReactNode;
}

export function PublishFrame({ check, publish, given, isReady, conflict, onClose, children }: Props) {
  const { t } = useTranslation('admin');
  return (
    <ReasonDialog
      title={t('definitionDrafts.check')}
      size="lg"
      reasonLabel={t('commonParts.note')}
      reasonHint={t('versions.reasonHint')}
      {...(given && { given })}
      action={{ label: t('definitionDrafts.publish'), name: 'do-publish', isDangerous: false }}
      isReady={isReady && !conflict}
      work={{ isPending: publish.isPending, error: null }}
      onDo={publish.mutate}
      onClose={onClose}
    >
      {check.isPending && <Skeleton height={96} mb="md" />}
      {conflict || (check.error && <FindingsOrFailure error={check.error} />)}
      {children}
      {!conflict && publish.error && <FindingsOrFailure error={publish.error} />}
    </ReasonDialog>
  );
}
