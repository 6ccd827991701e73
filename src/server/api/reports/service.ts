/** The reports of a server, made once. */
import { memoizeByObject } from '../../../core/memoize.ts';
import type { Services } from '../../http/services.ts';
import { createReports, type Reports } from '../../reports/reports.ts';

export const reportServiceOf: (services: Services) => Reports = memoizeByObject('reports', createReports);
