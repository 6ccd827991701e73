/** Names of the columns of a spreadsheet. The template uses one language; an uploaded file may use any of the form. */

import { languagesOf } from '../../../core/definitions/texts.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import { propertyKindOf } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import type { SheetColumn } from '../../../core/spreadsheet/columns.ts';
import { formLanguageFor, LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { foldText } from '../../../core/text/letters.ts';
import { words, wordsIfAny } from '../../http/words.ts';

export function sheetColumnTitle(
  form: CompiledForm,
  { node, part, property }: Pick<SheetColumn, 'node' | 'part' | 'property'>,
  language: string,
): string {
  const label = insertQuestionLabels(form, node.def.label, language, node.path);
  if (part === 'value') return label;
  const row = node.def.rows?.find((one) => one.name === property);
  if (row) return insertQuestionLabels(form, row.label, language, node.path);
  if (part === 'amount') return label;
  const own = formLanguageFor(LANGUAGES, language) as Language;
  return wordsIfAny(own, `server:columns.${part}`) ?? wordsIfAny(own, `server:import.parts.${part}`) ?? property;
}

/** Returns the folded headings that mean a column in a version of the form, also those of an export. */
export function acceptedHeadings(version: CompiledForm, { node: { id }, part }: SheetColumn): Set<string> {
  const node = version.byQuestion.get(id);
  const property = getOwn(node?.parts, part);
  if (!node || property === undefined) return new Set();
  const aliases = Object.entries(version.aliases).flatMap(([alias, stored]) => (stored === property ? [alias] : []));
  const languages = [...new Set([...LANGUAGES, ...languagesOf(version.definition)])];
  const titles = languages.map((language) => sheetColumnTitle(version, { node, part, property }, language));
  const { short } = node.def;
  const shorter =
    part === 'value' && short
      ? languages.map((language) => insertQuestionLabels(version, short, language, node.path))
      : [];
  const headings = [property, ...aliases, ...titles, ...shorter];
  const ofDays = propertyKindOf(node, property) === 'day' ? headings.flatMap(exportedDay) : [];
  return new Set([...headings, ...ofDays].map(foldHeading));
}

/** Returns the headings under which an export has the Gregorian day. */
function exportedDay(heading: string): string[] {
  return LANGUAGES.map((language) => words(language, 'server:export.gregorian', { heading }));
}

/** Returns the folded heading without the star of a required column. */
export function foldHeading(heading: string): string {
  return foldText(heading.replaceAll('*', ' '));
}
