/** Names of tagged people: those that came with the record, and those chosen since. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import { rowsOf, type Table } from './tree.ts';

export function taggedOn(row: RecordData): string[] {
  return Array.isArray(row.responsible) ? row.responsible.filter((id) => typeof id === 'string') : [];
}

export function useNamed(data: RecordData, refs: Refs, forms: readonly string[]): Refs {
  const missing = (['actions', 'indicators'] as Table[])
    .flatMap((table) => rowsOf(data, table).flatMap(taggedOn))
    .filter((id, at, all) => !refs[id] && all.indexOf(id) === at)
    .sort();
  const found = useQuery({
    queryKey: ['items', 'records by id', forms, missing],
    queryFn: () => source.findRecords({ forms: [...forms], ids: missing }),
    enabled: missing.length > 0,
    staleTime: 60_000,
    placeholderData: (before) => before,
  }).data;
  return useMemo(
    () => (found ? { ...refs, ...Object.fromEntries(found.map(({ id, name }) => [id, { name }])) } : refs),
    [refs, found],
  );
}
