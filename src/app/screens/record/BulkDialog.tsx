/** A step for many while it runs, and afterwards: how many were changed, which were not, and why. */
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '../../data/paths.ts';
import { useForgetRecords } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { FormEntry } from '../../data/types.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import type { Transition } from './actions.ts';
import classes from './BulkDialog.module.css';
import { type BulkState, type BulkTarget, bulkStart, bulkStep, byReason } from './bulk.ts';

interface Props {
  entry: FormEntry;
  step: Transition;
  target: BulkTarget;
  comment: string;
  onClose: () => void;
}

/** Records named for one reason; the others are counted. */
const NAMED = 8;

export default function BulkDialog({ entry, step, target, comment, onClose }: Props) {
  const { t } = useTranslation();
  const source = useSource();
  const forget = useForgetRecords();
  const [state, setState] = useState<BulkState>(() => bulkStart(target));
  const [error, setError] = useState<unknown>(null);
  const [stopped, setStopped] = useState(false);
  const alive = useRef(false);
  const flying = useRef(false);
  const isRunning = state.next !== null && !stopped && !error;

  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  // One batch an effect: the state says where to go on, also after a pause or a lost connection. A batch that is on its
  // way when somebody stops is still counted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked was fixed when the dialog opened
  useEffect(() => {
    if (!isRunning || flying.current) return;
    flying.current = true;
    bulkStep(source, entry.api, target, { action: step.action, ...(comment && { comment }) }, state)
      .then(
        (after) => alive.current && setState(after),
        (failure: unknown) => alive.current && setError(failure),
      )
      .finally(() => {
        flying.current = false;
        if (!alive.current) void forget();
      });
  }, [state, isRunning]);

  const finish = () => {
    onClose();
    void forget();
  };
  const isDone = state.next === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is done
  useEffect(() => {
    if (!isDone) return;
    if (state.refused.length === 0) {
      toast('success', t('bulk.changed', { shown: number(state.changed) }));
      finish();
    } else void forget();
  }, [isDone]);
  if (isDone && state.refused.length === 0) return null;

  const share = state.total === 0 ? 1 : Math.min(1, state.looked / state.total);
  return (
    <Dialog title={text(step.label)} size="lg" onClose={isRunning ? () => setStopped(true) : finish}>
      <p className={classes.count} role="status">
        {t(isRunning ? 'bulk.running' : 'bulk.looked', { shown: number(state.looked), total: number(state.total) })}
      </p>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={text(step.label)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
      {Boolean(error) && <FailureNote error={error} />}
      <p className={classes.changed}>
        <Icon name="circle-check" size={18} /> {t('bulk.changed', { shown: number(state.changed) })}
      </p>
      {state.refused.length > 0 && (
        <section className={classes.refused} aria-label={t('bulk.refused', { shown: number(state.refused.length) })}>
          <h3>{t('bulk.refused', { shown: number(state.refused.length) })}</h3>
          {byReason(state.refused).map(({ message, records }) => (
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
                      <Link to={recordPath(entry, one.id)} onClick={finish}>
                        {one.record_code ? <bdi dir="ltr">{one.record_code}</bdi> : <bdi>{one.name}</bdi>}
                      </Link>
                    </li>
                  ))}
                {records.length > NAMED && <li>{t('bulk.more', { shown: number(records.length - NAMED) })}</li>}
              </ul>
            </div>
          ))}
        </section>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {isRunning ? (
          <Button variant="default" onClick={() => setStopped(true)}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <>
            {!isDone && (
              <Button
                onClick={() => {
                  setError(null);
                  setStopped(false);
                }}
              >
                {t('bulk.goOn')}
              </Button>
            )}
            <Button variant={isDone ? 'filled' : 'default'} onClick={finish}>
              {t('close')}
            </Button>
          </>
        )}
      </Group>
    </Dialog>
  );
}
