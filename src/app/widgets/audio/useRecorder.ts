/** State of one recorder. Leaving the question throws away what is being recorded. */
import { useEffect, useRef, useState } from 'react';
import { type DeviceTrouble, deviceTrouble } from '../controls/deviceTrouble.ts';
import { type Limits, record } from './record.ts';

export function useRecorder(limits: Limits, onRecorded: (file: File) => void) {
  const [state, setState] = useState<'ready' | 'starting' | 'recording' | DeviceTrouble>('ready');
  const [seconds, setSeconds] = useState(0);
  const stopped = useRef<AbortController>(undefined);
  const discarded = useRef<AbortController>(undefined);
  // The answer may change while somebody speaks.
  const newest = useRef(onRecorded);
  newest.current = onRecorded;
  useEffect(() => () => discarded.current?.abort(), []);

  const start = async () => {
    const [stop, discard] = [new AbortController(), new AbortController()];
    stopped.current = stop;
    discarded.current = discard;
    setState('starting');
    const onTime = (passed: number) => {
      setSeconds(passed);
      setState('recording');
    };
    try {
      const file = await record({ ...limits, stop: stop.signal, discard: discard.signal, onTime });
      setState('ready');
      if (file) newest.current(file);
    } catch (error) {
      console.warn('nothing was recorded', error);
      setState(deviceTrouble(error));
    }
  };
  return { state, seconds, start, stop: () => stopped.current?.abort(), discard: () => discarded.current?.abort() };
}
