/**
 * The office takes in the unsent work of a person whose device does not open: it opens their file with the rescue key, sees whose
 * work it is and how much, and sends it under their name.
 */
import { Button, FileInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountResponse, RescueKeyResponse } from '../../../core/generated/api.ts';
import { isApiError } from '../../data/errors.ts';
import { call } from '../../data/http.ts';
import { useSession } from '../../data/queries.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Offline.module.css';
import { OpenedWork } from './OpenedWork.tsx';
import type { RescuedWork } from './rescuedWork.ts';

/** Why a file was not opened. Each has a sentence. */
type Failure = 'unreadable' | 'wrong_key' | 'other_key' | 'with_password' | 'unknown_account';

class NotOpened extends Error {
  readonly reason: Failure;

  constructor(reason: Failure) {
    super(reason);
    this.reason = reason;
  }
}

export default function TakeInScreen() {
  const { t } = useTranslation(['offline', 'app']);
  const session = useSession();
  const [found, setFound] = useState<RescuedWork | null>(null);
  if (session.error) return <Failed error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data && !session.data.may.accounts) return <ForbiddenScreen />;
  const title = t('takeIn.title');
  return (
    <Screen
      name="take-in"
      title={title}
      crumbs={[{ label: t('app:accounts.title'), to: '/admin/accounts' }, { label: title }]}
    >
      <p className="am-hint">{t('takeIn.lead')}</p>
      {found ? (
        <OpenedWork found={found} onOther={() => setFound(null)} />
      ) : (
        <section className="am-card am-after am-stack am-brief">
          <OpenFile onFound={setFound} />
        </section>
      )}
    </Screen>
  );
}

function OpenFile({ onFound }: { onFound: (found: RescuedWork) => void }) {
  const { t } = useTranslation('offline');
  const [file, setFile] = useState<File | null>(null);
  const [keyFile, setKeyFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState('');
  const open = useMutation({
    mutationFn: async (chosen: File) => openAtOffice(chosen, keyFile ? await keyFile.text() : pasted),
    onSuccess: onFound,
  });
  const isReady = file !== null && (keyFile !== null || pasted.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file && isReady) open.mutate(file);
  };
  return (
    <form className={`${classes.rescue} am-gap-3 am-own-width am-stack`} onSubmit={submit}>
      <FileInput
        label={t('takeIn.file')}
        description={t('takeIn.fileText')}
        placeholder={t('takeIn.choose')}
        accept=".amanat"
        value={file}
        onChange={setFile}
        clearable
      />
      <FileInput
        label={t('takeIn.keyFile')}
        description={t('takeIn.keyText')}
        placeholder={t('takeIn.choose')}
        accept=".pem"
        value={keyFile}
        onChange={setKeyFile}
        clearable
      />
      {!keyFile && (
        <Textarea
          label={t('takeIn.keyPasted')}
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          rows={3}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {open.error instanceof NotOpened && (
        <p className="am-warning" role="alert">
          <Icon name="alert-triangle" size={16} /> {t(`takeIn.failure.${open.error.reason}`)}
        </p>
      )}
      {open.error && !(open.error instanceof NotOpened) && <FailureNote error={open.error} />}
      <Button type="submit" loading={open.isPending} disabled={!isReady}>
        {t('takeIn.open')}
      </Button>
    </form>
  );
}

/** Throws NotOpened, or an ApiError if the server was not reached. */
async function openAtOffice(file: File, pem: string): Promise<RescuedWork> {
  const { rescueKeyNameOf, publicKeyName, openOfficeFile } = await import('../../offline/store/index.ts');
  const ofFile = await rescueKeyNameOf(file).catch(() => {
    throw new NotOpened('unreadable');
  });
  if (ofFile === undefined) throw new NotOpened('with_password');
  const { key } = await call<RescueKeyResponse>('rescue-key');
  const isOurs = key !== null && ofFile === (await publicKeyName(key));
  const opened = await openOfficeFile(file, pem).catch((error: unknown) => {
    const isKey = (error as { reason?: string }).reason === 'wrong_key';
    throw new NotOpened(!isKey ? 'unreadable' : isOurs ? 'wrong_key' : 'other_key');
  });
  const account = await call<AccountResponse>(`users/${encodeURIComponent(opened.account)}`).catch((error: unknown) => {
    throw isApiError(error) && error.status === 404 ? new NotOpened('unknown_account') : error;
  });
  return { opened, account: account.data };
}
