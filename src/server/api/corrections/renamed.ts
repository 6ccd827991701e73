/** Cells of an export that only seem changed, because a record that they name was renamed since. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { type Refs, toIdList } from '../../../core/form/types/fieldType.ts';
import { holdsRecords } from '../../../core/form/types/question.ts';
import type { RawCell } from '../../../core/spreadsheet/readCell.ts';
import { earlierNames } from '../../records/renames/earlierNames.ts';
import type { ApiCall } from '../call.ts';
import type { ExportLine } from '../export/rowSheet.ts';
import type { ExportedColumn } from './exportedSheets.ts';
import { isUnchangedCell } from './written.ts';

/** Returns whether a cell says the stored answer with a name that one of its records had before. Asks each record once. */
export function earlierNameMatcher({ services: { database, registry } }: ApiCall, refs: Refs) {
  const known = new Map<string, Promise<string[]>>();
  const namesBefore = (id: string) => {
    const names = known.get(id) ?? earlierNames(database.read, registry, id);
    known.set(id, names);
    return names;
  };
  return async (
    { column, raw }: { column: ExportedColumn; raw: RawCell },
    of: ExportLine,
    row: RecordData,
  ): Promise<boolean> => {
    const { answer, ways } = column.known;
    if (!answer || !holdsRecords(answer.node)) return false;
    for (const id of toIdList(row[answer.property]).map(String))
      for (const name of await namesBefore(id)) {
        const then = { ...refs, [id]: { ...refs[id], name } };
        if (ways.some((write) => isUnchangedCell(raw, write(of, 0, then)))) return true;
      }
    return false;
  };
}
