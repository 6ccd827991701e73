/**
 * Opens a store with the file and the code that the office gave for it, and locks it with a new password. Part of forms, so it is
 * none itself.
 */
import { Button, FileInput, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../data/words.ts';
import type { RescueReason } from '../../offline/store/index.ts';

/** Characters that the password must have, as for accounts. */
const SHORTEST = 10;

interface Props {
  username: string;
  /** The new password, if the person has typed it before. */
  password?: string | undefined;
  onOpened: () => void;
}

export function UnlockFileForm({ username, password, onOpened }: Props) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState('');
  const after = password ?? typed;
  const open = useMutation({
    mutationFn: async (chosen: File) => {
      const { unlockWithFile } = await import('../../offline/store/index.ts');
      await unlockWithFile(username, chosen, code, after);
    },
    onSuccess: onOpened,
  });
  const isReady = code.trim() !== '' && (password !== undefined || typed.length >= SHORTEST);
  return (
    <details>
      <summary className="am-opener">{t('opening.title')}</summary>
      <div className="am-stack am-gap-3">
        <FileInput
          label={t('opening.file')}
          placeholder={t('opening.choose')}
          accept=".amanat"
          value={file}
          onChange={setFile}
          clearable
        />
        <TextInput
          label={t('opening.code')}
          description={t('opening.codeText')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        {password === undefined && (
          <PasswordInput
            label={t('opening.password')}
            description={t('opening.passwordText', { characters: number(SHORTEST) })}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="new-password"
            dir="ltr"
            visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          />
        )}
        {open.error && (
          <p className="am-warning" role="alert">
            {t(`opening.failure.${reasonOf(open.error)}`)}
          </p>
        )}
        <Button
          size="sm"
          loading={open.isPending}
          disabled={!isReady || !file}
          onClick={() => {
            if (file) open.mutate(file);
          }}
        >
          {t('opening.open')}
        </Button>
      </div>
    </details>
  );
}

function reasonOf(error: Error): RescueReason {
  return error.name === 'RescueError' ? (error as Error & { reason: RescueReason }).reason : 'unreadable';
}
