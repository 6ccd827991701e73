/** The reports of a server, made once. */
import type { Services } from '../../http/services.ts';
import { createReports, type Reports } from '../../reports/reports.ts';

const known = new WeakMap<Services, Reports>();

export function reportsOf(services: Services): Reports {
  const found = known.get(services) ?? createReports(services);
  known.set(services, found);
  return found;
}
