/** The bar of a screen that is a task, on phones: a cross that leaves it, what it is about, and what the screen puts at its end. */
import { createContext, type ReactNode, type Ref, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../theme/Icon.tsx';
import { RecordName } from '../theme/RecordName.tsx';
import { useRootAttribute } from '../theme/useRootAttribute.ts';
import classes from './TaskBar.module.css';

export interface TaskBarState {
  /** Whom or what the task is about, above the heading. */
  subject?: string | undefined;
  /** Where the cross leads. */
  backTo: string;
}

const SlotContext = createContext<HTMLElement | null | undefined>(undefined);
export const TaskSlot = SlotContext.Provider;

interface Props extends TaskBarState {
  slotRef: Ref<HTMLDivElement>;
  /** The heading. */
  children: ReactNode;
}

export function TaskBar({ subject, backTo, slotRef, children }: Props) {
  const { t } = useTranslation();
  useRootAttribute('task');
  return (
    <div className={`${classes.bar} am-inline am-gap-1 am-line-below`} data-no-print>
      <Link to={backTo} className="am-sign" aria-label={t('close')} data-action="leave">
        <Icon name="x" size={24} />
      </Link>
      <div className={`${classes.words} am-grow`}>
        {subject && (
          <p className={classes.subject}>
            <RecordName of={subject} />
          </p>
        )}
        {children}
      </div>
      <div ref={slotRef} className="am-level am-beside am-whole" />
    </div>
  );
}

/** Returns whether the screen has the bar of a task. */
export const useIsTask = (): boolean => useContext(SlotContext) !== undefined;

/** Draws at the end of the task's bar; nothing on screens without one. */
export function InTaskBar({ children }: { children: ReactNode }) {
  const slot = useContext(SlotContext);
  return slot ? createPortal(children, slot) : null;
}
