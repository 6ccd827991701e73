/** Puts answers into the words of a question that name them, such as `{hh_size}`. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { ANSWER_IN_WORDS, isolate } from '../text/languages.ts';
import type { TextContext } from './types/fieldType.ts';
import { propertyText } from './types/property.ts';

/** Returns the words with the text of each answer, isolated so that its direction changes nothing around it; … for an empty one. */
export function withAnswers(words: string, form: CompiledForm, data: RecordData, context: TextContext): string {
  return words.replace(ANSWER_IN_WORDS, (_, name: string) => {
    const node = form.byProperty.get(name);
    const text = node ? propertyText(node, name, data, context) : '';
    return text === '' ? '…' : isolate(text);
  });
}

export function answersIn(words: string): string[] {
  return [...words.matchAll(ANSWER_IN_WORDS)].map(([, name]) => name as string);
}
