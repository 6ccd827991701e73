/** Calls of the screens for personal data. */

import type { Text } from '../../../core/text/languages.ts';
import { call, download } from '../../data/http.ts';

interface Question {
  field: string;
  label: Text;
}

export interface FoundRecord {
  id: string;
  form: string;
  code: string | null;
  name: string;
  created_at: string;
  deleted_at: string | null;
  is_person: boolean;
  /** It has restricted questions, or is a person. */
  erasable: boolean;
  /** Questions whose answers hold the words. */
  answers: Question[];
  /** Questions in which it names the person. */
  names: Question[];
}

export interface FoundPart {
  data: FoundRecord[];
  accounts: { id: string; username: string; name: string; person_id: string | null }[];
  meta: { next: string | null; looked: number; total: number; vague: boolean };
}

export interface PersonSheet {
  id: string;
  form: string;
  code: string | null;
  name: string;
  deleted_at: string | null;
  answers: (Question & { type: string; restricted: boolean; erasable: boolean; text: string })[];
  records: FoundRecord[];
  accounts: {
    id: string;
    username: string;
    name: string;
    disabled: boolean;
    logins: number;
    last_login_at: string | null;
  }[];
  files: { id: string; name: string; media_type: string; size: number; created_at: string }[];
}

const e = encodeURIComponent;

export const personalApi = {
  find: (text: string, after?: string) => call<FoundPart>('personal-data', { query: { text, after } }),
  sheet: async (id: string) => (await call<{ data: PersonSheet }>(`personal-data/${e(id)}`)).data,
  file: (id: string, onProgress: (share: number | null, bytes: number) => void) =>
    download(`personal-data/${e(id)}/export`, { onProgress }),
  anonymise: ({ id, is_person }: Pick<FoundRecord, 'id' | 'is_person'>, reason: string) =>
    call<{ message: string }>(`personal-data/${is_person ? '' : 'records/'}${e(id)}/anonymise`, {
      method: 'POST',
      body: { reason },
    }),
};

export const personalKeys = {
  all: ['personal data'] as const,
  found: (text: string) => ['personal data', 'found', text] as const,
  sheet: (id: string) => ['personal data', 'sheet', id] as const,
};
