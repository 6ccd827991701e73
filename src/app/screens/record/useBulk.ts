/** Runs a bulk transition or a look, one batch after another, until all records are done or the user stops it. */
import { useEffect, useRef, useState } from 'react';
import { useInvalidateRecords } from '../../data/queries.ts';
import { type FormApi, source } from '../../data/source.ts';
import { type BulkState, type BulkTarget, type BulkTransition, initialBulkState, runBulkBatch } from './bulk.ts';

export function useBulk(api: FormApi, target: BulkTarget, asked: BulkTransition) {
  const forget = useInvalidateRecords();
  const [state, setState] = useState<BulkState>(() => initialBulkState(target));
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

  // Each run of the effect sends one batch. The state says where to continue, also after a pause or a lost connection. A
  // batch that is in progress when the user stops is still counted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request was fixed when the dialog opened
  useEffect(() => {
    if (!isRunning || flying.current) return;
    flying.current = true;
    runBulkBatch(source, api, target, asked, state)
      .then(
        (after) => alive.current && setState(after),
        (failure: unknown) => alive.current && setError(failure),
      )
      .finally(() => {
        flying.current = false;
        if (!alive.current) void forget();
      });
  }, [state, isRunning]);

  return {
    state,
    error,
    isRunning,
    isDone: state.next === null,
    stop: () => setStopped(true),
    goOn() {
      setError(null);
      setStopped(false);
    },
  };
}
