/** What every input and display needs: the user's language and calendar, the constants, the data source. */

import type { TFunction } from 'i18next';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Constants, Text } from '../../core/definitions/types.ts';
import type { ErrorWords } from '../../core/errors/recordErrors.ts';
import { getOwn } from '../../core/json.ts';
import type { Calendar } from '../../core/text/dates.ts';
import { foreignLanguage, type Language, pickText } from '../../core/text/languages.ts';
import { deviceClock } from '../data/deviceClock.ts';
import { WIDGET_NAMESPACES } from '../data/onDemand.tsx';
import type { Named } from '../data/types.ts';
import { MaskIcons } from './controls/MaskIcons.tsx';
import type { WidgetSource } from './source.ts';
import type { WidgetRegistry } from './types.ts';

export interface WidgetEnvironment {
  language: Language;
  calendar: Calendar;
  constants: Constants;
  source: WidgetSource;
  /** Inputs and displays by field type. A table takes them from here to render its cells without importing the registry. */
  registry: WidgetRegistry;
}

const EnvironmentContext = createContext<WidgetEnvironment | null>(null);

/** Texts of the widgets, provided once for all fields below. A subscription per field would cost more than its input. */
interface Words {
  t: TFunction<'form'>;
  errors: ErrorWords;
  /** Interface text with `{{parts}}` filled in. Faster than i18next, for lists of hundreds of lines. */
  fill: (key: string, parts: Readonly<Record<string, string>>) => string;
  /** Returns a text of a definition in the user's language. */
  say: (text: Text | undefined) => string;
  /** Returns the tag of the language in which a text is shown, where that is not the user's. */
  foreign: (text: Text | undefined) => string | undefined;
}

const WordsContext = createContext<Words | null>(null);

export function WidgetProvider({ value, children }: { value: WidgetEnvironment; children: ReactNode }) {
  const { t, i18n } = useTranslation(WIDGET_NAMESPACES);
  const { language } = value;
  const words = useMemo<Words>(() => {
    const bundle = i18n.getResourceBundle(i18n.language, 'form') as Branch | undefined;
    return {
      t: plainFirst(t as unknown as TFunction<'form'>, bundle),
      errors: (i18n.getResourceBundle(i18n.language, 'errors') ?? {}) as ErrorWords,
      fill: (key, parts) =>
        found(bundle, key)?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => getOwn(parts, name) ?? '') ?? key,
      say: (text) => (text ? pickText(text, language) : ''),
      foreign: (text) => foreignLanguage(text, language),
    };
  }, [t, i18n, language]);
  const { ratings } = value.constants;
  const icons = useMemo(() => ['calendar', ...ratings.flatMap(({ icon }) => icon ?? [])], [ratings]);
  return (
    <EnvironmentContext value={value}>
      <WordsContext value={words}>{children}</WordsContext>
      <MaskIcons names={icons} />
    </EnvironmentContext>
  );
}

type Branch = { [key: string]: string | Branch };

function found(bundle: Branch | undefined, key: string): string | undefined {
  const at = key
    .split('.')
    .reduce<string | Branch | undefined>(
      (branch, name) => (typeof branch === 'object' ? getOwn(branch, name) : undefined),
      bundle,
    );
  return typeof at === 'string' ? at : undefined;
}

/** Reads texts without parameters from the bundle, because hundreds of fields need them. Others go through i18next. */
function plainFirst(t: TFunction<'form'>, bundle: Branch | undefined): TFunction<'form'> {
  const ask = t as unknown as (...args: unknown[]) => string;
  return ((...args: unknown[]) => {
    const [key] = args;
    return (args.length === 1 && typeof key === 'string' ? found(bundle, key) : undefined) ?? ask(...args);
  }) as unknown as TFunction<'form'>;
}

/** Returns the interface texts of the widgets. Throws outside a WidgetProvider. */
export function useWidgetTexts(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('a field was drawn outside WidgetProvider');
  return words;
}

export function useHasWidgetProvider(): boolean {
  return useContext(EnvironmentContext) !== null;
}

/** Throws outside a WidgetProvider. */
export function useWidgets(): WidgetEnvironment {
  const environment = useContext(EnvironmentContext);
  if (!environment) throw new Error('a field was drawn outside WidgetProvider');
  return environment;
}

/** Returns `say(text)`, which gives a definition's text in the user's language. */
export function useDefinitionText(): (text: Text | undefined) => string {
  return useWidgetTexts().say;
}

/** Returns today's date in Kabul, YYYY-MM-DD. */
export function todayInKabul(): string {
  return deviceClock.today();
}

/** Returns the name of a picker's item in the user's language. */
export function itemName(item: Partial<Named>, language: Language): string {
  return item[`name_${language}`] || item.name || item.name_en || item.id || '';
}
