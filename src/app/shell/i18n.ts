/** Interface texts: one file per language and namespace, loaded when first needed. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferences } from '../data/preferences.ts';

const files = import.meta.glob<Record<string, unknown>>(
  '../../../locales/*/{app,form,errors,admin,certificates,corrections,designer,export,figures,gallery,mande,map,offline,permissions,print,record,reports,reportBuilder,server,views,workbook}.json',
  {
    import: 'default',
  },
);

const backend = {
  type: 'backend' as const,
  read(language: string, namespace: string, done: (error: unknown, words: Record<string, unknown> | null) => void) {
    const load = files[`../../../locales/${language}/${namespace}.json`];
    if (!load) {
      done(new Error(`no words ${language}/${namespace}`), null);
      return;
    }
    load().then(
      (words) => done(null, words),
      (error: unknown) => done(error, null),
    );
  },
};

export async function startI18n(): Promise<void> {
  const { language } = preferences();
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      // All languages have the same keys (a test checks this), so English is not loaded as a fallback.
      fallbackLng: false,
      ns: ['app'],
      defaultNS: 'app',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}
