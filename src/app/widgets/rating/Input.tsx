import { RadioRow, radioOptions } from '../controls/RadioRow.tsx';
import { useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';

const icon = (rating: { icon?: string }) => rating.icon;

/** Tiles, large enough for a thumb on the narrowest phone. No choice means "not yet rated". */
export function Input(props: InputProps) {
  const { constants, language } = useWidgets();
  const allowed = props.node.schema.enum as string[] | undefined;
  return (
    <RadioRow
      props={props}
      name={props.id}
      look="tiles"
      options={radioOptions(constants.ratings, language, { icon, ...(allowed && { allowed }) })}
      value={props.value}
      onPick={(value) => props.onChange(value)}
    />
  );
}
