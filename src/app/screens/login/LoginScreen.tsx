/** Login page. Shows the message that a 401 response left, and returns to the page it came from. */
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { SessionView } from '../../../core/generated/api.ts';
import type { Unsent } from '../../data/drafts.ts';
import { takeAccountLanguage } from '../../data/preferences.ts';
import { keys } from '../../data/queries.ts';
import { sessionEndMessage } from '../../data/signals.ts';
import { source } from '../../data/source.ts';
import { token } from '../../data/token.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import mark from '../../theme/mark.svg';
import classes from './Login.module.css';
import { UnsentNote } from './UnsentNote.tsx';

export default function LoginScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { message?: string; from?: string; unsent?: Unsent } | null };
  const failure = useFailureText();
  const [empty, setEmpty] = useState(false);
  const from = state?.from?.startsWith('/') && !state.from.startsWith('//') ? state.from : '/';
  const login = useLogin(from);
  // A login that is running or has just succeeded navigates by itself.
  if (token.get() && !login.isPending && !login.isSuccess) return <Navigate to={from} replace />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    setEmpty(!username || !password);
    if (username && password) login.mutate({ username, password });
    else login.reset();
  };
  const message = empty
    ? t('login.both')
    : login.error
      ? failure(login.error)
      : !login.isPending
        ? (state?.message ?? sessionEndMessage.get())
        : undefined;
  return (
    <Screen name="login" title={t('login.title')} width="narrow" quietTitle>
      <div className={`am-surface ${classes.card}`}>
        <img src={mark} alt="" width={52} height={52} />
        <p className={classes.name}>{t('product')}</p>
        <p className={classes.tagline}>{t('login.tagline')}</p>
        {state?.unsent && <UnsentNote unsent={state.unsent} onDeleted={() => navigate('/login', { replace: true })} />}
        <form onSubmit={submit} noValidate>
          {message && (
            <Alert color="red" variant="light" role="alert" icon={<Icon name="alert-triangle" />} mb="md">
              {message}
            </Alert>
          )}
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
          <Button type="submit" fullWidth size="md" loading={login.isPending}>
            {t('login.submit')}
          </Button>
        </form>
      </div>
    </Screen>
  );
}

/** Logs in and goes to `from`. A user who must change the password goes to the profile page first. */
function useLogin(from: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ username, password }: { username: string; password: string }) => source.login(username, password),
    onSuccess: (answer) => {
      client.clear();
      sessionEndMessage.forget();
      const { user } = answer;
      // Set the session before any screen requests it: until the password is changed, the server allows only that change.
      if (user.must_change_password)
        client.setQueryData<SessionView>(keys.session, { user, grants: user.grants, roles: [], may: {} });
      token.set(answer.access_token);
      const mustReload = takeAccountLanguage(user.language);
      if (mustReload) return window.location.replace(user.must_change_password ? '/profile' : from);
      navigate(user.must_change_password ? '/profile' : from, {
        replace: true,
        ...(user.must_change_password && { state: { from } }),
      });
    },
  });
}
