/** Names of records, accounts and problems by their ids, with one query per table. */
import type { Refs } from '../../core/form/types/fieldType.ts';
import { NameCollector, recordNames as namesOfRecords } from '../../core/views/names.ts';
import type { Names } from '../../core/views/reads.ts';
import type { Database } from '../db/database.ts';
import { rowsById } from '../db/lookup.ts';
import { problemCodes } from '../problems/numbers.ts';

/** What names are looked up in. */
export interface NameServices {
  database: Pick<Database, 'read'>;
  registry: Names['registry'];
}

export function namesIn({ database: { read }, registry }: NameServices): Names {
  return {
    registry,
    async namesOf({ records, accounts, problems }) {
      const refs: Refs = {};
      for (const { id, name, form, code } of await rowsById(
        read,
        'records',
        ['id', 'name', 'form', 'code'],
        [...records],
      ))
        refs[id] = { name: name || (code ?? id), form, code };
      for (const { id, name } of await rowsById(read, 'users', ['id', 'name'], [...accounts])) refs[id] ??= { name };
      for (const [id, code] of await problemCodes(read, [...problems])) refs[id] ??= { code };
      return refs;
    },
  };
}

export function collectNames(services: NameServices): NameCollector {
  return new NameCollector(namesIn(services));
}

/** Returns the names of records by id. */
export function recordNames(services: NameServices, ids: Iterable<unknown>): Promise<Refs> {
  return namesOfRecords(namesIn(services), ids);
}
