import type { ReactNode } from 'react';
import { useSay } from '../environment.tsx';
import type { InputProps } from '../types.ts';

/** The unit behind the control, where the definition names one. */
export function WithUnit({ props, children }: { props: InputProps; children: ReactNode }) {
  const say = useSay();
  if (!props.node.def.unit) return children;
  return (
    <div className="am-with-unit">
      {children}
      <span className="am-unit">{say(props.node.def.unit)}</span>
    </div>
  );
}
