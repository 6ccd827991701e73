/** Requests for drafts of reports, and for what a report can count. */

import { reportOfPart } from '../../../core/definitions/parts.ts';
import type {
  CommonPart,
  MessageResponse,
  ReportCheckResponse,
  ReportChoicesResponse,
  ReportDraftResponse,
  ReportDraftsResponse,
} from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { commonPartsApi } from '../common-parts/api.ts';
import type { DefinitionDraftStore } from '../drafting/useDraft.ts';

const BASE = 'definitions/report-drafts';
const at = (id: string) => `${BASE}/${encodeURIComponent(id)}`;

export const builderKeys = {
  drafts: ['report drafts', 'list'] as const,
  draft: (id: string) => ['report drafts', id, 'draft'] as const,
  check: (id: string, version: number, language: string) => ['report drafts', id, 'check', version, language] as const,
  choices: (form: string) => ['report drafts', 'choices', form] as const,
};

export type ReportPart = CommonPart & { report: NonNullable<CommonPart['report']> };

export const builderApi = {
  drafts: async () => (await call<ReportDraftsResponse>(BASE)).data,
  draft: (id: string) => call<ReportDraftResponse>(at(id)),
  start: (body: { content: object } | { from: string }) => call<ReportDraftResponse>(BASE, { method: 'POST', body }),
  save: (id: string, body: { version: number; content: object; seen?: string | null }) =>
    call<ReportDraftResponse>(at(id), { method: 'PUT', body }),
  remove: (id: string) => call<MessageResponse>(at(id), { method: 'DELETE' }),
  check: (id: string) => call<ReportCheckResponse>(`${at(id)}/check`, { method: 'POST', body: {} }),
  choices: async (form: string) =>
    (await call<ReportChoicesResponse>(`definitions/report-choices/${encodeURIComponent(form)}`)).data,
};

export const reportDrafts: DefinitionDraftStore<ReportDraftResponse> = {
  kind: 'report draft',
  key: builderKeys.draft,
  lists: builderKeys.drafts,
  get: builderApi.draft,
  held: ({ content, data: { version } }) => ({ content, version }),
  save: async (id, held) => (await builderApi.save(id, held)).data.version,
};

/** Returns every report of the parts, by title. */
export async function reportParts(): Promise<ReportPart[]> {
  return (await commonPartsApi.list()).filter((one): one is ReportPart => one.report !== undefined);
}

export function reportNameOfPart({ part }: Pick<CommonPart, 'part'>): string {
  return reportOfPart(part) ?? part;
}

export const reportDraftPath = (id: string): string => `/admin/report-drafts/${encodeURIComponent(id)}`;
export const reportPreviewPath = (id: string): string => `${reportDraftPath(id)}/preview`;
