/**
 * The columns that an export of a form may have, in any language and style and of any version of the form. A column is found
 * by its stored name and question id, or by its heading. Each knows how the styles write its cells, so that a cell that
 * nobody changed is recognised without reading it.
 */

import { languagesOf } from '../../../core/definitions/texts.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { nodeAtPath } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { everyNode } from '../../../core/records/restricted.ts';
import { hasLanguage, LANGUAGES } from '../../../core/text/languages.ts';
import { foldText } from '../../../core/text/letters.ts';
import type { Services } from '../../http/services.ts';
import type { ColumnAnswer } from '../export/answerColumns.ts';
import { allExportColumns, type ExportColumn, exportListColumns, versionColumns } from '../export/columns.ts';
import { earlierVersionColumns } from '../export/earlierColumns.ts';
import { recordHistoryColumns } from '../export/recordHistoryColumns.ts';
import { type ExportSheet, tableRowSheet } from '../export/rowSheet.ts';
import { type ExportStyle, plainExportStyle } from '../export/style.ts';

type Column = ExportSheet['columns'][number];

export interface CorrectionColumn {
  /** The name of an engine column after `#`; else the place of the answer. The same in every style. */
  key: string;
  /** Absent if the cells are no answer that can be corrected. */
  answer?: ColumnAnswer;
  /** The cell as each style writes it. */
  ways: Column['cell'][];
}

/** What is known of the sheet of records (`path` is empty), or of the sheet of a table. */
export interface CorrectionSheet {
  path: string;
  byName: Map<string, CorrectionColumn[]>;
  /** Headings are folded. Several columns may have the same one. */
  byHeading: Map<string, CorrectionColumn[]>;
}

/** Returns the styles in which an export of a form may be written. */
function stylesOf({ definition }: CompiledForm): ExportStyle[] {
  const languages = languagesOf(definition);
  // What the interface says beside other languages stands in that of whoever exported.
  const by = languages.every((tag) => LANGUAGES.some((one) => hasLanguage([tag], one)))
    ? LANGUAGES.slice(0, 1)
    : LANGUAGES;
  return [
    ...LANGUAGES.map(plainExportStyle),
    ...by.map((language) => ({ ...plainExportStyle(language), languages })),
    { ...plainExportStyle('en'), isCoded: true },
  ].flatMap((style) => [style, { ...style, isSplit: true }]);
}

export function correctionSheets(services: Services, form: CompiledForm): CorrectionSheet[] {
  const older = services.registry.versions(form.form).filter(({ version }) => version < form.version);
  const known = new Map<string, CorrectionSheet>();
  const sheetAt = (path: string): CorrectionSheet => {
    const sheet = known.get(path) ?? { path, byName: new Map(), byHeading: new Map() };
    known.set(path, sheet);
    return sheet;
  };
  for (const style of stylesOf(form)) {
    const reader = { services, form, style };
    const columns = [
      ...allExportColumns(reader, () => false),
      ...exportListColumns(reader),
      ...versionColumns(reader),
      ...recordHistoryColumns(reader),
      ...earlierVersionColumns(reader).map((column) => ({ ...column, isEarlier: true })),
    ];
    add(sheetAt(''), columns.map(ofLine), form);
    for (const path of tablePaths(form)) add(sheetAt(path), tableRowSheet(reader, path).columns, form);
  }
  for (const version of older.toReversed())
    for (const style of stylesOf(version)) {
      const reader = { services, form: version, style };
      addOlder(
        sheetAt(''),
        allExportColumns(reader, () => false),
        form,
      );
      for (const path of tablePaths(version))
        if (nodeAtPath(form, path)?.columns) addOlder(sheetAt(path), tableRowSheet(reader, path).columns, form);
    }
  // Rows of rows first: their sheets have the numbers of the outer rows too.
  return [...known.values()].sort((a, b) => depthOf(b) - depthOf(a));
}

function depthOf({ path }: CorrectionSheet): number {
  return path === '' ? 0 : path.split('.').length;
}

function tablePaths(form: CompiledForm): string[] {
  return [...everyNode(form.fields.values())].filter(({ columns }) => columns).map(({ path }) => path);
}

function ofLine(column: ExportColumn & { isEarlier?: boolean }): Column & { isEarlier?: boolean } {
  return { ...column, cell: ({ row }, index, refs) => column.cell(row, index, refs) };
}

function add(sheet: CorrectionSheet, columns: readonly (Column & { isEarlier?: boolean })[], form: CompiledForm): void {
  for (const { name, stored, heading, answer, cell, isEarlier } of columns) {
    const key = isEarlier ? `until ${name}` : answer ? keyOf(answer) : `#${name}`;
    const named = sheet.byName.get(name) ?? [];
    let known = named.find((one) => one.key === key);
    if (!known) {
      known = { key, ...(answer && isCorrectable(answer, form) && { answer }), ways: [] };
      named.push(known);
    }
    sheet.byName.set(name, named);
    put(sheet.byName, stored, known);
    known.ways.push(cell);
    put(sheet.byHeading, foldText(heading), known);
  }
}

/** Adds the names and headings that answers had in an older version. */
function addOlder(
  sheet: CorrectionSheet,
  columns: readonly Pick<Column, 'name' | 'stored' | 'heading' | 'answer'>[],
  form: CompiledForm,
) {
  const byKey = new Map([...sheet.byName.values()].flat().map((known) => [known.key, known]));
  for (const { name, stored, heading, answer } of columns) {
    const now = answer && newestPlace(answer, form);
    const known = now && byKey.get(keyOf(now));
    if (!known) continue;
    put(sheet.byName, name, known);
    put(sheet.byName, stored, known);
    put(sheet.byHeading, foldText(heading), known);
  }
}

function put(index: Map<string, CorrectionColumn[]>, name: string, known: CorrectionColumn): void {
  const there = index.get(name) ?? [];
  if (!there.includes(known)) there.push(known);
  index.set(name, there);
}

function newestPlace(answer: ColumnAnswer, form: CompiledForm): ColumnAnswer | undefined {
  const part = Object.keys(answer.node.parts).find((name) => getOwn(answer.node.parts, name) === answer.property);
  const node = [...everyNode(form.fields.values())].find(({ id }) => id === answer.node.id);
  const property = part === undefined ? undefined : getOwn(node?.parts, part);
  return node && property !== undefined ? { ...answer, node, property } : undefined;
}

function keyOf({ property, option, calendar }: ColumnAnswer): string {
  return JSON.stringify([property, option ?? '', calendar ?? '']);
}

/** Returns true for questions that people answer and that a cell can hold. */
function isCorrectable({ node }: ColumnAnswer, form: CompiledForm): boolean {
  const isTyped = node.name === 'code' && form.definition.code?.typed === true;
  return FIELD_TYPES[node.type].read !== undefined && !node.def.derived && !node.def['ui:readonly'] && !isTyped;
}
