import { WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const WORDS = ['reportBuilder', 'admin', ...WIDGET_WORDS];
const preview = screenOnDemand(() => import('./PreviewScreen.tsx'), ['reports', ...WORDS]);

export const reportBuilder: Feature = {
  routes: [
    { path: '/admin/reports', Screen: screenOnDemand(() => import('./ReportsScreen.tsx'), WORDS) },
    { path: '/admin/reports/:report', Screen: screenOnDemand(() => import('./ReportPartScreen.tsx'), WORDS) },
    { path: '/admin/report-drafts/:draft', Screen: screenOnDemand(() => import('./BuilderScreen.tsx'), WORDS) },
    { path: '/admin/report-drafts/:draft/preview', Screen: preview },
    { path: '/admin/report-drafts/:draft/preview/show', Screen: preview },
  ],
};
