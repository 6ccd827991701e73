import { answerPartPath, answerPartsOf } from '../answer.ts';
import { type DefinedOption, RadioRow, radioOptions } from '../controls/RadioRow.tsx';
import { useWidgets } from '../environment.tsx';
import { useTextMarks } from '../markLanguage.tsx';
import { drawMediaOptions, hasOptionMedia } from '../media/mediaOptions.tsx';
import type { InputProps } from '../types.ts';
import { TextWithAnswers } from '../WithAnswers.tsx';

/** One scale for several rows. A field without options uses the rating scale. */
export function Input(props: InputProps) {
  const { constants, language } = useWidgets();
  const marks = useTextMarks();
  const options = radioOptions<DefinedOption>(props.node.def.options ?? constants.ratings, language, { marks });
  const hasMedia = hasOptionMedia(props.node.def);
  return (
    <div className="am-gap-3 am-matrix am-stack">
      {props.node.def.rows?.map((row, index) => {
        const name = index === 0 ? props.id : `${props.id}-${row.name}`;
        const value = answerPartsOf(props)[row.name];
        const pick = (picked: string | undefined) => props.onChange(picked, answerPartPath(props, row.name));
        const own = {
          ...props,
          labelledBy: `${props.id}-${row.name}-label`,
          invalid: Boolean(props.errors[`${props.base}/${row.name}`]),
        };
        return (
          <div key={row.name} className="am-matrix-row" data-media={hasMedia || undefined}>
            <span id={own.labelledBy} className="am-block am-below-1">
              <TextWithAnswers of={row.label} base={props.base} />
            </span>
            {hasMedia ? (
              drawMediaOptions({
                props: { ...own, id: name },
                chosen: typeof value === 'string' ? [value] : [],
                onPick: pick,
                onClear: () => pick(undefined),
              })
            ) : (
              <RadioRow props={own} name={name} look="tiles" options={options} value={value} onPick={pick} />
            )}
          </div>
        );
      })}
    </div>
  );
}
