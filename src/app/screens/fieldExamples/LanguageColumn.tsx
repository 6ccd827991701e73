/** Renders its children in another language, direction and calendar than the page. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { defaultCalendar } from '../../../core/text/dates.ts';
import { type Language, languageTag, textDirection } from '../../../core/text/languages.ts';
import { WidgetProvider } from '../../widgets/environment.tsx';
import { registry } from '../../widgets/registry.ts';
import { exampleConstants } from './exampleForms.ts';
import { exampleSource } from './exampleSource.ts';

export function LanguageColumn({ language, children }: { language: Language; children: ReactNode }) {
  const { i18n } = useTranslation();
  const words = useMemo(() => i18n.cloneInstance({ lng: language }), [i18n, language]);
  // A separate cache, so that example lists never replace the server's.
  const [client] = useState(() => new QueryClient());
  const environment = useMemo(
    () => ({
      language,
      calendar: defaultCalendar(language),
      constants: exampleConstants,
      source: exampleSource,
      registry,
    }),
    [language],
  );
  return (
    <div
      className="am-gallery-column"
      lang={languageTag(language)}
      dir={textDirection(language)}
      data-language={language}
    >
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={client}>
          <WidgetProvider value={environment}>{children}</WidgetProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </div>
  );
}
