/** Names of tagged people: those sent with the record, and those chosen since. */
import { useMemo } from 'react';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/generated/api.ts';
import { useRecordsById } from '../../data/queries.ts';
import { type LogframeTable, logframeRowsOf } from './tree.ts';

export function responsibleIds(row: RecordData): string[] {
  return Array.isArray(row.responsible) ? row.responsible.filter((id) => typeof id === 'string') : [];
}

export function useResponsibleNames(data: RecordData, refs: Refs, forms: readonly string[]): Refs {
  const missing = (['actions', 'indicators'] as LogframeTable[])
    .flatMap((table) => logframeRowsOf(data, table).flatMap(responsibleIds))
    .filter((id, at, all) => !refs[id] && all.indexOf(id) === at)
    .sort();
  const found = useRecordsById(forms, missing).data;
  return useMemo(
    () => (found ? { ...refs, ...Object.fromEntries(found.map(({ id, name }) => [id, { name }])) } : refs),
    [refs, found],
  );
}
