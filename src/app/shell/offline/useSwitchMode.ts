import { useQueryClient } from '@tanstack/react-query';
import type { ConnectionMode } from '../../data/device/mode.ts';
import { isFormOpen } from '../../data/openForm.ts';
import { useOffline } from '../../offline/context.ts';

/** Returns a function that switches the mode and replaces what the screens have read from the other source. */
export function useSwitchMode(): (to: ConnectionMode) => Promise<void> {
  const { switchMode } = useOffline();
  const client = useQueryClient();
  return async (to) => {
    await switchMode(to);
    client.removeQueries({ type: 'inactive' });
    // An open form stays as it is: its answers are newer than either source.
    if (isFormOpen()) await client.invalidateQueries({ refetchType: 'none' });
    else void client.resetQueries();
  };
}
