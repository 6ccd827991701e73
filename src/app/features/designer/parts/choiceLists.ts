/** The choice lists that all forms share. */
import { useQuery } from '@tanstack/react-query';
import { choiceListsApi } from '../../choices/api.ts';

export function useChoiceLists(isOffered: boolean) {
  return (
    useQuery({ queryKey: ['master tables'], queryFn: choiceListsApi.tables, staleTime: 60_000, enabled: isOffered })
      .data ?? []
  );
}
