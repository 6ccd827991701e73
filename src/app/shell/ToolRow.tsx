/** The row above a list: search, filters, buttons. Two to a line on phones. */
import type { ReactNode } from 'react';
import classes from './ToolRow.module.css';

export function ToolRow({ children }: { children: ReactNode }) {
  return <div className={`am-flow ${classes.row} am-bottom am-below-3`}>{children}</div>;
}
