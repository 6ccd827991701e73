/**
 * Makes a definition of a workbook, also of one that was exported from here: then it is the definition that came along, with what
 * somebody changed in the sheets since. What changed is known by writing the definition once more and comparing.
 */
import { equalJson, getOwn } from '../json.ts';
import { originOf } from './export/origin.ts';
import { plainSheets } from './export/workbook.ts';
import { type ImportOptions, importPlain, type PlainImport } from './import.ts';
import { mergeDefinitions } from './mergeDefinitions.ts';
import type { OwnColumns } from './own.ts';
import type { CarriedCounts, ImportedForm, ImportNote, Sheet } from './types.ts';

/** Returns undefined if there is no sheet of questions. */
export function importWorkbook(sheets: readonly Sheet[], options: ImportOptions): ImportedForm | undefined {
  const read = importPlain(sheets, options);
  if (!read) return undefined;
  const found = read.own && compared(read, read.own, options);
  if (!found) return withOrigin(read, sheets);
  const { written, definition, schema } = found;
  return {
    definition,
    schema,
    notes: notIn(read.notes, written.notes, ({ code, params }: ImportNote) => JSON.stringify([code, params])),
    account: withOwn(read.account, written.account),
    places: read.places,
  };
}

/** The workbook stays with its form, so that it goes out again as it came in. */
function withOrigin(read: PlainImport, sheets: readonly Sheet[]): ImportedForm {
  const xlsform = originOf(sheets);
  return xlsform ? { ...read, definition: { ...read.definition, origin: { xlsform } } } : read;
}

/** Returns what the sheets said before anybody changed them, and the definition with the changes. */
function compared(
  read: PlainImport,
  { definition, schema, lists }: OwnColumns,
  options: ImportOptions,
): (Pick<ImportedForm, 'definition' | 'schema'> & { written: PlainImport }) | undefined {
  try {
    const sheets = plainSheets(definition, (name) => getOwn(lists, name));
    const written = importPlain(sheets, options);
    if (!written) return undefined;
    const { definition: changed } = read;
    return {
      written,
      definition: mergeDefinitions({ own: definition, lists, written: written.definition, changed }),
      schema: equalJson(schema, {}) ? read.schema : schema,
    };
  } catch {
    // Anything may stand in a cell. What cannot be written is no definition, and the sheets are read as they are.
    return undefined;
  }
}

/** Cells that are lost whenever this form is written are in its own columns. */
function withOwn(account: CarriedCounts, written: CarriedCounts): CarriedCounts {
  const lost = notIn(
    account.not_carried,
    written.not_carried,
    ({ sheet, column, code }) => `${sheet}\0${column}\0${code}`,
  );
  return {
    ...account,
    cells_carried: account.cells_seen - lost.length,
    not_carried: lost,
  };
}

/** Returns those that are not among the others, of which each counts once. */
function notIn<T>(all: readonly T[], others: readonly T[], keyOf: (one: T) => string): T[] {
  const counts = new Map<string, number>();
  for (const one of others) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return all.filter((one) => {
    const left = counts.get(keyOf(one)) ?? 0;
    counts.set(keyOf(one), left - 1);
    return left <= 0;
  });
}
