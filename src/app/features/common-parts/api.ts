/** Requests for the parts that all forms share. */

import type { TFunction } from 'i18next';
import type {
  CommonPart,
  CommonPartBody,
  CommonPartResponse,
  CommonPartsResponse,
  PartDryRunResponse,
  PublishedPartResponse,
} from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { call } from '../../data/http.ts';
import { instant, number, text } from '../../data/words.ts';

const BASE = 'definitions/common';
const at = (part: string) => `${BASE}/${encodeURIComponent(part)}`;

/** What is to be served: the text of the editor, or what was served before. */
export type CommonPartInput = Pick<CommonPartBody, 'text' | 'content' | 'draft'>;

/** What somebody wants to publish, and the hash of what they saw: null for a list that is new. */
export interface CommonPartChange {
  given: CommonPartInput;
  hash: string | null;
  /** Says what is about to happen, where it is not what the editor holds. */
  question?: string;
}

export const commonPartKeys = {
  all: ['common parts'] as const,
  list: ['common parts', 'list'] as const,
  one: (part: string, language: string) => ['common parts', part, language] as const,
  check: (part: string, given: CommonPartInput, hash: string | null, language: string) =>
    ['common parts', part, 'check', given, hash, language] as const,
};

export const commonPartsApi = {
  list: async () => (await call<CommonPartsResponse>(BASE)).data,
  get: (part: string) => call<CommonPartResponse>(at(part)),
  check: (part: string, body: CommonPartBody) =>
    call<PartDryRunResponse>(`${at(part)}?dry_run=1`, { method: 'POST', body }),
  publish: (part: string, body: CommonPartBody) => call<PublishedPartResponse>(at(part), { method: 'POST', body }),
};

export function commonPartName({ part, title }: Pick<CommonPart, 'part' | 'title'>, t: TFunction<'admin'>): string {
  return text(title) || t(`commonParts.name.${part}`);
}

/** Says where the served text comes from. */
export function originText({ origin, version, published, replaced }: CommonPart, t: TFunction<'admin'>): string {
  if (!published || (origin === 'file' && !replaced)) return t('commonParts.fromFile');
  const names = { version: number(version), name: isolateName(published.by.name ?? '–'), at: instant(published.at) };
  return t(replaced ? 'commonParts.replaced' : 'commonParts.published', names);
}
