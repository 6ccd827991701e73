/** The section "Offline" of the settings: what is on this device, and what can be done with it. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import { isApiError } from '../../data/errors.ts';
import { instant, number } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { isOfflineReady } from '../../offline/ready.ts';
import { renewalProgress } from '../../offline/store/renewalProgress.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import AskDialog from '../../shell/AskDialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import FreeUpSpace from '../../shell/offline/MakeRoom.tsx';
import { formatBytes } from '../../shell/offline/words.ts';
import { BarLink } from '../../shell/TopBar.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { OfflineNotSetUp } from './NotSetUp.tsx';

export default function OfflineSettings() {
  const { t } = useTranslation('offline');
  const offline = useOffline();
  const records = Object.values(offline.counts).reduce((sum, count) => sum + count, 0);
  return (
    <section className="am-card am-after am-stack am-brief" data-settings="offline">
      <h2>{t('settings.title')}</h2>
      {offline.isSupported ? (
        <p>{isOfflineReady(offline) ? t('settings.ready', { records: number(records) }) : t('settings.notReady')}</p>
      ) : (
        <OfflineNotSetUp />
      )}
      {offline.isSupported && !offline.store && (
        <BarLink to={PREPARE_PATH} icon="download" primary>
          {t('settings.prepare')}
        </BarLink>
      )}
      {offline.store && (
        <>
          <Renewal />
          <Facts />
          <Refresh />
          <Reset />
        </>
      )}
    </section>
  );
}

/** Shown while the store of an earlier build is encrypted anew. */
function Renewal() {
  const { t } = useTranslation('offline');
  const progress = useSyncExternalStore(renewalProgress.subscribe, renewalProgress.get);
  if (!progress) return null;
  const { done, total } = progress;
  return <p role="status">{t('settings.renewing', { done: number(done), total: number(total) })}</p>;
}

function Facts() {
  const { t } = useTranslation('offline');
  const offline = useOffline();
  const { storage, persist } = offline;
  // A store is opened at the login. What a device never took along was never synced.
  const upToDate = isOfflineReady(offline) && offline.upToDate;
  const use = useQuery({ queryKey: ['offline', 'storage'], queryFn: storage, staleTime: 0 });
  const protect = useMutation({ mutationFn: persist, onSuccess: () => void use.refetch() });
  return (
    <>
      <dl className="am-below-3 am-facts am-gap-1 am-stack">
        <div>
          <dt>{t('settings.lastSync')}</dt>
          <dd>{upToDate ? instant(upToDate) : t('settings.never')}</dd>
        </div>
        {use.data && (
          <div>
            <dt>{t('settings.storage')}</dt>
            <dd>
              {use.data.quota === null
                ? formatBytes(use.data.used)
                : t('settings.of', { used: formatBytes(use.data.used), quota: formatBytes(use.data.quota) })}
            </dd>
          </div>
        )}
      </dl>
      {use.data && <p>{t(use.data.isPersistent ? 'settings.persistent' : 'settings.notPersistent')}</p>}
      {use.data && !use.data.isPersistent && (
        <div className="am-flow">
          <ActionButton
            icon="shield-check"
            variant="default"
            loading={protect.isPending}
            onClick={() => protect.mutate()}
          >
            {t('settings.protect')}
          </ActionButton>
        </div>
      )}
      {protect.data === false && <p role="status">{t('settings.refused')}</p>}
      <div className="am-flow">
        <FreeUpSpace />
      </div>
      <p className="am-hint">{t('room.text')}</p>
    </>
  );
}

function Refresh() {
  const { t } = useTranslation(['offline', 'app']);
  const { refresh, mode } = useOffline();
  const client = useQueryClient();
  const get = useMutation({
    mutationFn: refresh,
    onSuccess: () => {
      toast('success', t('settings.refreshed'));
      void client.invalidateQueries();
    },
  });
  return (
    <>
      {get.error && <FailureNote error={get.error} />}
      <div className="am-flow">
        <ActionButton
          icon="refresh"
          variant="default"
          loading={get.isPending}
          disabled={mode === 'offline'}
          onClick={() => get.mutate()}
        >
          {t('settings.refresh')}
        </ActionButton>
      </div>
      <p className="am-hint">{mode === 'offline' ? t('app:error.offlineMode') : t('settings.refreshText')}</p>
    </>
  );
}

/** Returns the documented reason why the database was not reset. */
function resetFailure(error: unknown, t: (key: string) => string): string {
  const status = isApiError(error) ? error.status : undefined;
  if (status === 0) return t('settings.failure.connection');
  return t(
    status !== undefined && status >= 502 && status <= 504 ? 'settings.failure.server' : 'settings.failure.request',
  );
}

function Reset() {
  const { t } = useTranslation('offline');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { reset, operations } = useOffline();
  const [isAsked, setAsked] = useState(false);
  const clear = useMutation({
    mutationFn: reset,
    onSuccess: () => {
      setAsked(false);
      toast('success', t('settings.resetDone'));
      void client.resetQueries();
      navigate(PREPARE_PATH);
    },
  });
  const waiting = operations.length;
  return (
    <>
      <div className="am-flow">
        <Button variant="outline" color="red" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          {t('settings.reset')}
        </Button>
      </div>
      <p className="am-hint">{t('settings.resetText')}</p>
      {isAsked && (
        <AskDialog
          title={clear.error ? resetFailure(clear.error, t) : t('settings.resetAsk')}
          question={
            clear.error
              ? t('settings.failureText')
              : waiting > 0
                ? t('settings.resetWaiting', { waiting: number(waiting) })
                : t('settings.resetNothing')
          }
          action={clear.error ? t('sync.retry') : t('settings.resetDo')}
          isDangerous
          busy={clear.isPending}
          onDo={() => clear.mutate()}
          onClose={() => {
            setAsked(false);
            clear.reset();
          }}
        />
      )}
    </>
  );
}
