import { WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const versions: Feature = {
  routes: [
    { path: '/admin/forms', Screen: screenOnDemand(() => import('./FormsScreen.tsx'), ['admin']) },
    {
      path: '/admin/forms/workbook',
      Screen: screenOnDemand(() => import('./workbook/WorkbookScreen.tsx'), ['admin', 'workbook']),
    },
    { path: '/admin/forms/:form', Screen: screenOnDemand(() => import('./VersionsScreen.tsx'), ['admin']) },
    {
      path: '/admin/forms/:form/questions/:question',
      Screen: screenOnDemand(() => import('./QuestionScreen.tsx'), ['admin', 'designer']),
    },
    {
      path: '/admin/drafts/:draft/words',
      Screen: screenOnDemand(() => import('./words/WordsScreen.tsx'), ['admin']),
    },
    {
      path: '/preview/:draft',
      Screen: screenOnDemand(() => import('./PreviewScreen.tsx'), ['admin', ...WIDGET_WORDS]),
    },
  ],
};
