import { RadioRow } from '../controls/RadioRow.tsx';
import { patchOf, stored } from '../controls/stringValue.ts';
import { useSay, useWidgets, useWords } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { RatingIcon } from './RatingIcons.tsx';

/** Five tiles, a thumb wide on the narrowest phone; nothing chosen is "not yet rated". */
export function Input(props: InputProps) {
  const { constants } = useWidgets();
  const { t } = useWords();
  const say = useSay();
  const allowed = props.node.schema.enum as string[] | undefined;
  return (
    <RadioRow
      props={props}
      name={props.id}
      look="tiles"
      clearLabel={t('rating.clear')}
      options={constants.ratings
        .filter((one) => !allowed || allowed.includes(one.value))
        .map((one) => ({
          value: one.value,
          label: say(one.label),
          tone: one.variant,
          icon: one.icon ? <RatingIcon name={one.icon} /> : undefined,
        }))}
      value={stored(props)}
      onPick={(value) => props.onChange(patchOf(props, value))}
    />
  );
}
