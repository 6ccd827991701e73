/** The one call of the public page. */
import type { ProofResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';

export const readVerification = (token: string, signal: AbortSignal) =>
  call<ProofResponse>(`proofs/${encodeURIComponent(token)}`, { anonymous: true, signal });
