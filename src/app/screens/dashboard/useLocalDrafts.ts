/** The unfinished forms of the logged-in person on this device, the newest first. */
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../data/queries.ts';

export function useLocalDrafts() {
  const user = useSession().data?.user.id;
  return useQuery({
    queryKey: ['drafts', user],
    // Only this screen and the form screens load the local database.
    queryFn: async () => (await import('../../data/drafts.ts')).listDrafts(user as string),
    enabled: user !== undefined,
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
