/** The text of an error in an open form. A message of the form may name answers. */
import { answerNamesIn, type Text, textAsWritten } from '../../core/text/languages.ts';
import { useWidgets } from './environment.tsx';
import { type FieldError, useErrorText } from './errorText.ts';
import { TextWithAnswers } from './WithAnswers.tsx';

/** `base` is the pointer of the row that the error is in. */
export function ErrorText({ error, base }: { error: FieldError; base: string }) {
  const { language } = useWidgets();
  const errorText = useErrorText();
  const sentence = error.message ? undefined : (error.params?.sentence as Text | undefined);
  const isNaming = sentence !== undefined && answerNamesIn(textAsWritten(sentence, language)).length > 0;
  return isNaming ? <TextWithAnswers of={sentence} base={base} /> : errorText(error);
}
