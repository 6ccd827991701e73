/** What people call a cell of an export: the question, after the table and the number of its row. */

import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import { getOwn } from '../../../core/json.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { formatNumber } from '../../../core/text/letters.ts';
import type { ColumnAnswer } from '../export/answerColumns.ts';
import { sheetColumnTitle } from '../sheets/columnWords.ts';

/** `pointer` is that of the row of a table, empty for the record itself. */
export function cellTitle(
  form: CompiledForm,
  { node, property }: ColumnAnswer,
  pointer: string,
  language: Language,
): string {
  const part = Object.keys(node.parts).find((name) => getOwn(node.parts, name) === property) ?? 'value';
  const label = insertQuestionLabels(form, node.def.label, language, node.path);
  const own = sheetColumnTitle(form, { node, part, property }, language);
  return [...rowNames(form.fields, pointer, language), own === label ? label : `${label}: ${own}`].join(' · ');
}

/** Returns the tables of a pointer with the numbers of their rows. */
function rowNames(fields: ReadonlyMap<string, FieldNode>, pointer: string, language: Language): string[] {
  const [, ...steps] = pointer.split('/');
  const names: string[] = [];
  let columns: readonly FieldNode[] = [...fields.values()];
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const table = columns.find(({ name }) => name === steps[at]);
    if (!table) break;
    names.push(`${pickText(table.def.label, language)} ${formatNumber(Number(steps[at + 1]) + 1, language)}`);
    columns = table.columns ?? [];
  }
  return names;
}
