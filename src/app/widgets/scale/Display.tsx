import { localDigits } from '../../../core/text/letters.ts';
import { useAnswerText } from '../controls/PlainDisplay.tsx';
import { useDefinitionText, useWidgets } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';

/** The number with the labels of both ends, because it means nothing without them. */
export function Display(props: DisplayProps) {
  const { language } = useWidgets();
  const say = useDefinitionText();
  const { schema, def } = props.node;
  const text = useAnswerText(props);
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
