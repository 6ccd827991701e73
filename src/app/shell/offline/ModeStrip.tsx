/** The calm strip below the navbar: offline mode, what is not sent yet, what is being taken along, and what to do next. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import type { ConnectionMode } from '../../data/device/mode.ts';
import { number, percent } from '../../data/words.ts';
import { isSyncing, useOffline } from '../../offline/context.ts';
import { isOfflineReady } from '../../offline/ready.ts';
import { isMobileDataOff, useIsNetworkLost } from '../../offline/useNetwork.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './ModeStrip.module.css';
import { SwitchDialog } from './SwitchButton.tsx';
import { useFormTitles } from './useFormTitles.ts';

const ACT = `${classes.act} am-plain am-underlined am-tall am-joined am-gap-2 am-strong`;

export default function ModeStrip() {
  const { t } = useTranslation(['offline', 'app']);
  const offline = useOffline();
  const { pathname } = useLocation();
  const isLost = useIsNetworkLost();
  const [asked, setAsked] = useState<ConnectionMode>();
  const { mode, operations, preparation } = offline;
  const unsent = operations.length;
  const isBusy = isSyncing(offline);
  const failed = operations.filter(({ state }) => state.is !== 'waiting').length;
  const isOffered = mode === 'online' && isLost && isOfflineReady(offline);
  const isPreparing = preparation.is === 'running' && pathname !== PREPARE_PATH;
  const isFull = offline.noRoom !== undefined && pathname !== '/offline/sync';
  const hasWords = mode === 'offline' || isLost || unsent > 0 || isBusy || isPreparing;
  const to: ConnectionMode | undefined = isOffered ? 'offline' : mode === 'offline' && !isLost ? 'online' : undefined;
  // The screen says the rest itself.
  if (!hasWords && !isFull && offline.newerForms.length === 0) return null;
  return (
    <section
      aria-label={t('mode.region')}
      className={`${classes.frame} am-shade am-line-below`}
      data-tone={failed > 0 ? 'orange' : 'blue'}
      data-mode={mode}
      data-no-print
    >
      {hasWords && (
        <div className={`${classes.strip} am-frame-width am-pad-y-1 am-text am-cluster am-gap-3 am-row-gap-1`}>
          <div className={`${classes.words} am-words am-row-gap-0 am-gap-3 am-cluster`} role="status">
            {mode === 'offline' && (
              <span className="am-cut">
                <Icon name="wifi-off" size={18} /> <b>{t('mode.offline')}</b>
              </span>
            )}
            {isLost && (
              <span className="am-cut">
                {isMobileDataOff()
                  ? `${t('mode.mobileData')}. ${t('mode.mobileDataNext')}`
                  : t(isOffered ? 'mode.lost' : 'mode.noNetwork')}
              </span>
            )}
            {(unsent > 0 || isBusy) && <Unsent failed={failed} />}
            {isPreparing && <Preparing />}
          </div>
          {to && (
            <button type="button" className={ACT} aria-haspopup="dialog" onClick={() => setAsked(to)}>
              {t(to === 'offline' ? 'app:nav.toOffline' : 'app:nav.toOnline')}
            </button>
          )}
        </div>
      )}
      {offline.newerForms.length > 0 && <NewerForms />}
      {isFull && <NoRoom />}
      {asked && <SwitchDialog to={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

/** How much is not sent yet, or how far it is sent: a link to the Sync screen. `failed` is how much was not taken. */
function Unsent({ failed }: { failed: number }) {
  const { t } = useTranslation('offline');
  const { operations, sync } = useOffline();
  const { running, progress } = sync;
  return (
    <Link to="/offline/sync" className={ACT} data-unsent-count={operations.length}>
      {progress
        ? t('mode.running', { done: number(progress.done), total: number(progress.total) })
        : running
          ? t('sync.receiving')
          : t('mode.waiting', { waiting: number(operations.length) })}
      {failed > 0 && !running && !progress && (
        <Icon name="alert-triangle" size={16} label={t('mode.failed', { failed: number(failed) })} />
      )}
    </Link>
  );
}

function Preparing() {
  const { t } = useTranslation('offline');
  const { done, total } = useOffline().preparation;
  return (
    <Link to={PREPARE_PATH} className={ACT}>
      {t('mode.preparing', { percent: percent(total > 0 ? (100 * done) / total : 0) })}
    </Link>
  );
}

/** What did not fit onto the device: the Sync screen says what to do. */
function NoRoom() {
  const { t } = useTranslation('offline');
  const { noRoom = [] } = useOffline();
  const forms = useFormTitles(noRoom);
  return (
    <div className={`${classes.strip} am-frame-width am-pad-y-1 am-text am-cluster am-gap-3 am-row-gap-1`} data-no-room>
      <span className={`${classes.words} am-words am-row-gap-0 am-gap-3 am-cluster`} role="status">
        {noRoom.length > 0 ? t('mode.noRoom', { forms }) : t('mode.noRoomAtAll')}
      </span>
      <Link to="/offline/sync" className={ACT}>
        {t('room.do')}
      </Link>
    </div>
  );
}

/** Forms of which a newer version arrived, until the person has read so. */
function NewerForms() {
  const { t } = useTranslation(['offline', 'app']);
  const { newerForms, forgetNewerForms } = useOffline();
  const forms = useFormTitles(newerForms);
  return (
    <div
      className={`${classes.strip} am-frame-width am-pad-y-1 am-text am-cluster am-gap-3 am-row-gap-1`}
      data-newer-forms
    >
      <span className={`${classes.words} am-words am-row-gap-0 am-gap-3 am-cluster`} role="status">
        {t('mode.newerForms', { forms })}
      </span>
      <button type="button" className={ACT} onClick={() => void forgetNewerForms()}>
        {t('app:close')}
      </button>
    </div>
  );
}
