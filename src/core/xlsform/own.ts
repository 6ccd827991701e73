/**
 * Columns that only this product has, in the sheet of settings: `amanat::definition`, `amanat::definition::2` … hold the definition
 * as JSON, cut into cells, `amanat::schema` what its data contract says, `amanat::lists` the lists of others that it uses. Other programs ignore them. So nothing of a form is
 * lost on its way through a workbook, whatever XLSForm can say.
 */
import type { FormDefinition, JsonSchema } from '../definitions/types.ts';
import { readFormDraft } from '../edit/draft.ts';
import { isObject } from '../json.ts';
import type { WrittenOption } from './export/rows.ts';
import type { WorkbookRow } from './types.ts';

/** With what the heads of the columns begin. */
export const OWN_COLUMN_PREFIX = 'amanat::';
/** Title of the sheet that tells what other programs do not read. It is no part of the questionnaire. */
export const OWN_SHEET = 'amanat';

/** Characters of a cell; spreadsheet programs keep 32,767. */
const LONGEST = 30_000;

export interface OwnColumns {
  definition: FormDefinition;
  schema: JsonSchema;
  /** Entries of lists that do not stand in the definition, as they were written, by name. */
  lists: Record<string, readonly WrittenOption[]>;
}

/** Returns the cells by the heads of their columns. */
export function ownCells(columns: OwnColumns): Map<string, string> {
  return new Map(Object.entries(columns).flatMap(([name, value]) => cellsOf(name, value)));
}

/** The brackets keep spaces at the edges of a cell, which reading would take away. */
function cellsOf(name: string, value: object): [string, string][] {
  const parts = JSON.stringify(value).match(new RegExp(`.{1,${LONGEST}}`, 'gsu')) ?? [];
  return parts.map((part, at) => [`${OWN_COLUMN_PREFIX}${name}${at === 0 ? '' : `::${at + 1}`}`, `[${part}]`]);
}

/** Returns what the columns of a workbook say; undefined if it has none, or what they hold is no form. */
export function readOwnColumns(settings: WorkbookRow | undefined): OwnColumns | undefined {
  const [definition, schema, lists] = ['definition', 'schema', 'lists'].map((name) => valueIn(settings, name));
  if (!isObject(definition) || typeof definition.form !== 'string' || !readFormDraft({ definition })) return undefined;
  return {
    definition: definition as unknown as FormDefinition,
    schema: isObject(schema) ? (schema as JsonSchema) : {},
    lists: isObject(lists) ? (lists as OwnColumns['lists']) : {},
  };
}

function valueIn(settings: WorkbookRow | undefined, name: string): unknown {
  const parts: string[] = [];
  for (let at = 0; ; at += 1) {
    const text = settings?.cells.get(`${OWN_COLUMN_PREFIX}${name}${at === 0 ? '' : `::${at + 1}`}`)?.text;
    if (text === undefined) break;
    parts.push(text.slice(1, -1));
  }
  try {
    return JSON.parse(parts.join(''));
  } catch {
    return undefined;
  }
}
