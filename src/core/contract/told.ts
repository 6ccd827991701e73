/** What the engine wrote into a contract, as sentences of the check. */
import type { Finding } from '../check/issues/issue.ts';
import type { Wrote } from '../definitions/files.ts';

/** Returns a finding for each kind of change, with the names of the properties. */
export function wroteFindings(wrote: readonly Wrote[]): Finding[] {
  const kinds = [...new Set(wrote.map(({ what }) => what))];
  return kinds.map((kind) => ({
    code: `contract_${kind}` as const,
    params: { names: wrote.filter(({ what }) => what === kind).map(({ name }) => name) },
  }));
}
