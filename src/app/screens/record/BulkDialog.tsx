/** Dialog of a step, or a deletion, of many records: its progress, then how many records were changed, which were refused, and why. */

import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry, Refused } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { recordPath } from '../../data/paths.ts';
import { useCommon, useForgetRecords } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import classes from './BulkDialog.module.css';
import { type BulkState, type BulkTarget, byReason } from './bulk.ts';
import { useBulk } from './useBulk.ts';
import { useUndo } from './useUndo.tsx';

interface Props {
  entry: FormEntry;
  action: string;
  label: string;
  target: BulkTarget;
  /** Key in `bulk` of the words that count the changed records. */
  told: 'changed' | 'deleted';
  comment: string;
  onClose: () => void;
}

/** Number of records listed for one reason. The others are only counted. */
const NAMED = 8;

export default function BulkDialog({ entry, action, label, target, told, comment, onClose }: Props) {
  const { t } = useTranslation();
  const forget = useForgetRecords();
  const undo = useUndo(entry);
  const workflow = getOwn(useCommon().data?.workflows, entry.workflow);
  const bulk = useBulk(entry.api, target, { action, ...(comment && { comment }) });
  const { state, error, isRunning, isDone } = bulk;
  const changed = t(`bulk.${told}`, { shown: number(state.changed) });
  const finish = () => {
    onClose();
    void forget();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when all is done
  useEffect(() => {
    if (!isDone) return;
    if (state.changed > 0 || state.refused.length === 0) undo.steps(changed, state.done, workflow?.transitions ?? []);
    if (state.refused.length === 0) finish();
    else void forget();
  }, [isDone]);
  if (isDone && state.refused.length === 0) return null;
  return (
    <Dialog title={label} size="lg" onClose={isRunning ? bulk.stop : finish}>
      <p className={classes.count} role="status">
        {t(isRunning ? 'bulk.running' : 'bulk.looked', { shown: number(state.looked), total: number(state.total) })}
      </p>
      <Progress label={label} state={state} />
      {Boolean(error) && <FailureNote error={error} />}
      <p className={classes.changed}>
        <Icon name="circle-check" size={18} /> {changed}
      </p>
      {state.refused.length > 0 && <RefusedRecords entry={entry} refused={state.refused} onFollow={finish} />}
      <Group justify="flex-end" mt="lg" gap="xs">
        {isRunning ? (
          <Button variant="default" onClick={bulk.stop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <>
            {!isDone && <Button onClick={bulk.goOn}>{t('bulk.goOn')}</Button>}
            <Button variant={isDone ? 'filled' : 'default'} onClick={finish}>
              {t('close')}
            </Button>
          </>
        )}
      </Group>
    </Dialog>
  );
}

function Progress({ label, state }: { label: string; state: BulkState }) {
  const share = state.total === 0 ? 1 : Math.min(1, state.looked / state.total);
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}

interface RefusedProps {
  entry: FormEntry;
  refused: readonly Refused[];
  onFollow: () => void;
}

function RefusedRecords({ entry, refused, onFollow }: RefusedProps) {
  const { t } = useTranslation();
  const title = t('bulk.refused', { shown: number(refused.length) });
  return (
    <section className={classes.refused} aria-label={title}>
      <h3>{title}</h3>
      {byReason(refused).map(({ message, records }) => (
        <div key={message}>
          <p>
            {message} <b>({number(records.length)})</b>
          </p>
          <ul>
            {records
              .filter((one) => one.name)
              .slice(0, NAMED)
              .map((one) => (
                <li key={one.id}>
                  <Link to={recordPath(entry, one.id)} onClick={onFollow}>
                    {one.record_code ? <bdi dir="ltr">{one.record_code}</bdi> : <bdi>{one.name}</bdi>}
                  </Link>
                </li>
              ))}
            {records.length > NAMED && <li>{t('bulk.more', { shown: number(records.length - NAMED) })}</li>}
          </ul>
        </div>
      ))}
    </section>
  );
}
