import { bandOf } from '../../../core/form/bands.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { UnitDisplay } from '../controls/PlainDisplay.tsx';
import { useFormHost } from '../host.tsx';
import type { InputProps } from '../types.ts';

// Loaded on demand, because few forms have a matrix.
const MatrixHere = lazyComponent(() => import('./MatrixHere.tsx'), { words: ['figures'] });

/** Shows the computed value in place of an input. The level of the form's matrix is also shown in the matrix. */
export function Input(props: InputProps) {
  const value = props.value;
  const isLevel = useFormHost()?.form.definition.matrix?.level === props.node.name;
  const band = typeof value === 'number' ? bandOf(props.node.def, value) : undefined;
  return (
    <>
      <output
        id={props.id}
        className="am-total am-beside am-level am-tall am-pad-x-3 am-round am-sunken am-strong"
        data-tone={band?.variant}
        aria-labelledby={props.labelledBy}
      >
        {value === undefined ? (
          '—'
        ) : (
          <UnitDisplay node={props.node} data={{ [props.node.properties[0] ?? props.node.name]: value }} refs={{}} />
        )}
      </output>
      {isLevel && <MatrixHere />}
    </>
  );
}
