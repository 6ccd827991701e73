/** The answer as text, isolated (`bdi`) so that numbers and codes keep their order in right-to-left text. */
import type { Text } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { useWidgets } from '../environment.tsx';
import { useTextMarks } from '../markLanguage.tsx';
import type { DisplayProps } from '../types.ts';
import { languageProps } from './languageProps.ts';

export function useAnswerText({ node, data, refs }: DisplayProps): string {
  const { language, calendar, constants } = useWidgets();
  const marks = useTextMarks();
  const shownIn = (text: Text) => marks(text)?.['data-in'];
  return FIELD_TYPES[node.type].text(node, data, { language, calendar, constants, refs, shownIn });
}

export function PlainDisplay(props: DisplayProps) {
  return <bdi {...languageProps(props.node)}>{useAnswerText(props)}</bdi>;
}

/** Always left to right, for numbers with a sign, codes, coordinates. */
export function LtrDisplay(props: DisplayProps) {
  return <bdi dir="ltr">{useAnswerText(props)}</bdi>;
}

export function UnitDisplay(props: DisplayProps) {
  const { language } = useWidgets();
  const text = useAnswerText(props);
  const unit = props.node.def.unit?.[language];
  return (
    <span>
      <bdi>{text}</bdi>
      {unit && !text.includes(unit) ? ` ${unit}` : ''}
    </span>
  );
}

/** Makes a display that is a link, such as `tel:` or `mailto:`, which a phone opens in its app. */
export function linkDisplay(href: (text: string) => string) {
  return function LinkDisplay(props: DisplayProps) {
    const { node, data } = props;
    return (
      <a href={href(String(data[node.properties[0] ?? node.name] ?? ''))}>
        <bdi dir="ltr">{useAnswerText(props)}</bdi>
      </a>
    );
  };
}
