/** The workbook of the words of forms, a sheet a form, and what a workbook that comes back says. */
import { languagesOf } from '../../../core/definitions/texts.ts';
import { GIVEN_STATES } from '../../../core/definitions/words/status.ts';
import type { StateOf } from '../../../core/definitions/words/table.ts';
import { Failure } from '../../../core/errors/failure.ts';
import {
  readTranslationSheet,
  statesByWords,
  type TranslationsRead,
  translationSheet,
} from '../../../core/spreadsheet/wordsSheet.ts';
import { LANGUAGES, type Language, textDirection } from '../../../core/text/languages.ts';
import { sheetWords } from '../../http/words.ts';
import type { Workbook, Worksheet } from '../files/workbook.ts';
import { truncatedSheetFailure } from '../sheets/readCells.ts';
import { readSheetFile } from '../sheets/readFile.ts';

/** A form whose words are written, and what is known of their states. */
export interface FormWithTextStates {
  /** May be half written. */
  definition: object;
  stateOf: StateOf;
}

/** Texts in a sheet. An upload reads hardly more rows; a longer form has several sheets. */
const MOST_TEXTS = 5000;

export function translationWorkbook(forms: readonly FormWithTextStates[], language: Language): Workbook {
  return { language, sheets: forms.flatMap((form) => sheetsOf(form, language)) };
}

function sheetsOf({ definition, stateOf }: FormWithTextStates, language: Language): Worksheet[] {
  const words = sheetWords(language);
  const { columns, rows } = translationSheet(definition, stateOf, words);
  const [source = language] = languagesOf(definition);
  const { form } = definition as { form?: unknown };
  const numbered = columns.map((column, n) => ({ ...column, n }));
  const numbers = (holds: string) => numbered.filter((one) => one.holds === holds).map(({ n }) => n);
  const states = GIVEN_STATES.map((state) => words.states[state]);
  const sheet = {
    title: typeof form === 'string' ? form : '',
    head: columns.map(({ heading }) => heading),
    widths: columns.map(({ width }) => width),
    direction: textDirection(source),
    hidden: numbered.filter(({ isHidden }) => isHidden).map(({ n }) => n),
    texts: [...numbers('words'), ...numbered.filter(({ isHidden }) => isHidden).map(({ n }) => n)],
    choices: new Map(numbers('states').map((n) => [n, states])),
  };
  const parts = Array.from({ length: Math.ceil(rows.length / MOST_TEXTS) || 1 }, (_, at) =>
    rows.slice(at * MOST_TEXTS, (at + 1) * MOST_TEXTS),
  );
  return parts.map((part) => ({ ...sheet, rows: part }));
}

/** Returns what the sheets of a workbook say of each form. Throws sheet_heading, sheet_rows, sheet_cell_far, or what `readSheetFile` throws. */
export async function readTranslations(bytes: Buffer, name: string): Promise<TranslationsRead[]> {
  const sheets = await readSheetFile(bytes, name);
  const stateNamed = statesByWords(LANGUAGES.map((one) => sheetWords(one).states));
  const found = sheets.flatMap(({ lines, cut }) => {
    const read = readTranslationSheet(lines, stateNamed);
    if (read && cut) throw truncatedSheetFailure(cut, MOST_TEXTS);
    return read ?? [];
  });
  if (found.length === 0) throw new Failure('sheet_heading');
  const forms = [...new Set(found.map(({ form }) => form))];
  return forms.map((form) => found.filter((one) => one.form === form).reduce(joined));
}

function joined(one: TranslationsRead, other: TranslationsRead): TranslationsRead {
  return {
    ...one,
    cells: [...one.cells, ...other.cells],
    refused: [...one.refused, ...other.refused],
    unmatched: [...new Set([...one.unmatched, ...other.unmatched])],
  };
}
