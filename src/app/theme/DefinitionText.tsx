/** A text of a definition, marked with its language and direction where that is not the reader's. */
import type { Text } from '../../core/definitions/types.ts';
import { otherLanguageProps, text } from '../data/words.ts';

export function DefinitionText({ of }: { of: Text | null | undefined }) {
  return of ? <bdi {...otherLanguageProps(of)}>{text(of)}</bdi> : null;
}
