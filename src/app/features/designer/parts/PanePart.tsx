/** A part of the question pane: a heading, and what belongs to it, folded away where nothing is said. */
import { type ReactNode, useState } from 'react';
import { Icon } from '../../../theme/Icon.tsx';

interface Props {
  title: string;
  name: string;
  /** Said beside the heading of what is folded away. */
  brief?: ReactNode;
  /** False for parts that begin folded away. */
  isOpen?: boolean;
  children: ReactNode;
}

export function PanePart({ title, name, brief, isOpen = true, children }: Props) {
  const [open, setOpen] = useState(isOpen);
  return (
    <section className="am-pad-y-2 am-line-below" data-part={name}>
      <h3>
        <button type="button" className="am-inline am-full am-tall" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="am-whole">{title}</span>
          {!open && brief && <span className="am-grow am-cut am-hint am-light">{brief}</span>}
          <span className="am-at-end am-joined">
            <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />
          </span>
        </button>
      </h3>
      {open && <div className="am-brief am-pad-y-2 am-stack am-gap-3">{children}</div>}
    </section>
  );
}
