/** Saving what is not sent as an encrypted file, and taking such a file in: for a phone that breaks, is lost or is handed over. */
import { Button, FileInput, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidateRecords } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import type { RescueReason } from '../../offline/store/index.ts';
import { fileNameWithDay, saveFileToDevice } from '../../screens/record/save.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Offline.module.css';

/** Characters that the password of a file must have, as for accounts: whoever finds the file can try passwords. */
const SHORTEST = 10;

export function RescueFile() {
  const { t } = useTranslation('offline');
  const { operations } = useOffline();
  return (
    <section className="am-card am-after am-stack am-brief" data-group="rescue">
      <h2>{t('rescue.title')}</h2>
      {operations.length > 0 && (
        <>
          <p className="am-hint">{t('rescue.text')}</p>
          <details>
            <summary className="am-opener">{t('rescue.make')}</summary>
            <Make />
          </details>
        </>
      )}
      <details>
        <summary className="am-opener">{t('rescue.take')}</summary>
        <Take />
      </details>
    </section>
  );
}

function Make() {
  const { t } = useTranslation('offline');
  const { makeRescue } = useOffline();
  const [password, setPassword] = useState('');
  const make = useMutation({
    mutationFn: async () =>
      saveFileToDevice({ blob: await makeRescue(password), name: null }, fileNameWithDay('amanat', 'amanat')),
    onSuccess: () => {
      setPassword('');
      toast('success', t('rescue.made'));
    },
  });
  const isShort = password.length < SHORTEST;
  return (
    <form
      className={`${classes.rescue} am-gap-3 am-own-width am-stack`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort) make.mutate();
      }}
    >
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': t('app:login.showPassword') }}
        label={t('rescue.newPassword')}
        description={t('rescue.newPasswordText', { characters: number(SHORTEST) })}
        value={password}
        autoComplete="new-password"
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {make.error && <FailureNote error={make.error} />}
      <Button type="submit" loading={make.isPending} disabled={isShort}>
        {t('rescue.makeDo')}
      </Button>
    </form>
  );
}

function Take() {
  const { t } = useTranslation('offline');
  const { takeRescue } = useOffline();
  const forget = useInvalidateRecords();
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState('');
  const take = useMutation({
    mutationFn: (chosen: File) => takeRescue(chosen, password),
    onSuccess: async (records) => {
      setFile(null);
      setPassword('');
      toast('success', records > 0 ? t('rescue.taken', { records: number(records) }) : t('rescue.nothingNew'));
      await forget();
    },
  });
  const reason = reasonOf(take.error);
  return (
    <form
      className={`${classes.rescue} am-gap-3 am-own-width am-stack`}
      onSubmit={(event) => {
        event.preventDefault();
        if (file && password) take.mutate(file);
      }}
    >
      <FileInput label={t('rescue.file')} accept=".amanat" value={file} onChange={setFile} clearable />
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': t('app:login.showPassword') }}
        label={t('rescue.password')}
        value={password}
        autoComplete="off"
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {reason && (
        <p className="am-warning" role="alert">
          <Icon name="alert-triangle" size={16} /> {t(`rescue.failure.${reason}`)}
        </p>
      )}
      {take.error && !reason && <FailureNote error={take.error} />}
      <Button type="submit" loading={take.isPending} disabled={!file || password === ''}>
        {t('rescue.takeDo')}
      </Button>
    </form>
  );
}

function reasonOf(error: unknown): RescueReason | undefined {
  return error instanceof Error && error.name === 'RescueError'
    ? (error as { reason?: RescueReason }).reason
    : undefined;
}
