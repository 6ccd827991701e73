/** Requests of the screens for choice lists. */
import type {
  ChoiceBody,
  ChoiceItem,
  ChoiceResponse,
  ChoicesResponse,
  ChoiceTablesResponse,
  ReferenceEvent,
  ReferenceEventsResponse,
} from '../../../core/generated/api.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { call } from '../../data/http.ts';

/** A change of an entry, with the changed properties before and after. */
export type ChoiceItemEvent = Omit<ReferenceEvent, 'detail'> & {
  detail: { before?: Partial<ChoiceItem>; after?: Partial<ChoiceItem>; into?: string };
};

const e = encodeURIComponent;
const post = (path: string, body: unknown = {}) =>
  call<ChoiceResponse>(`master-tables/${path}`, { method: 'POST', body });

export const choiceListsApi = {
  tables: async () => (await call<ChoiceTablesResponse>('master-tables')).data,
  entries: async (list: string) => (await call<ChoicesResponse>(`master-tables/${e(list)}?all=1`)).data,
  history: async (list: string) =>
    (await call<ReferenceEventsResponse>(`master-tables/${e(list)}/history`)).data as ChoiceItemEvent[],
  add: (list: string, values: ChoiceBody) => post(e(list), values),
  change: (list: string, entry: ChoiceItem, values: ChoiceBody) =>
    call<ChoiceResponse>(`master-tables/${e(list)}/${e(entry.id)}`, {
      method: 'PUT',
      body: { ...values, updated_at: entry.updated_at },
    }),
  order: (list: string, ids: string[]) => post(`${e(list)}/order`, { ids }),
  retire: (list: string, id: string) => post(`${e(list)}/${e(id)}/retire`),
  restore: (list: string, id: string) => post(`${e(list)}/${e(id)}/restore`),
  merge: (list: string, id: string, into: string) => post(`${e(list)}/${e(id)}/merge`, { into }),
};

/** True if forms offer the entry today. */
export function isItemOffered({ merged_into, valid_from, valid_to }: ChoiceItem): boolean {
  const today = deviceClock.today();
  return merged_into === null && (!valid_from || valid_from <= today) && (!valid_to || valid_to >= today);
}

export const choiceListKeys = {
  tables: ['master-tables'] as const,
  entries: (list: string) => ['master-tables', list] as const,
  history: (list: string) => ['master-tables', list, 'history'] as const,
};
