/**
 * /logout ends the session on the server, clears all cached data and goes to the login page, which shows what stays on this
 * device. It logs out before asking anything, because the user may walk away.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SessionView } from '../../../core/generated/api.ts';
import { connectionMode } from '../../data/device/mode.ts';
import { forgetAllRecentRecords } from '../../data/device/recent.ts';
import type { UnsentCounts } from '../../data/drafts/drafts.ts';
import { queryKeys } from '../../data/queries.ts';
import { sessionEndMessage } from '../../data/signals.ts';
import { source } from '../../data/source.ts';
import { sessionToken } from '../../data/token.ts';
import { countUnsentOperations, lockStoreAtLogout } from '../../offline/wire.ts';
import { Loading } from '../../shell/Loading.tsx';

export default function LogoutScreen() {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    let isLeft = false;
    const leave = async () => {
      const unsent = sessionToken.get()
        ? await endSession(client.getQueryData<SessionView>(queryKeys.session))
        : undefined;
      sessionEndMessage.set(null);
      forgetAllRecentRecords();
      sessionToken.clear();
      client.clear();
      if (!isLeft) navigate('/login', { replace: true, ...(unsent && { state: { unsent } }) });
    };
    void leave();
    return () => {
      isLeft = true;
    };
  }, [client, navigate]);
  return <Loading />;
}

/**
 * Ends the session, locks the store of the account and returns the user's unsent work on this device, if any. Errors of the
 * server are ignored. In Offline mode the server is not asked: the store keeps the session for contact after the next login.
 */
async function endSession(known: SessionView | undefined): Promise<UnsentCounts | undefined> {
  const session = known ?? (await source.session().catch(() => undefined));
  const isOnline = connectionMode.get() === 'online';
  const unsent = session && (await unsentOf(session.user.id, isOnline));
  if (isOnline) await source.logout().catch(() => undefined);
  await lockStoreAtLogout(isOnline).catch((error: unknown) => console.warn(error));
  return unsent && unsent.drafts + unsent.files + (unsent.changes ?? 0) > 0 ? unsent : undefined;
}

/** Sends the drafts that the server does not have yet, and removes those that it has from where others could read them. */
async function unsentOf(user: string, isOnline: boolean): Promise<UnsentCounts | undefined> {
  try {
    const { removeUploadedDrafts, countUnsentDrafts } = await import('../../data/drafts/drafts.ts');
    if (isOnline) {
      await (await import('../../data/drafts/sending.ts')).sendBeforeLogout(user);
      await removeUploadedDrafts(user);
    }
    return { ...(await countUnsentDrafts(user)), changes: await countUnsentOperations(user) };
  } catch {
    // A browser without a local database keeps no drafts.
    return undefined;
  }
}
