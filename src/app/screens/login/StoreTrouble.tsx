/** Shows the question for the earlier password when it is needed, on whatever screen the person is. */
import { useSyncExternalStore } from 'react';
import { onDemand } from '../../data/onDemand.tsx';
import { storeTrouble } from '../../offline/wire.ts';

const EarlierPassword = onDemand(() => import('./EarlierPassword.tsx'));

export function StoreTrouble() {
  const trouble = useSyncExternalStore(storeTrouble.subscribe, storeTrouble.get);
  return trouble ? <EarlierPassword key={trouble.account.id} trouble={trouble} /> : null;
}
