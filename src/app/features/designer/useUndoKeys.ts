/** Reads the findings again after each save, and undoes and does again by keyboard. */
import { useEffect, useEffectEvent } from 'react';
import type { OpenDraft } from '../drafting/useDraft.ts';

export function useUndoKeys(
  { version, state, undo, redo }: Pick<OpenDraft<unknown>, 'version' | 'state' | 'undo' | 'redo'>,
  read: () => unknown,
): void {
  const again = useEffectEvent(() => void read());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has other findings
  useEffect(() => {
    if (state === 'saved') again();
  }, [version, state]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const step = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined;
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    step?.();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
