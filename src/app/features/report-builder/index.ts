import { WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

const WORDS = ['reportBuilder', 'admin', ...WIDGET_NAMESPACES];
const preview = lazyScreen(() => import('./PreviewScreen.tsx'), ['reports', ...WORDS]);

export const reportBuilderFeature: Feature = {
  routes: [
    { path: '/admin/reports', Screen: lazyScreen(() => import('./ReportsScreen.tsx'), WORDS) },
    { path: '/admin/reports/:report', Screen: lazyScreen(() => import('./ReportPartScreen.tsx'), WORDS) },
    { path: '/admin/report-drafts/:draft', Screen: lazyScreen(() => import('./BuilderScreen.tsx'), WORDS) },
    { path: '/admin/report-drafts/:draft/preview', Screen: preview },
    { path: '/admin/report-drafts/:draft/preview/show', Screen: preview },
  ],
};
