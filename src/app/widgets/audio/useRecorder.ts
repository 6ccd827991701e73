/** State of one recorder. Leaving the question throws away what is being recorded; a save ends it and waits for it. */
import { useEffect, useRef, useState } from 'react';
import { type DeviceTrouble, deviceTrouble } from '../controls/deviceTrouble.ts';
import { finishBeforeSave } from '../controls/unfinished.ts';
import { type RecordingLimits, recordAudio } from './recordAudio.ts';

export function useRecorder(limits: RecordingLimits, onRecorded: (file: File) => Promise<void>) {
  const [state, setState] = useState<'ready' | 'starting' | 'recording' | DeviceTrouble>('ready');
  const [seconds, setSeconds] = useState(0);
  const stopped = useRef<AbortController>(undefined);
  const discarded = useRef<AbortController>(undefined);
  // The answer may change while somebody speaks.
  const newest = useRef(onRecorded);
  newest.current = onRecorded;
  const stop = () => stopped.current?.abort();
  const discard = () => discarded.current?.abort();
  useEffect(() => () => discarded.current?.abort(), []);

  const start = async () => {
    stopped.current = new AbortController();
    discarded.current = new AbortController();
    const signals = { stop: stopped.current.signal, discard: discarded.current.signal };
    let settle = () => {};
    const isAnswer = new Promise<void>((resolve) => {
      settle = resolve;
    });
    let withdraw: (() => void) | undefined;
    const onTime = (passed: number) => {
      setSeconds(passed);
      setState('recording');
      withdraw ??= finishBeforeSave(() => {
        stop();
        return isAnswer;
      });
    };
    setState('starting');
    try {
      const file = await recordAudio({ ...limits, ...signals, onTime });
      setState('ready');
      if (file) await newest.current(file);
    } catch (error) {
      console.warn('nothing was recorded', error);
      setState(deviceTrouble(error));
    } finally {
      withdraw?.();
      settle();
    }
  };
  return { state, seconds, start, stop, discard };
}
