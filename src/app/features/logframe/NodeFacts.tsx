/** Read-only details of a row: dates and people of an action; values, progress and milestones of an indicator. */
import { useTranslation } from 'react-i18next';
import { date, nameOf, number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useTree } from './context.ts';
import classes from './Logframe.module.css';
import { IndicatorProgress, LateBadge } from './ProgressStatus.tsx';
import { responsibleIds } from './people.ts';
import { milestonesOf } from './progress.ts';
import type { LogframeNode } from './tree.ts';

export function NodeFacts({ node }: { node: LogframeNode }) {
  if (node.table === 'actions') return <ActionFacts node={node} />;
  return node.table === 'indicators' ? <IndicatorFacts node={node} /> : null;
}

function ActionFacts({ node: { row } }: { node: LogframeNode }) {
  const { t } = useTranslation('mande');
  const { today } = useTree();
  const due = typeof row.due_date === 'string' ? row.due_date : undefined;
  const start = typeof row.start_date === 'string' ? row.start_date : undefined;
  const isLate = due !== undefined && due < today && row.state !== 'done' && row.state !== 'stopped';
  return (
    <dl className={`${classes.facts} am-tiles am-tiles-small am-fits`}>
      {(start || due) && (
        <div>
          <dt>{t('time')}</dt>
          <dd>
            {start && due
              ? t('fromTo', { from: date(start), to: date(due) })
              : due
                ? t('until', { day: date(due) })
                : t('since', { day: date(start) })}
            {isLate && <LateBadge />}
          </dd>
        </div>
      )}
      <Tagged ids={responsibleIds(row)} />
      <Remark label={t('note')} text={row.note} />
    </dl>
  );
}

function IndicatorFacts({ node: { row } }: { node: LogframeNode }) {
  const { t } = useTranslation('mande');
  const { today } = useTree();
  const unit = typeof row.unit === 'string' ? ` ${row.unit}` : '';
  const milestones = milestonesOf(row);
  const value = (one: unknown) => (typeof one === 'number' ? `${number(one)}${unit}` : '—');
  return (
    <>
      <IndicatorProgress row={row} today={today} />
      <dl className={`${classes.facts} am-tiles am-tiles-small am-fits`}>
        <div>
          <dt>{t('baseline')}</dt>
          <dd>
            <bdi>{value(row.baseline)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('target')}</dt>
          <dd>
            <bdi>{value(row.target)}</bdi>
          </dd>
        </div>
        <Remark label={t('means')} text={row.means} />
        <Tagged ids={responsibleIds(row)} />
      </dl>
      {milestones.length > 0 && (
        <table className="am-grid am-measure">
          <caption className="am-meta">{t('milestones')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('due')}</th>
              <th scope="col">{t('toReach')}</th>
              <th scope="col">{t('reached')}</th>
            </tr>
          </thead>
          <tbody>
            {milestones.map((one) => (
              <tr key={`${one.date} ${one.target}`} data-due={one.date <= today || undefined}>
                <td>{date(one.date)}</td>
                <td>{number(one.target)}</td>
                <td>
                  {typeof one.reached === 'number' ? number(one.reached) : one.date <= today ? t('notReported') : '—'}
                  {one.note && (
                    <small className="am-block">
                      <bdi>{one.note}</bdi>
                    </small>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Remark({ label, text }: { label: string; text: unknown }) {
  if (typeof text !== 'string' || text === '') return null;
  return (
    <div data-wide>
      <dt>{label}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}

function Tagged({ ids }: { ids: string[] }) {
  const { t } = useTranslation('mande');
  const { refs } = useTree();
  if (ids.length === 0) return null;
  return (
    <div data-wide>
      <dt>{t('tagged')}</dt>
      <dd>
        <ul className="am-gap-4 am-row-gap-1 am-flow">
          {ids.map((id) => (
            <li key={id} className="am-joined">
              <Icon name="user" size={14} /> <bdi>{refs[id] ? nameOf(refs[id]) : '…'}</bdi>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
