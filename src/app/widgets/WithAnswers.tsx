/** Words of a question in an open form, with the answers that they name. */
import { withAnswers } from '../../core/form/answersInWords.ts';
import { useWidgets } from './environment.tsx';
import { useAnswers, useFormHost } from './host.tsx';

/** Few words name answers, so only those follow every change. */
export function WithAnswers({ words }: { words: string }) {
  return words.includes('{') ? <Following words={words} /> : words;
}

function Following({ words }: { words: string }) {
  const form = useFormHost()?.form;
  const data = useAnswers();
  const { language, calendar, constants } = useWidgets();
  return form && data ? withAnswers(words, form, data, { language, calendar, constants, refs: {} }) : words;
}
