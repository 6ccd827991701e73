import { WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

export const versionsFeature: Feature = {
  routes: [
    { path: '/admin/forms', Screen: lazyScreen(() => import('./FormsScreen.tsx'), ['admin']) },
    {
      path: '/admin/forms/workbook',
      Screen: lazyScreen(() => import('./workbook/WorkbookScreen.tsx'), ['admin', 'workbook']),
    },
    { path: '/admin/forms/:form', Screen: lazyScreen(() => import('./VersionsScreen.tsx'), ['admin']) },
    {
      path: '/admin/forms/:form/questions/:question',
      Screen: lazyScreen(() => import('./QuestionScreen.tsx'), ['admin', 'designer']),
    },
    {
      path: '/admin/drafts/:draft/words',
      Screen: lazyScreen(() => import('./words/WordsScreen.tsx'), ['admin']),
    },
    {
      path: '/preview/:draft',
      Screen: lazyScreen(() => import('./PreviewScreen.tsx'), ['admin', ...WIDGET_NAMESPACES]),
    },
  ],
};
