import { languageProps } from '../controls/languageProps.ts';
import { useAnswerText } from '../controls/PlainDisplay.tsx';
import type { DisplayProps } from '../types.ts';

/**
 * Keeps the line breaks. The direction is the question's language's, else that of the text's first letter. The text
 * begins at the page's side all the same, below its label.
 */
export function Display(props: DisplayProps) {
  return (
    <div className="am-paragraphs">
      <bdi {...languageProps(props.node)}>{useAnswerText(props)}</bdi>
    </div>
  );
}
