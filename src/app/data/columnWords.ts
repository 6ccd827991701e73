/** Texts of forms over columns. Not in words.ts, which every page begins with: it would bring the types of fields along. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { insertQuestionLabels } from '../../core/form/labelsInWords.ts';
import { isolateName, type Text } from '../../core/text/languages.ts';
import { preferences } from './preferences.ts';
import { otherLanguageProps } from './words.ts';

/**
 * Returns a text of a form for the head of a column, which is plain text: with the labels of the questions that it names, and with
 * the name of its language in brackets where it is not translated.
 */
export function columnHeadingText(words: Text, form: CompiledForm): string {
  const { 'data-in': name } = otherLanguageProps(words, form);
  const said = insertQuestionLabels(form, words, preferences().language);
  return name ? `${isolateName(said)} (${isolateName(name)})` : said;
}
