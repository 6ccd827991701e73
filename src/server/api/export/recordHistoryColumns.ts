/** The columns of an export that say who did what with a record, and when: instants in UTC (ISO 8601). */
import { pickText } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { ListRow } from '../../records/types.ts';
import type { ExportColumn, ExportContext } from './columns.ts';
import { writeInLanguages } from './style.ts';

/** Stands before the names of these columns. No question has it. */
export const RECORD_PREFIX = 'record.';

/** Returns when a record was captured, created and changed, by whom, and when it last came into each state, by whom. */
export function recordHistoryColumns({ services, form, style }: ExportContext): ExportColumn[] {
  const own: Record<string, ExportColumn['cell']> = {
    captured_at: ({ record }) => record.captured_at ?? '',
    created_at: ({ record }) => record.created_at,
    created_by: ({ record }, _index, refs) => refs[record.created_by]?.name ?? '',
    updated_at: ({ record }) => record.updated_at,
    updated_by: (row) => String(row.columns[`${RECORD_PREFIX}updated_by`] ?? ''),
  };
  const ofRecord = Object.entries(own).map(([name, cell]) => ({
    heading: writeInLanguages(style, (language) => words(language, `server:audit.${name}`)),
    name: RECORD_PREFIX + name,
    stored: RECORD_PREFIX + name,
    cell,
  }));
  const ofStates = services.registry.workflow(form).states.flatMap(({ id, label }) =>
    (['at', 'by'] as const).map((what) => ({
      heading: writeInLanguages(style, (language) =>
        words(language, `server:audit.${what}`, { state: pickText(label, language) }),
      ),
      name: `${RECORD_PREFIX}${id}_${what}`,
      stored: `${RECORD_PREFIX}${id}_${what}`,
      cell: (row: ListRow) => String(row.columns[`${RECORD_PREFIX}${id}_${what}`] ?? ''),
    })),
  );
  return [...ofRecord, ...ofStates];
}

/** Adds what these columns read of the history of some records to their rows. */
export async function addHistoryTimes({ database }: Services, rows: Iterable<ListRow>): Promise<void> {
  const byId = new Map([...rows].map((row) => [row.record.id, row]));
  if (byId.size === 0) return;
  const revisions = await database.read
    .selectFrom('record_revisions')
    .select(['record_id', 'from_state', 'to_state', 'at', 'by_name'])
    .where('record_id', 'in', [...byId.keys()])
    .orderBy('seq')
    .execute();
  for (const { record_id, from_state, to_state, at, by_name } of revisions) {
    const { columns } = byId.get(record_id) as ListRow;
    columns[`${RECORD_PREFIX}updated_by`] = by_name;
    if (to_state === null || to_state === from_state) continue;
    columns[`${RECORD_PREFIX}${to_state}_at`] = at;
    columns[`${RECORD_PREFIX}${to_state}_by`] = by_name;
  }
}
