/** Shows whether a version is withdrawn and who decided so, with a button to decide otherwise. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormVersion } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { instant, number } from '../../data/words.ts';
import { VersionDecisionDialog } from './DecisionDialog.tsx';

interface Props {
  form: string;
  one: FormVersion;
  /** False for the only version that takes new records. */
  mayWithdraw: boolean;
  /** Lists and exports have its wording. */
  isNewest: boolean;
}

export function WithdrawalPanel({ form, one: { version, withdrawn }, mayWithdraw, isNewest }: Props) {
  const { t } = useTranslation('admin');
  const [isAsked, setIsAsked] = useState(false);
  const decision = withdrawn ? 'reinstate' : 'withdraw';
  const names = { version: number(version) };
  const asks = withdrawn ? ['askReinstate'] : ['askWithdraw', ...(isNewest ? ['wordsStay'] : [])];
  const question = asks.map((key) => t(`versions.${key}`, names)).join(' ');
  return (
    <>
      {withdrawn && (
        <p className="am-wraps" data-withdrawn>
          <b>{t('versions.withdrawn')}</b>{' '}
          <span className="am-hint">
            {t('versions.retiredBy', { name: isolateName(withdrawn.by.name ?? '–'), at: instant(withdrawn.at) })}
          </span>
          <br />
          {t('restrictions.reasonWas', { reason: isolateName(withdrawn.reason) })}
        </p>
      )}
      {(withdrawn || mayWithdraw) && (
        <Button variant="default" onClick={() => setIsAsked(true)} data-action={decision}>
          {t(`versions.${decision}`)}
        </Button>
      )}
      {isAsked && (
        <VersionDecisionDialog
          form={form}
          path={`${version}/${decision}`}
          title={t(`versions.${decision}`)}
          question={question}
          reasonLabel={t(withdrawn ? 'versions.reinstateReason' : 'versions.withdrawReason')}
          done={t(withdrawn ? 'versions.nowReinstated' : 'versions.nowWithdrawn', names)}
          isDangerous={!withdrawn}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
