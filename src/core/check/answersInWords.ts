/** Checks the answers that words name: they stand only in label and help of questions, and can be written as text. */
import { partsOf } from '../definitions/inputs.ts';
import { textsOf } from '../definitions/texts.ts';
import { answersIn } from '../form/answersInWords.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { type FormFile, meant, type Report } from './issues/issue.ts';

/** Answers that are numbers, dates, options or words. Others are ids, whose names an open form may not know. */
const WRITTEN = new Set(['text', 'number', 'integer', 'day', 'instant', 'time', 'option', 'options']);

export function checkAnswersInWords({ definition }: FormFile, report: Report): void {
  const known = new Map(
    Object.entries(definition.fields).flatMap(([name, field]) =>
      Object.values(partsOf(name, field)).map((stored) => [stored, field] as const),
    ),
  );
  const isWritten = (name: string): boolean => {
    const field = known.get(name);
    if (!field || field.choices || field.places) return false;
    const { parts } = FIELD_TYPES[field.type];
    return typeof parts === 'function' || Object.values(parts).every((part) => WRITTEN.has(part));
  };
  for (const { pointer, text } of textsOf(definition)) {
    const [source = '', ...others] = Object.values(text);
    // Where the languages differ, that is told instead.
    const isInAll = (name: string) => others.every((words) => answersIn(words).includes(name));
    for (const name of answersIn(source).filter(isInAll)) {
      if (!/^\/fields\/[^/]+\/(label|help)$/.test(pointer)) report(pointer, 'answer_nowhere', { name });
      else if (!isWritten(name)) report(pointer, 'answer_in_words', { name, ...meant(name, known.keys()) });
    }
  }
}
