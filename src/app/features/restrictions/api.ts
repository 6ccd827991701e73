/** Requests of the screen for protected questions. */
import type {
  ListedRestriction,
  ListedRestrictionsResponse,
  RestrictionReachResponse,
} from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';

export type RestrictionDecision = 'lift' | 'restore';
type Which = Pick<ListedRestriction, 'form' | 'question'>;

const e = encodeURIComponent;
const path = ({ form, question }: Which) => `definitions/${e(form)}/restrictions/${e(question)}`;

export const restrictionsApi = {
  all: async () => (await call<ListedRestrictionsResponse>('restrictions')).data,
  reach: async (which: Which) => (await call<RestrictionReachResponse>(path(which))).data,
  decide: (which: Which, decision: RestrictionDecision, reason: string) =>
    call<unknown>(`${path(which)}/${decision}`, { method: 'POST', body: { reason } }),
};

export const restrictionKeys = {
  all: ['restrictions'] as const,
  list: ['restrictions', 'list'] as const,
  reach: ({ form, question }: Which) => ['restrictions', 'reach', form, question] as const,
};
