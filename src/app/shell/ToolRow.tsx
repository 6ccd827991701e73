/** The row above a list: search, filters, buttons. Two to a line on phones. */
import type { ReactNode, Ref } from 'react';
import classes from './ToolRow.module.css';

export function ToolRow({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={`am-flow ${classes.row} am-bottom am-below-3`}>
      {children}
    </div>
  );
}
