/** What stands above a list: words to look for, filters, buttons; on phones two to a line. */
import type { ReactNode } from 'react';
import classes from './ToolRow.module.css';

export function ToolRow({ children }: { children: ReactNode }) {
  return <div className={`am-flow ${classes.row}`}>{children}</div>;
}
