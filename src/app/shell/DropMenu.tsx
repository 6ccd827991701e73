/**
 * A small menu: a button and a list below it, used with the arrow keys. It is our own because the first screen contains a
 * menu, and a positioning library is larger than that screen.
 */

import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router-dom';
import { getOwn } from '../../core/json.ts';
import { Icon } from '../theme/Icon.tsx';
import classes from './DropMenu.module.css';

export interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

interface Props {
  trigger: (props: TriggerProps) => ReactNode;
  /** The end of the button that the list is aligned with. */
  align?: 'start' | 'end';
  /** In pixels, never wider than the window. */
  width?: number;
  label: string;
  /** Open when it is first drawn: it was loaded because somebody pressed its button. */
  startsOpen?: boolean;
  children: ReactNode;
}

interface Place {
  top?: number;
  bottom?: number;
  left: number;
  maxHeight: number;
}

/** Returns the position of the list at its button in window pixels; null once the button has left the window. */
function placeBeside(button: HTMLElement, align: 'start' | 'end', width: number): Place | null {
  const box = button.getBoundingClientRect();
  if (box.bottom <= 0 || box.top >= window.innerHeight) return null;
  const wide = Math.min(width, window.innerWidth - 16);
  const rightToLeft = document.documentElement.dir === 'rtl';
  const wanted = (align === 'start') === !rightToLeft ? box.left : box.right - wide;
  const below = window.innerHeight - box.bottom - 12;
  const upward = below < 260 && box.top > below;
  return {
    left: Math.max(8, Math.min(wanted, window.innerWidth - wide - 8)),
    maxHeight: upward ? box.top - 12 : below,
    ...(upward ? { bottom: window.innerHeight - box.top + 4 } : { top: box.bottom + 4 }),
  };
}

const CloseContext = createContext<(toTrigger: boolean) => void>(() => {});

export function DropMenu({ trigger, align = 'start', width = 260, label, startsOpen = false, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(startsOpen);
  const place = usePlace({ button, list, open, setOpen, align, width });
  const close = (toTrigger: boolean) => {
    setOpen(false);
    if (toTrigger) button.current?.focus();
  };
  return (
    <>
      {trigger({
        ref: button,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={0}
          aria-label={label}
          className={`am-surface ${classes.menu} am-light`}
          onKeyDown={(event) => walk(event, close)}
          style={{ ...place, width: `min(${width}px, calc(100vw - 16px))`, visibility: place ? 'visible' : 'hidden' }}
        >
          <CloseContext value={close}>{children}</CloseContext>
        </div>
      )}
    </>
  );
}

interface OpenList {
  button: RefObject<HTMLButtonElement | null>;
  list: RefObject<HTMLDivElement | null>;
  open: boolean;
  setOpen: (open: boolean) => void;
  align: 'start' | 'end';
  width: number;
}

/** Positions the open list. It takes the focus when it opens, and closes on a press outside of it. */
function usePlace({ button, list, open, setOpen, align, width }: OpenList): Place | null {
  const [place, setPlace] = useState<Place | null>(null);

  // The page may move below an open list (an image loads, a bar disappears). The list stays at its button.
  useLayoutEffect(() => {
    if (!open) return;
    const follow = (event?: Event) => {
      if (event && list.current?.contains(event.target as Node)) return;
      const beside = button.current && placeBeside(button.current, align, width);
      setPlace(beside);
      if (!beside) setOpen(false);
    };
    follow();
    window.addEventListener('resize', follow);
    window.addEventListener('scroll', follow, true);
    return () => {
      window.removeEventListener('resize', follow);
      window.removeEventListener('scroll', follow, true);
    };
  }, [open, align, width, button, list, setOpen]);

  // Hidden elements take no focus, and until it has a place the list is hidden.
  const isShown = open && place !== null;
  useEffect(() => {
    if (isShown) list.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true });
  }, [isShown, list]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open, button, list, setOpen]);

  return place;
}

/** Arrows, Home and End move between the items. Escape and Tab close the menu. */
function walk(event: KeyboardEvent<HTMLElement>, close: (toTrigger: boolean) => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  if (event.key === 'Escape') close(true);
  else if (event.key === 'Tab') close(false);
  else if (getOwn(to, event.key) !== undefined) items[getOwn(to, event.key) as number]?.focus();
  else return;
  if (event.key !== 'Tab') event.preventDefault();
}

interface ItemProps {
  icon?: string;
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Name of the action in the page, as `data-action`. */
  action?: string;
  /** The item can be read and focused, but does nothing. The reason is shown below its label. */
  refused?: boolean;
  why?: string | undefined;
  /** The item switches something on and off. */
  checked?: boolean;
  children: ReactNode;
}

export function DropItem({ icon, to, onSelect, danger, action, refused, why, checked, children }: ItemProps) {
  const close = useContext(CloseContext);
  const content = (
    <>
      {icon && <Icon name={checked ? 'check' : icon} />}
      <span className="am-shrinks">
        {children}
        {why && <span className="am-block am-small">{why}</span>}
      </span>
    </>
  );
  if (to && !refused) {
    return (
      <Link
        role="menuitem"
        tabIndex={-1}
        to={to}
        className={`${classes.item} am-beside am-full am-tall am-pad-y-1 am-pad-x-3 am-round am-plain am-inset am-gap-2 am-start am-text`}
        data-action={action}
        onClick={() => close(false)}
      >
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      tabIndex={-1}
      className={`${classes.item} am-beside am-full am-tall am-pad-y-1 am-pad-x-3 am-round am-plain am-inset am-gap-2 am-start am-text`}
      data-action={action}
      data-danger={danger || undefined}
      aria-disabled={refused || undefined}
      onClick={() => {
        if (refused) return;
        close(true);
        onSelect?.();
      }}
    >
      {content}
    </button>
  );
}
