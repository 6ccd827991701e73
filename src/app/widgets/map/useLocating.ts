/** Asks the device where it is: once, or again and again while somebody walks. */
import { useEffect, useRef, useState } from 'react';
import { distanceInMetres, type Position } from '../../../core/geometry/shape.ts';

export type LocatingReason = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** Reasons by the browser's error code. */
const REASONS: Readonly<Record<number, LocatingReason>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

export type Locating =
  | { state: 'idle' | 'busy' }
  | { state: 'failed'; reason: LocatingReason }
  | { state: 'done'; accuracy: number };

/** Positions that may be farther off than this are no points of a way, in metres. */
const INACCURATE = 50;

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 };

const positionOf = ({ longitude, latitude }: GeolocationCoordinates): Position => [longitude, latitude];

export function useLocating(onPosition: (position: Position) => void) {
  const [locating, setLocating] = useState<Locating>({ state: 'idle' });
  const locate = () => {
    if (!navigator.geolocation) return setLocating({ state: 'failed', reason: 'unsupported' });
    setLocating({ state: 'busy' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onPosition(positionOf(coords));
        setLocating({ state: 'done', accuracy: Math.round(coords.accuracy) });
      },
      ({ code }) => setLocating({ state: 'failed', reason: REASONS[code] ?? 'unavailable' }),
      OPTIONS,
    );
  };
  return { locating, locate };
}

/** Calls `onPosition` after every `step` metres, until it is stopped, refused, or the component goes. */
export function useFollowing(step: number, onPosition: (position: Position) => void) {
  const [isFollowing, setFollowing] = useState(false);
  const [trouble, setTrouble] = useState<LocatingReason>();
  const tell = useRef(onPosition);
  tell.current = onPosition;
  useEffect(() => {
    if (!isFollowing) return;
    let last: Position | undefined;
    const id = navigator.geolocation.watchPosition(
      ({ coords }) => {
        const here = positionOf(coords);
        setTrouble(undefined);
        if (coords.accuracy > INACCURATE || (last && distanceInMetres(last, here) < step)) return;
        last = here;
        tell.current(here);
      },
      ({ code }) => {
        const reason = REASONS[code] ?? 'unavailable';
        setTrouble(reason);
        // The others may pass: walking goes on.
        if (reason === 'denied') setFollowing(false);
      },
      { ...OPTIONS, maximumAge: 0 },
    );
    return () => navigator.geolocation.clearWatch(id);
  }, [isFollowing, step]);
  const follow = (isOn: boolean) => {
    const isPossible = navigator.geolocation !== undefined;
    setTrouble(isOn && !isPossible ? 'unsupported' : undefined);
    setFollowing(isOn && isPossible);
  };
  return { isFollowing, follow, trouble };
}
