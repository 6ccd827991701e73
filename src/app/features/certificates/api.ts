/** The one call of the public page. */
import { call } from '../../data/http.ts';

export interface Verification {
  title: string;
  issuer: string;
  code: string | null;
  state: { id: string; name: string; variant: string; icon: string };
  fields: { name: string; label: string; value: string }[];
}

export const readVerification = (token: string, signal?: AbortSignal) =>
  call<Verification>(`proofs/${encodeURIComponent(token)}`, { anonymous: true, ...(signal && { signal }) });
