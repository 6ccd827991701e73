/** Reasons why a camera or a microphone does not start, by the name of the browser's error. Inputs have a sentence for each. */
import { getOwn } from '../../../core/json.ts';

export type DeviceTrouble = 'denied' | 'absent' | 'busy' | 'failed';

const TROUBLES: Readonly<Record<string, DeviceTrouble>> = {
  NotAllowedError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export function deviceTrouble(error: unknown): DeviceTrouble {
  return getOwn(TROUBLES, error instanceof DOMException ? error.name : '') ?? 'failed';
}
