import { PlainDisplay } from '../controls/PlainDisplay.tsx';
import { stored } from '../controls/stringValue.ts';
import type { InputProps } from '../types.ts';

/** Shows the worked-out value where an input would stand. */
export function Input(props: InputProps) {
  return (
    <output id={props.id} className="am-total" aria-labelledby={props.labelledBy}>
      {stored(props) === undefined ? '—' : <PlainDisplay node={props.node} data={props.values} refs={{}} />}
    </output>
  );
}
