/** The template workbook: headings in the user's language, a guide to the columns, and choices with drop-down lists. */
import type { FastifyReply } from 'fastify';
import type { CellObject, SheetData } from 'write-excel-file/node';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { holdsPlaces } from '../../../core/form/types/question.ts';
import { columnName } from '../../../core/spreadsheet/columnName.ts';
import {
  cellReaderOf,
  holdsSeveralEntries,
  namesRecords,
  type SheetColumn,
  sheetColumns,
} from '../../../core/spreadsheet/columns.ts';
import { type Language, pickText, textDirection } from '../../../core/text/languages.ts';
import { sortKey, truncate } from '../../../core/text/letters.ts';
import { readLocalSuffix } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { ApiCall } from '../call.ts';
import { attachmentHeader } from '../files/download.ts';
import { escapeCellText, uniqueSheetNames, XLSX_MEDIA_TYPE } from '../files/workbook.ts';
import { sheetColumnTitle } from '../sheets/columnWords.ts';
import { columnEntries } from '../sheets/findEntry.ts';
import { recordEntries } from '../sheets/findRecord.ts';

/** Number of lines formatted for typing. Text cells keep leading zeros. */
const PREPARED = 300;
/** A longer list (villages) gets no drop-down; names are typed. */
const MOST_CHOICES = 1000;
/** Kinds of cells that are formatted as text. */
const TEXTS: ReadonlySet<ReturnType<typeof cellReaderOf>> = new Set(['words', 'digits', 'day', 'clock'] as const);

export async function templateHandler(call: ApiCall): Promise<FastifyReply> {
  const { form, query, reply } = call;
  const language = readLocalSuffix(query.localSuffix, call.language);
  const say = (key: string) => words(language, `server:import.${key}`);
  const columns = sheetColumns(form);
  const titleOf = (column: SheetColumn) => sheetColumnTitle(form, column, language);
  const lists = await Promise.all(columns.map((column) => namesFor(call, column, language)));
  const rightToLeft = textDirection(language) === 'rtl';
  const choices = lists.flatMap((names, index) =>
    names.length > 0 ? [{ column: columns[index] as SheetColumn, names }] : [],
  );
  const [ownSheet = '', guide = '', choiceSheet = ''] = uniqueSheetNames([
    pickText(form.definition.plural, language),
    say('sheets.guide'),
    say('sheets.choices'),
  ]);
  const rules = columns.map((column, index) => {
    const at = choices.findIndex((one) => one.column === column);
    const letter = columnName(at);
    const most = lists[index]?.length ?? 0;
    return {
      letter: columnName(index),
      title: titleOf(column),
      hint: hintOf(column, most > 0, say),
      ...(at >= 0 && { list: `'${choiceSheet.replaceAll("'", "''")}'!$${letter}$2:$${letter}$${most + 1}` }),
    };
  });
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const buffer = await writeXlsxFile(
    [
      {
        data: fillSheet(columns, titleOf),
        sheet: ownSheet,
        columns: columns.map(() => ({ width: 20 })),
        stickyRowsCount: 1,
        rightToLeft,
      },
      {
        data: guideSheet(columns, lists, titleOf, say),
        sheet: guide,
        columns: [{ width: 28 }, { width: 12 }, { width: 60 }],
        stickyRowsCount: 1,
        rightToLeft,
      },
      {
        data: choiceRows(choices, titleOf),
        sheet: choiceSheet,
        columns: choices.map(() => ({ width: 28 })),
        stickyRowsCount: 1,
        rightToLeft,
      },
    ],
    { features: [validationsOf(rules)] },
  ).toBuffer();
  return reply
    .type(XLSX_MEDIA_TYPE)
    .header('content-disposition', attachmentHeader(fileName(form, language, say)))
    .send(buffer);
}

function fileName(form: CompiledForm, language: Language, say: (key: string) => string): string {
  return `${pickText(form.definition.plural, language)} - ${say('template')}.xlsx`;
}

const heading = (value: string): CellObject => ({
  value,
  fontWeight: 'bold',
  wrap: true,
  backgroundColor: '#e8eef2',
});

type TitleOf = (column: SheetColumn) => string;

/** Required columns have a star. Cells of texts and dates are text, so that programs do not change them. */
function fillSheet(columns: readonly SheetColumn[], titleOf: TitleOf): SheetData {
  const head = columns.map((column) => heading(`${titleOf(column)}${column.required ? ' *' : ''}`));
  const line = columns.map((column) =>
    TEXTS.has(cellReaderOf(column)) ? ({ type: String, format: '@' } as CellObject) : null,
  );
  return [head, ...Array.from({ length: PREPARED }, () => line)];
}

function guideSheet(
  columns: readonly SheetColumn[],
  lists: readonly string[][],
  titleOf: TitleOf,
  say: (key: string) => string,
): SheetData {
  return [
    [heading(say('guide.column')), heading(say('guide.required')), heading(say('guide.write'))],
    ...columns.map((column, index) => [
      { value: titleOf(column) },
      { value: column.required ? say('guide.yes') : '' },
      { value: hintOf(column, (lists[index]?.length ?? 0) > 0, say), wrap: true },
    ]),
  ];
}

function choiceRows(choices: readonly { column: SheetColumn; names: string[] }[], titleOf: TitleOf): SheetData {
  const longest = Math.max(0, ...choices.map(({ names }) => names.length));
  return [
    choices.map(({ column }) => heading(titleOf(column))),
    ...Array.from({ length: longest }, (_, at) =>
      choices.map(({ names }) => (names[at] === undefined ? null : { value: names[at] })),
    ),
  ];
}

async function namesFor({ services, actor }: ApiCall, column: SheetColumn, language: Language): Promise<string[]> {
  const entries = namesRecords(column)
    ? ((await recordEntries(services, actor, column, MOST_CHOICES)) ?? [])
    : columnEntries(services, column);
  const names = entries.map((entry) => entry.name[language] || entry.name.en);
  if (names.length > MOST_CHOICES) return [];
  return holdsPlaces(column.node) || namesRecords(column)
    ? names.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    : names;
}

const HINTS = { words: 'text', name: 'text', digits: 'phone', number: 'number', day: 'date', clock: 'time' } as const;

function hintOf(column: SheetColumn, hasList: boolean, say: (key: string) => string): string {
  const { refersTo } = FIELD_TYPES[column.node.type];
  if (namesRecords(column)) return say(`hints.${refersTo}${holdsSeveralEntries(column) ? 's' : ''}`);
  if (holdsSeveralEntries(column)) return say('hints.several');
  if (hasList) return say('hints.choose');
  if (refersTo === 'place') return say('hints.place');
  return say(`hints.${HINTS[cellReaderOf(column) ?? 'words']}`);
}

type Writer = typeof import('write-excel-file/node')['default'];
type SheetFeature = NonNullable<NonNullable<Parameters<Writer>[1]>['features']>[number];

interface Validation {
  letter: string;
  title: string;
  hint: string;
  /** Range of the cells with the choices. */
  list?: string;
}

/** Adds drop-down lists and hints to the first worksheet. The writer has no option for them. */
function validationsOf(columns: readonly Validation[]): SheetFeature {
  const rules = columns.map(({ letter, title, hint, list }) => {
    const about = `allowBlank="1" showInputMessage="1" promptTitle="${escapeCellText(truncate(title, 32))}" prompt="${escapeCellText(truncate(hint, 255))}" sqref="${letter}2:${letter}${PREPARED + 1}"`;
    // A name outside the list only causes a warning, because the upload accepts more spellings than the list shows.
    return list
      ? `<dataValidation type="list" errorStyle="warning" showErrorMessage="1" ${about}><formula1>${escapeCellText(list)}</formula1></dataValidation>`
      : `<dataValidation ${about}/>`;
  });
  const markup = `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
  let isFirst = true;
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform(xml) {
            if (!isFirst) return xml;
            isFirst = false;
            return xml.replace('</sheetData>', `</sheetData>${markup}`);
          },
        },
      },
    },
  };
}
