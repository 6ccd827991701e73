/** The reader (language, calendar), the constants and the data source that every input and display draws with. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Constants, Text } from '../../core/definitions/types.ts';
import { type Calendar, kabulDay } from '../../core/text/dates.ts';
import { type Language, pick } from '../../core/text/languages.ts';
import type { WidgetSource } from './source.ts';

export interface WidgetEnvironment {
  language: Language;
  calendar: Calendar;
  constants: Constants;
  source: WidgetSource;
}

const EnvironmentContext = createContext<WidgetEnvironment | null>(null);

export function WidgetProvider({ value, children }: { value: WidgetEnvironment; children: ReactNode }) {
  return <EnvironmentContext value={value}>{children}</EnvironmentContext>;
}

export function useHasWidgets(): boolean {
  return useContext(EnvironmentContext) !== null;
}

/** Throws outside a WidgetProvider. */
export function useWidgets(): WidgetEnvironment {
  const environment = useContext(EnvironmentContext);
  if (!environment) throw new Error('a field was drawn outside WidgetProvider');
  return environment;
}

/** `say(text)`: the words in the reader's language. */
export function useSay(): (text: Text | undefined) => string {
  const { language } = useWidgets();
  return useMemo(() => (text) => (text ? pick(text, language) : ''), [language]);
}

/** Today in Kabul, YYYY-MM-DD. */
export function today(): string {
  return kabulDay(new Date());
}

/** The name of a picker's item in the reader's language. */
export function itemName(
  item: { id?: string; name?: string | null; name_en?: string | null; name_fa?: string | null; name_ps?: string | null },
  language: Language,
): string {
  return item[`name_${language}`] || item.name || item.name_en || item.id || '';
}
