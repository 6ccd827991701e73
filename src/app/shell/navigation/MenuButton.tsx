/** A button that opens the menu of phones, or the departments of it alone. */
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../data/onDemand.tsx';

const NavDrawer = lazyComponent(() => import('./NavDrawer.tsx'));

interface Props {
  part: 'all' | 'departments';
  className: string | undefined;
  /** The screen is one of those that the menu leads to. */
  isCurrent?: boolean;
  children: ReactNode;
}

export function MenuButton({ part, className, isCurrent = false, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-current={isCurrent || undefined}
        data-menu={part}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && <NavDrawer part={part} onClose={() => setOpen(false)} />}
    </>
  );
}
