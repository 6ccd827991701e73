import type { ProblemsResponse } from '../../../core/generated/api.ts';
import { problemsView } from '../../../core/views/record/problems.ts';
import type { Api } from '../../data/source.ts';
import type { ProblemFilters } from '../../data/types.ts';
import { type Device, formOf, see } from './device.ts';
import { collectNames, readsOf } from './views.ts';

export async function problems(
  device: Device,
  api: Api,
  id: string,
  { from_date, to_date, status, text }: ProblemFilters,
): Promise<ProblemsResponse> {
  const { local } = await see(device, formOf(device, api), id);
  const query = { from: from_date, to: to_date, ...(status && { status: [status] }), text };
  return problemsView(readsOf(device), id, query, collectNames(device, local.refs)) as Promise<ProblemsResponse>;
}
