/** A report as one sheet: the blocks below each other, each with its title, its columns and its rows. */
import type { ReportBlockResult } from '../../../core/generated/api.ts';
import type { ReportDefinition } from '../../../core/generated/report.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import type { WorksheetCell } from '../files/workbook.ts';

export function reportTable(
  { blocks, title }: ReportDefinition,
  results: readonly ReportBlockResult[],
  language: Language,
): WorksheetCell[][] {
  const rows = results.flatMap((result): WorksheetCell[][] => {
    const block = blocks.find(({ id }) => id === result.id);
    if (!block || result.columns.length === 0) return [];
    const heading = block.title ? pickText(block.title, language) : '';
    const lines = [...result.rows, ...(result.total ? [result.total] : [])];
    return [
      [],
      [heading, ...result.columns.map(({ name }) => name)],
      ...lines.map(({ name, cells }): WorksheetCell[] => [name, ...cells.map((cell) => cell ?? '')]),
    ];
  });
  return [[pickText(title, language)], ...rows];
}
