/** Shows a one-time password, with the note that it cannot be shown again after closing. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OneTimePassword as Given } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { instant } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import classes from './Accounts.module.css';

interface Props {
  username: string;
  given: Pick<Given, 'password' | 'expires_at'>;
  onClose: () => void;
}

export function OneTimePassword({ username, given: { password, expires_at }, onClose }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(password).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog title={t('accounts.oneTime')} onClose={onClose}>
      <p>{t('accounts.oneTimeHint', { name: isolateName(username) })}</p>
      <output
        className={`${classes.password} am-sunken am-block am-above-3 am-below-3 am-pad-3 am-round am-title am-center am-mono`}
        dir="ltr"
      >
        {password}
      </output>
      <p className="am-after am-meta">{t('accounts.oneTimeUntil', { at: instant(expires_at) })}</p>
      {copied === false && <p className="am-after am-meta">{t('accounts.notCopied')}</p>}
      <DialogButtons>
        {Boolean(navigator.clipboard) && (
          <ActionButton icon={copied ? 'check' : 'copy'} variant="outline" onClick={() => void copy()}>
            {t(copied ? 'accounts.copied' : 'accounts.copy')}
          </ActionButton>
        )}
        <Button onClick={onClose}>{t('accounts.noted')}</Button>
      </DialogButtons>
    </Dialog>
  );
}
