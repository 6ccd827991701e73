/** Login page. Shows the message that a 401 response left, and returns to the page it came from. */
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { connectionMode } from '../../data/device/mode.ts';
import type { UnsentCounts } from '../../data/drafts/drafts.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { sessionEndMessage } from '../../data/signals.ts';
import { sessionToken } from '../../data/token.ts';
import { accountErrorReason, passwordWanted } from '../../offline/wire.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import mark from '../../theme/mark.svg';
import { OfflineNote, useResetText } from './LocalDatabase.tsx';
import classes from './Login.module.css';
import { UnsentNote } from './UnsentNote.tsx';
import { useLogin } from './useLogin.ts';

const ClosedStore = lazyComponent(() => import('./ClosedStore.tsx'));

export default function LoginScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { message?: string; from?: string; unsent?: UnsentCounts } | null };
  const failure = useFailureText();
  const [empty, setEmpty] = useState(false);
  const from = state?.from?.startsWith('/') && !state.from.startsWith('//') ? state.from : undefined;
  const login = useLogin(from);
  const isOffline = useSyncExternalStore(connectionMode.subscribe, connectionMode.get) === 'offline';
  const [left, setLeft] = useState<number>();
  const [isOpened, setOpened] = useState(false);
  const resetText = useResetText();
  // A login that is running or has just succeeded navigates by itself.
  if (sessionToken.get() && !login.isPending && !login.isSuccess) return <Navigate to={from ?? '/'} replace />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    setEmpty(!username || !password);
    setLeft(undefined);
    setOpened(false);
    if (username && password) login.mutate({ username, password });
    else login.reset();
  };
  const reason = accountErrorReason(login.error);
  const message = empty
    ? t('login.both')
    : login.error
      ? reason
        ? t(`login.local.${reason}`)
        : failure(login.error)
      : !login.isPending
        ? (state?.message ??
          (sessionEndMessage.get() && `${sessionEndMessage.get()} ${t('error.next.logIn')}`) ??
          (passwordWanted.get() && t('login.local.again')))
        : undefined;
  return (
    <Screen name="login" title={t('login.title')} width="narrow" quietTitle>
      <div className={`am-surface ${classes.card}`}>
        <img src={mark} alt="" width={52} height={52} />
        <p className="am-above-3 am-center am-title">{t('product')}</p>
        <p className="am-after am-center am-dimmed">{t('login.tagline')}</p>
        {state?.unsent && <UnsentNote unsent={state.unsent} onDeleted={() => navigate('/login', { replace: true })} />}
        {isOffline && <OfflineNote onOnline={login.reset} />}
        {(left !== undefined || isOpened) && (
          <Alert color="green" variant="light" role="status" icon={<Icon name="check" />} mb="md">
            {left === undefined ? t('opening.opened') : resetText(left)}
          </Alert>
        )}
        <form onSubmit={submit} noValidate>
          {message && (
            <Alert color="red" variant="light" role="alert" icon={<Icon name="alert-triangle" />} mb="md">
              {message}
            </Alert>
          )}
          {reason && (
            <ClosedStore
              reason={reason}
              username={login.variables?.username}
              onOpened={() => {
                login.reset();
                setOpened(true);
              }}
              onReset={(accounts) => {
                login.reset();
                setLeft(accounts);
              }}
            />
          )}
          <NameAndPassword />
          <Button type="submit" fullWidth size="md" loading={login.isPending}>
            {t('login.submit')}
          </Button>
        </form>
      </div>
    </Screen>
  );
}

function NameAndPassword() {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        size="md"
        mb="md"
      />
      <PasswordInput
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        dir="ltr"
        size="md"
        mb="lg"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      />
    </>
  );
}
