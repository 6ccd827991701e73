/** Logging in: at the server, or by the encrypted store of this device in Offline mode and where the server is not reached. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { LoginResponse, SessionView } from '../../../core/generated/api.ts';
import { connectionMode } from '../../data/device/mode.ts';
import { pathAfterLogin } from '../../data/device/pathAfterLogin.ts';
import { isServerUnreachable } from '../../data/errors.ts';
import { onlineSource } from '../../data/onlineSource.ts';
import { applyAccountLanguage } from '../../data/preferences.ts';
import { queryKeys } from '../../data/queries.ts';
import { sessionEndMessage } from '../../data/signals.ts';
import { sessionToken } from '../../data/token.ts';
import { deviceHasStores } from '../../offline/store/session.ts';
import { loginOffline, openStoreAfterLogin, passwordWanted } from '../../offline/wire.ts';

interface Typed {
  username: string;
  password: string;
}

type LoggedIn = { answer: LoginResponse } | { localToken: string };

/** Logs in and goes to `from`, or where the session of the same person ended. A user who must change the password goes to the profile page first. */
export function useLogin(from: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: logIn,
    onSuccess: async (result, { password }) => {
      client.clear();
      sessionEndMessage.set(null);
      passwordWanted.set(undefined);
      if ('localToken' in result) {
        connectionMode.set('offline');
        sessionToken.set(result.localToken);
        navigate(from ?? '/', { replace: true });
        return;
      }
      const { user, access_token } = result.answer;
      // Set the session before any screen requests it: until the password is changed, the server allows only that change.
      if (user.must_change_password)
        client.setQueryData<SessionView>(queryKeys.session, { user, grants: user.grants, roles: [], may: {} });
      sessionToken.set(access_token);
      // A one-time password is not worth a store: the profile page opens it with the new one.
      const opened = user.must_change_password
        ? undefined
        : openStoreAfterLogin({ id: user.id, username: user.username }, password);
      const left = pathAfterLogin.take(user.id);
      const to = from ?? left ?? '/';
      const target = user.must_change_password ? '/profile' : to;
      if (applyAccountLanguage(user.language)) {
        // The other language needs a reload, which would cut off the opening of the store.
        await opened;
        return window.location.replace(target);
      }
      navigate(target, {
        replace: true,
        ...(user.must_change_password && { state: { from: to } }),
      });
    },
  });
}

/** Throws an ApiError, or a LocalAccountError where this device was asked. */
async function logIn({ username, password }: Typed): Promise<LoggedIn> {
  // Only the server opens a session again that it has ended: the device would return the token of the ended one.
  if (connectionMode.get() === 'offline' && !sessionEndMessage.get())
    return { localToken: await loginOffline(username, password) };
  try {
    return { answer: await onlineSource.login(username, password) };
  } catch (error) {
    if (!isServerUnreachable(error) || !deviceHasStores()) throw error;
    return { localToken: await loginOffline(username, password) };
  }
}
