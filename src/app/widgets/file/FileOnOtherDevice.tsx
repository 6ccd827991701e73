/** Says that a file is not on this device, and what to do to see it. Nothing is wrong with it. */
import type { ReactNode } from 'react';
import { Icon } from '../../theme/Icon.tsx';

export function FileOnOtherDevice({ name, children }: { name?: string | undefined; children: ReactNode }) {
  return (
    <p className="am-file-away am-beside am-gap-2 am-start am-round am-meta">
      <Icon name="wifi-off" />
      <span>
        {name && <bdi className="am-block am-wraps am-strong">{name}</bdi>}
        {children}
      </span>
    </p>
  );
}
