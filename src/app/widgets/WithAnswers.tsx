/** Words of a definition with the answers that they name: of an open form, which change, or of a record that is read. */
import { type ReactNode, useMemo } from 'react';
import type { FieldNode, RecordData } from '../../core/definitions/types.ts';
import { answerLevelsAt, insertAnswers } from '../../core/form/answersInWords.ts';
import { type Text, textAsWritten } from '../../core/text/languages.ts';
import { useWidgets, useWidgetTexts } from './environment.tsx';
import { type FormHost, useAnswers, useFormHost } from './host.tsx';
import { markLanguage } from './markLanguage.tsx';
import { type ReadAnswers, ReadAnswersContext, useReadAnswers } from './readAnswers.ts';
import { useNamesInWords } from './useNames.ts';

export function ReadAnswersProvider({ value, children }: { value: ReadAnswers; children: ReactNode }) {
  return <ReadAnswersContext value={value}>{children}</ReadAnswersContext>;
}

/** Around what is read of one row of a table, or over its columns if there is no row. */
export function RowAnswers({ table, row, children }: { table: FieldNode; row?: RecordData; children: ReactNode }) {
  const around = useReadAnswers();
  const value = useMemo(
    () =>
      around && { ...around, levels: [{ nodes: table.columns ?? [], ...(row && { data: row }) }, ...around.levels] },
    [around, table, row],
  );
  return <ReadAnswersContext value={value}>{children}</ReadAnswersContext>;
}

interface Props {
  words: string;
  /** JSON Pointer of the row that they are of, in an open form. Default: the record. */
  base?: string | undefined;
}

/** Few words name answers, so only those follow every change. */
export function WordsWithAnswers(props: Props) {
  const { words } = props;
  const host = useFormHost();
  const read = useReadAnswers();
  if (!words.includes('{')) return words;
  if (read || !host) return <Said words={words} levels={read?.levels ?? []} refs={read?.refs ?? {}} />;
  return <Following {...props} host={host} />;
}

/** A text of the definition, in the reader's language or marked with the one in which it is shown. */
export function TextWithAnswers({ of, base }: { of: Text; base?: string | undefined }) {
  const { language } = useWidgets();
  const { foreign } = useWidgetTexts();
  return markLanguage(foreign(of), <WordsWithAnswers words={textAsWritten(of, language)} base={base} />);
}

function Following({ words, base, host: { form, refs } }: Props & { host: FormHost }) {
  const levels = answerLevelsAt(form, useAnswers() ?? {}, base);
  const names = useNamesInWords(words, levels);
  return <Said words={words} levels={levels} refs={{ ...names, ...refs }} />;
}

function Said({ words, levels, refs }: { words: string } & Pick<ReadAnswers, 'levels' | 'refs'>) {
  const { language, calendar, constants } = useWidgets();
  return insertAnswers(words, levels, { language, calendar, constants, refs });
}
