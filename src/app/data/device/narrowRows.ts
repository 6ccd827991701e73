/** Whether this browser shows the rows of lists in less height. */
import { useSyncExternalStore } from 'react';
import { watchedItem } from './watchedItem.ts';

const item = watchedItem('narrowRows');

export const useNarrowRows = (): boolean => useSyncExternalStore(item.subscribe, () => item.get() === 'yes');

export function chooseNarrowRows(isNarrow: boolean): void {
  if (isNarrow) item.set('yes');
  else item.clear();
}
