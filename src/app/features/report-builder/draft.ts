/** A report as it is written: the same keys as its file, half-done or not, and how its parts change. */

import type { Block, Measure, ReportDefinition } from '../../../core/generated/report.ts';
import { isObject } from '../../../core/json.ts';
import type { FullText } from '../../../core/text/languages.ts';

/** Lists may be empty while somebody writes. */
type Open<T> = { [Key in keyof T]: T[Key] extends [unknown, ...(infer One)[]] | undefined ? One[] : T[Key] };

export type DraftMeasure = Open<Measure>;
export type DraftBlock = Omit<Block, 'measures'> & { measures?: DraftMeasure[] };
export type DraftReport = Omit<ReportDefinition, 'blocks' | 'roles'> & { blocks: DraftBlock[]; roles?: string[] };
export type MeasureCondition = NonNullable<Measure['where']>[number];
export type Dimension = NonNullable<Block['by']>;

/** Returns what was stored, with the lists that the screen goes through. A draft may be anything. */
export function readReportDraft(content: Record<string, unknown>): DraftReport {
  const blocks = Array.isArray(content.blocks) ? content.blocks.filter(isObject) : [];
  return {
    ...content,
    filters: Array.isArray(content.filters) ? content.filters : [],
    blocks: blocks.map((block) => ({
      ...block,
      ...('measures' in block && { measures: Array.isArray(block.measures) ? block.measures.filter(isObject) : [] }),
    })),
  } as unknown as DraftReport;
}

export const EMPTY_TITLE: FullText = { en: '', fa: '', ps: '' };

export function joinedTexts(a: FullText, b: FullText): FullText {
  return { en: `${a.en}: ${b.en}`, fa: `${a.fa}: ${b.fa}`, ps: `${a.ps}: ${b.ps}` };
}

const LONGEST_NAME = 50;

/** Returns a name made of the English title that is not taken: `Visits by province` becomes `visits-by-province`. */
export function freeReportName(title: string, taken: ReadonlySet<string>): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name =
    words
      .join('-')
      .replace(/^[^a-z]+/, '')
      .slice(0, LONGEST_NAME)
      .replace(/-$/, '') || 'report';
  return numbered(name, taken, '-');
}

/** Returns an id that no sibling has. */
export function freeBlockId(stem: string, siblings: readonly { id: string }[]): string {
  return numbered(stem, new Set(siblings.map(({ id }) => id)), '');
}

function numbered(stem: string, taken: ReadonlySet<string>, between: string): string {
  let free = stem;
  for (let number = 2; taken.has(free); number += 1) free = `${stem}${between}${number}`;
  return free;
}

export function newReport(programme: string): Record<string, unknown> {
  return {
    $schema: '../../schemas/meta/report.schema.json',
    report: 'report',
    programme,
    kind: 'other',
    title: EMPTY_TITLE,
    path: '/reports/report',
    filters: ['from_date', 'to_date', 'provinces'],
    blocks: [],
  };
}

/** Returns the forms that the report counts, each once. */
export function formsCountedByDraft({ blocks }: DraftReport): string[] {
  return [...new Set(blocks.flatMap(formsOfBlock))];
}

export function formsOfBlock({ measures = [] }: DraftBlock): string[] {
  return [...new Set(measures.flatMap(({ forms, visits }) => forms ?? (visits === undefined ? [] : [visits])))];
}
