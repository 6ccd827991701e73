/** Calls of the screen for protected questions. */
import type { Text } from '../../../core/text/languages.ts';
import { call } from '../../data/http.ts';

export interface ProtectedQuestion {
  form: string;
  plural: Text;
  question: string;
  label: Text;
  /** Where it stands on the form: its section, and the table that it is a column of. */
  within: Text[];
  /** Versions that protect it. */
  versions: number[];
  /** The newest version. */
  version: number;
  /** The newest version protects it itself. */
  marked: boolean;
  /** The newest version still asks it. */
  asked: boolean;
  restricted: boolean;
  /** When the first version came that no longer protects it. */
  since: string | null;
  lifted: { at: string; by: { id: string; name: string | null }; reason: string } | null;
}

export interface Reach {
  records: number;
  /** false: there may be more. */
  complete: boolean;
  people: number;
  roles: { id: string; label: Text; people: number }[];
  below: { form: string; plural: Text }[];
}

export type Decision = 'lift' | 'restore';
type Which = Pick<ProtectedQuestion, 'form' | 'question'>;

const e = encodeURIComponent;
const path = ({ form, question }: Which) => `definitions/${e(form)}/restrictions/${e(question)}`;

export const restrictionsApi = {
  all: async () => (await call<{ data: ProtectedQuestion[] }>('restrictions')).data,
  reach: async (which: Which) => (await call<{ data: Reach }>(path(which))).data,
  decide: (which: Which, decision: Decision, reason: string) =>
    call<unknown>(`${path(which)}/${decision}`, { method: 'POST', body: { reason } }),
};

export const restrictionKeys = {
  all: ['restrictions'] as const,
  list: ['restrictions', 'list'] as const,
  reach: ({ form, question }: Which) => ['restrictions', 'reach', form, question] as const,
};
