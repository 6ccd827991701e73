import { partsOf, pathOf } from '../answer.ts';
import { RadioRow, radioOptions, type Worded } from '../controls/RadioRow.tsx';
import { useSay, useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';

/** One scale for several rows. A field without options uses the rating scale. */
export function Input(props: InputProps) {
  const { constants, language } = useWidgets();
  const say = useSay();
  const options = radioOptions<Worded>(props.node.def.options ?? constants.ratings, language);
  return (
    <div className="am-matrix">
      {props.node.def.rows?.map((row, index) => (
        <div key={row.name} className="am-matrix-row">
          <span id={`${props.id}-${row.name}-label`}>{say(row.label)}</span>
          <RadioRow
            props={{
              ...props,
              labelledBy: `${props.id}-${row.name}-label`,
              invalid: Boolean(props.errors[`${props.base}/${row.name}`]),
            }}
            name={index === 0 ? props.id : `${props.id}-${row.name}`}
            look="tiles"
            options={options}
            value={partsOf(props)[row.name]}
            onPick={(value) => props.onChange(value, pathOf(props, row.name))}
          />
        </div>
      ))}
    </div>
  );
}
