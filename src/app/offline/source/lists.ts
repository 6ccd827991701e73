/** Lists, searches and reference data of this device. */
import { DOCUMENTS } from '../../../core/sync/documents.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { ApiError } from '../../data/errors.ts';
import type { DataSource } from '../../data/source.ts';
import type { DeviceOptions } from './device.ts';
import { refusedOffline } from './failure.ts';

export type ListSource = Pick<
  DataSource,
  | 'list'
  | 'listAll'
  | 'children'
  | 'findRecords'
  | 'find'
  | 'findPlaces'
  | 'searchOptions'
  | 'lookup'
  | 'isUnique'
  | 'positions'
  | 'session'
  | 'common'
  | 'forms'
  | 'definition'
  | 'masterTable'
  | 'provinces'
  | 'districts'
  | 'villages'
  | 'places'
  | 'borders'
  | 'digest'
>;

export function listSource({ documents }: SyncStore, _options: DeviceOptions): ListSource {
  const document = async <T>(key: string): Promise<T> => {
    const found = await documents.get<T>(key);
    if (found === undefined) throw new ApiError(409, { code: 'not_prepared' });
    return found;
  };
  return {
    list: refusedOffline,
    listAll: refusedOffline,
    children: refusedOffline,
    findRecords: refusedOffline,
    find: refusedOffline,
    findPlaces: refusedOffline,
    searchOptions: refusedOffline,
    lookup: refusedOffline,
    isUnique: refusedOffline,
    positions: refusedOffline,
    session: () => document(DOCUMENTS.session),
    common: () => document(DOCUMENTS.common),
    forms: () => document(DOCUMENTS.forms),
    definition: (form, version) => document(DOCUMENTS.definition(form, version ?? 1)),
    masterTable: (list) => document(DOCUMENTS.choices(list)),
    provinces: () => document(DOCUMENTS.provinces),
    districts: refusedOffline,
    villages: refusedOffline,
    places: refusedOffline,
    borders: refusedOffline,
    digest: refusedOffline,
  };
}
