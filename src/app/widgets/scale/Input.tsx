/** Integers in a row, the smallest where reading begins, with labels under both ends. */
import type { FieldNode } from '../../../core/definitions/types.ts';
import { memoizeByWord } from '../../../core/memoize.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { type RadioOption, RadioRow } from '../controls/RadioRow.tsx';
import { useDefinitionText, useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { language } = useWidgets();
  const say = useDefinitionText();
  const { node, id, value, describedBy } = props;
  const ends = `${id}-ends`;
  return (
    <div className="am-scale">
      <RadioRow
        props={{ ...props, describedBy: describedBy ? `${describedBy} ${ends}` : ends }}
        name={id}
        look="tiles"
        options={numbersOf(node, language)}
        value={value === undefined ? undefined : String(value)}
        onPick={(picked) => props.onChange(picked === undefined ? undefined : Number(picked))}
      />
      <p id={ends} className="am-scale-ends am-beside am-between am-gap-4">
        <span>{say(node.def.ends?.low)}</span> <span>{say(node.def.ends?.high)}</span>
      </p>
    </div>
  );
}

/** Returns the same array for the same question and language, so that its row is built once. */
const numbersOf = memoizeByWord('numbers of scales', (node: FieldNode, language: Language): RadioOption[] => {
  const [least, most] = [Number(node.schema.minimum ?? 0), Number(node.schema.maximum ?? 10)];
  return Array.from({ length: most - least + 1 }, (_, at) => {
    const number = least + at;
    const end = number === least ? node.def.ends?.low : number === most ? node.def.ends?.high : undefined;
    return { value: String(number), label: localDigits(number, language), hint: end && pickText(end, language) };
  });
});
