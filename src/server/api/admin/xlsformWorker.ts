/** The thread that makes a definition of an uploaded workbook (`xlsform.ts`). A hostile workbook ends it, and nobody waits meanwhile. */
import type { ImportOptions } from '../../../core/xlsform/import.ts';
import { importWorkbook } from '../../../core/xlsform/roundTrip.ts';
import type { Imported, Place, Sheet } from '../../../core/xlsform/types.ts';
import { answerThread } from '../../files/thread.ts';

export interface Task {
  sheets: readonly Sheet[];
  options: ImportOptions;
}

/** What can travel as JSON. */
export interface Made extends Omit<Imported, 'places'> {
  places: [pointer: string, place: Place][];
}

await answerThread(({ sheets, options }: Task): Made | null => {
  const made = importWorkbook(sheets, options);
  return made ? { ...made, places: [...made.places] } : null;
});
