/** Requests of the personal data screens. */
import type {
  AnonymiseResponse,
  PersonalFind,
  PersonalSearchResponse,
  PersonSheetResponse,
} from '../../../core/generated/api.ts';
import { call, download } from '../../data/http.ts';

const e = encodeURIComponent;

export const personalApi = {
  find: (text: string, after?: string) => call<PersonalSearchResponse>('personal-data', { query: { text, after } }),
  sheet: async (id: string) => (await call<PersonSheetResponse>(`personal-data/${e(id)}`)).data,
  file: (id: string, onProgress: (share: number | null, bytes: number) => void) =>
    download(`personal-data/${e(id)}/export`, { onProgress }),
  anonymise: ({ id, is_person }: Pick<PersonalFind, 'id' | 'is_person'>, reason: string) =>
    call<AnonymiseResponse>(`personal-data/${is_person ? '' : 'records/'}${e(id)}/anonymise`, {
      method: 'POST',
      body: { reason },
    }),
};

export const personalKeys = {
  all: ['personal data'] as const,
  found: (text: string) => ['personal data', 'found', text] as const,
  sheet: (id: string) => ['personal data', 'sheet', id] as const,
};
