/** The unfinished forms of the logged-in person on this device, the newest first. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../data/queries.ts';

const keyOf = (user: string | undefined) => ['drafts', user] as const;

export function useLocalDrafts() {
  const user = useSession().data?.user.id;
  return useQuery({
    queryKey: keyOf(user),
    // Only this screen and the form screens load the local database.
    queryFn: async () => (await import('../../data/drafts/drafts.ts')).listLocalDrafts(user as string),
    enabled: user !== undefined,
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/**
 * Takes what was begun or ended on other devices, each time that home was asked. `revision` is what home said of the person's
 * drafts, `at` when. What is on this device is shown meanwhile.
 */
export function useDraftSync(revision: string | undefined, at: number): void {
  const user = useSession().data?.user.id;
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: home is asked again at each visit, and may say the same
  useEffect(() => {
    if (user === undefined || revision === undefined) return;
    const follow = async () => {
      const { syncDrafts } = await import('../../data/drafts/follow.ts');
      if (await syncDrafts(user, revision)) await client.invalidateQueries({ queryKey: keyOf(user) });
    };
    follow().catch((error: unknown) => console.warn('drafts do not follow the account now', error));
  }, [user, revision, at, client]);
}
