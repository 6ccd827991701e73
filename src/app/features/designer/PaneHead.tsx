/** The head of the question pane: the name of what is written, and what can be done with it as a whole. */

import type { OutlinePlace } from '../../../core/edit/outline.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Pane.module.css';
import { OutlinePlaceTools } from './PlaceTools.tsx';

interface HeadProps {
  title: string;
  icon: string;
  place: OutlinePlace;
  children?: string;
}

export function PaneHead({ title, icon, place, children }: HeadProps) {
  return (
    <header className={`${classes.paneHead} am-sticks am-inline am-line-below`}>
      <Icon name={icon} size={18} />
      <h2 className="am-cut am-grow">
        <bdi>{title}</bdi>
      </h2>
      {children && <span className="am-hint am-code">{children}</span>}
      <OutlinePlaceTools place={place} pane="question" />
    </header>
  );
}
