import { localDigits } from '../../../core/text/letters.ts';
import { useText } from '../controls/PlainDisplay.tsx';
import { useSay, useWidgets } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';

/** The number with the labels of both ends, because it means nothing without them. */
export function Display(props: DisplayProps) {
  const { language } = useWidgets();
  const say = useSay();
  const { schema, def } = props.node;
  const text = useText(props);
  const end = (number: unknown, words: typeof def.label | undefined) =>
    `${localDigits(Number(number), language)} ${say(words)}`;
  return (
    <span>
      <b>{text}</b>{' '}
      <small>
        ({end(schema.minimum, def.ends?.low)} – {end(schema.maximum, def.ends?.high)})
      </small>
    </span>
  );
}
