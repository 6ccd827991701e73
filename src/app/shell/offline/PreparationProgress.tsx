/** How far this device is prepared: a bar, its parts, the time left, and buttons that pause and continue. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { number, percent } from '../../data/words.ts';
import { PREPARATION_PARTS, useOffline } from '../../offline/context.ts';
import { Icon } from '../../theme/Icon.tsx';
import { FailureNote } from '../FailureNote.tsx';
import classes from './Preparation.module.css';
import { formatDuration } from './words.ts';

export function PreparationProgress() {
  const { t } = useTranslation('offline');
  const { preparation, pause, resume } = useOffline();
  const { is, part, done, total, left, files, leftOut, failure } = preparation;
  const parts = PREPARATION_PARTS.filter((one) => one !== 'files' || files);
  const at = parts.indexOf(part);
  const isRunning = is === 'running';
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const told = { running: 'prepare.running', paused: 'prepare.paused', failed: 'prepare.failed' } as const;
  return (
    <div data-preparation={is}>
      {(is === 'running' || is === 'paused' || is === 'failed') && (
        <p role="status" className="am-below-2">
          {t(told[is])}{' '}
          {isRunning &&
            (left === null ? t('prepare.leftUnknown') : t('prepare.left', { time: formatDuration(left, t) }))}
        </p>
      )}
      {failure ? <FailureNote error={failure} /> : null}
      <div
        className="am-share am-above-2 am-below-2"
        role="progressbar"
        aria-label={t(`prepare.part.${part}`)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={percent(100 * share)}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <ul className={`${classes.parts} am-stack am-gap-1 am-above-3 am-below-3`}>
        {parts.map((one, index) => {
          const state = is === 'done' || index < at ? 'done' : index > at ? 'next' : 'now';
          return (
            <li key={one} className="am-inline" data-state={state}>
              <Icon name={state === 'done' ? 'circle-check' : 'circle-dashed'} size={18} />
              {t(`prepare.part.${one}`)}
              {/* How much there is may not be known yet. */}
              <span className="am-at-end am-code">
                {(state !== 'now' || total > 0) &&
                  t(`prepare.state.${state}`, { done: number(done), total: number(total) })}
              </span>
            </li>
          );
        })}
      </ul>
      {leftOut ? <p className="am-hint">{t('prepare.leftOut', { files: number(leftOut) })}</p> : null}
      {isRunning && (
        <Button variant="default" onClick={pause}>
          {t('prepare.pause')}
        </Button>
      )}
      {(is === 'paused' || is === 'failed') && (
        <Button onClick={() => void resume().catch(shown)}>{t('prepare.resume')}</Button>
      )}
    </div>
  );
}

/** The failure is in the state, which shows it. */
function shown(): void {}
