/** Shows progress as text with an icon and a bar, never by colour alone. */

import { useTranslation } from 'react-i18next';
import type { RecordData } from '../../../core/definitions/types.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { date, number, percent } from '../../data/words.ts';
import { type BadgeTone, ToneBadge } from '../../screens/record/StatusBadge.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Logframe.module.css';
import { type ProgressStatus, progressOf, type RollUp } from './progress.ts';

const ICONS: Record<ProgressStatus, string> = {
  met: 'circle-check',
  near: 'activity',
  behind: 'alert-triangle',
  unreported: 'clock',
  ahead: 'calendar',
  none: 'circle-dashed',
};

const TONES: Record<ProgressStatus, BadgeTone> = {
  met: 'green',
  near: 'teal',
  behind: 'red',
  unreported: 'orange',
  ahead: 'gray',
  none: 'gray',
};

export function IndicatorStatusBadge({ status }: { status: ProgressStatus }) {
  const { t } = useTranslation('mande');
  return (
    <ToneBadge tone={TONES[status]}>
      <Icon name={ICONS[status]} size={15} /> {t(`progress.${status}`)}
    </ToneBadge>
  );
}

/** Shown when the due date is past. */
export function LateBadge() {
  const { t } = useTranslation('mande');
  return (
    <ToneBadge tone="red">
      <Icon name="alert-triangle" size={15} /> {t('late')}
    </ToneBadge>
  );
}

function Bar({ share, status }: { share: number; status?: ProgressStatus }) {
  return (
    <span className={`${classes.bar} am-share`} data-status={status} aria-hidden="true">
      <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
    </span>
  );
}

/** Shows an indicator's progress towards the due milestone. */
export function IndicatorProgress({ row, today }: { row: RecordData; today: string }) {
  const { t } = useTranslation('mande');
  const { status, milestone, reached, share } = progressOf(row, today);
  const unit = typeof row.unit === 'string' ? isolateName(row.unit) : '';
  return (
    <div className={`${classes.progress} am-stack`} data-progress={status}>
      {share !== undefined && <Bar share={share} status={status} />}
      <p className="am-cluster am-row-gap-1">
        <IndicatorStatusBadge status={status} />
        {milestone && (
          <span>
            {t(reached === undefined ? 'milestone.open' : 'milestone.reached', {
              reached: reached === undefined ? '' : number(reached),
              target: number(milestone.target),
              unit,
              day: date(milestone.date),
            })}
            {share !== undefined && ` (${percent(100 * share)})`}
          </span>
        )}
      </p>
    </div>
  );
}

/** Summarises the progress of everything below a row. */
export function RollUpLine({ figures }: { figures: RollUp }) {
  const { t } = useTranslation('mande');
  const { statuses, share, indicators, actions, done } = figures;
  if (indicators === 0 && actions === 0) return null;
  const said = (['met', 'near', 'behind', 'unreported'] as const).filter((one) => statuses[one] > 0);
  return (
    <div className="am-hint am-gap-3 am-row-gap-1 am-cluster" data-rollup>
      {share !== undefined && (
        <>
          <Bar share={share} />
          <span>{percent(100 * share)}</span>
        </>
      )}
      {said.map((one) => (
        <span key={one} className="am-joined">
          <Icon name={ICONS[one]} size={14} /> {t(`count.${one}`, { number: number(statuses[one]) })}
        </span>
      ))}
      {indicators > 0 && said.length === 0 && (
        <span className="am-joined">{t('count.indicators', { number: number(indicators) })}</span>
      )}
      {actions > 0 && (
        <span className="am-joined">{t('count.actions', { done: number(done), all: number(actions) })}</span>
      )}
    </div>
  );
}
