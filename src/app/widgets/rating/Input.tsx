import { storedValue } from '../../../core/form/types/fieldType.ts';
import { RadioRow, radioOptions } from '../controls/RadioRow.tsx';
import { useDefinitionText, useWidgets, useWidgetTexts } from '../environment.tsx';
import { useLastAnswers } from '../host.tsx';
import type { InputProps } from '../types.ts';

const icon = (rating: { icon?: string }) => rating.icon;

/** Tiles, large enough for a thumb on the narrowest phone. No choice means "not yet rated". */
export function Input(props: InputProps) {
  const { constants, language } = useWidgets();
  const { fill } = useWidgetTexts();
  const say = useDefinitionText();
  const { node, base } = props;
  const allowed = node.schema.enum as string[] | undefined;
  const last = useLastAnswers(node);
  const before = base === '' && last && constants.ratings.find(({ value }) => value === storedValue(node, last));
  return (
    <RadioRow
      props={props}
      name={props.id}
      look="tiles"
      options={radioOptions(constants.ratings, language, { icon, ...(allowed && { allowed }) })}
      value={props.value}
      {...(before && { note: fill('rating.last', { answer: say(before.label) }) })}
      onPick={(value) => props.onChange(value)}
    />
  );
}
