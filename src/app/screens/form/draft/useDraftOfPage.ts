/** The draft that belongs to the path of this screen, wherever it was begun. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../../data/queries.ts';

export function useDraftOfPage() {
  const user = useSession().data?.user.id;
  const { pathname, search } = useLocation();
  const path = pathname + search;
  return useQuery({
    queryKey: ['kept-draft', user, path],
    // Only screens that cannot show what was asked for load the drafts.
    queryFn: async () => {
      const { listLocalDrafts } = await import('../../../data/drafts/drafts.ts');
      return (await listLocalDrafts(user as string)).find((draft) => draft.path === path) ?? null;
    },
    enabled: user !== undefined,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
}
