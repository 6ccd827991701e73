/**
 * Asks for the earlier password when the store of this device was closed with it: the password was changed on another device, or
 * by an administrator. Until then the person works online, and what is in the store stays as it is.
 */
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  accountErrorReason,
  type LockedStore,
  lockedStoreOfLogin,
  openWithEarlierPassword,
  reopenStore,
} from '../../offline/wire.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { OfficeFile } from './OfficeFile.tsx';

export default function EarlierPassword({ trouble }: { trouble: LockedStore }) {
  const { t } = useTranslation();
  const failure = useFailureText();
  const open = useMutation({ mutationFn: (earlier: string) => openWithEarlierPassword(trouble, earlier) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    open.mutate(String(new FormData(event.currentTarget).get('earlier') ?? ''));
  };
  const close = () => lockedStoreOfLogin.set(undefined);
  const reason = accountErrorReason(open.error);
  const said = reason === 'wrong_password' ? t('earlier.wrong') : reason ? t(`login.local.${reason}`) : undefined;
  return (
    <Dialog title={t('earlier.title')} onClose={close}>
      <form onSubmit={submit} noValidate>
        <p style={{ marginBlockStart: 0 }}>{t('earlier.question')}</p>
        <PasswordInput
          name="earlier"
          label={t('earlier.password')}
          autoComplete="off"
          dir="ltr"
          size="md"
          mb="md"
          error={said ?? (open.error ? failure(open.error) : undefined)}
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        />
        <OfficeFile
          username={trouble.account.username}
          password={trouble.password}
          onOpened={() => void reopenStore(trouble)}
        />
        <DialogButtons>
          <Button variant="default" onClick={close}>
            {t('earlier.later')}
          </Button>
          <Button type="submit" loading={open.isPending}>
            {t('earlier.open')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
