// biome-ignore-all lint/a11y/noLabelWithoutControl: the number control inside is an input
import type { FieldNode } from '../../../core/definitions/types.ts';
import { formatNumber } from '../../../core/text/letters.ts';
import { answerPartsOf } from '../answer.ts';
import { NumberControl } from '../controls/NumberControl.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { TextWithAnswers } from '../WithAnswers.tsx';

/** Integers side by side, with their sum unless the field has `total: false` because they are of different kinds. */
export function Input(props: InputProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const rows = props.node.def.rows ?? [];
  const total = countsTotal(rows.map((row) => answerPartsOf(props)[row.name]));
  return (
    <div className="am-counts am-stack am-fits am-bottom">
      {rows.map((row, index) => (
        <label key={row.name} className="am-count am-shrinks">
          <span>
            <TextWithAnswers of={row.label} base={props.base} />
          </span>
          <NumberControl
            props={{ ...props, invalid: Boolean(props.errors[`${props.base}/${row.name}`]) }}
            part={row.name}
            id={index === 0 ? props.id : `${props.id}-${row.name}`}
            inputMode="numeric"
          />
        </label>
      ))}
      {hasTotal(props.node) && (
        <div className="am-count am-shrinks">
          <span>{t('counts.total')}</span>
          <output className="am-total am-beside am-level am-tall am-pad-x-3 am-round am-sunken am-strong">
            {total === undefined ? '—' : formatNumber(total, language)}
          </output>
        </div>
      )}
    </div>
  );
}

/** Returns true if the sum is shown: there are several rows and the field does not have `total: false`. */
export function hasTotal({ def }: Pick<FieldNode, 'def'>): boolean {
  const options = def['ui:options'] as { total?: boolean } | undefined;
  return (def.rows?.length ?? 0) > 1 && options?.total !== false;
}

/** Returns the sum of the filled rows; undefined if none is filled. */
export function countsTotal(values: unknown[]): number | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? numbers.reduce((sum, one) => sum + one, 0) : undefined;
}
