/** The reader (language, calendar), the constants and the data source that every input and display draws with. */
import type { TFunction } from 'i18next';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Constants, Text } from '../../core/definitions/types.ts';
import type { ErrorWords } from '../../core/errors/words.ts';
import { type Calendar, kabulDay } from '../../core/text/dates.ts';
import { type Language, pick } from '../../core/text/languages.ts';
import { WIDGET_WORDS } from '../data/onDemand.tsx';
import type { Named } from '../data/types.ts';
import { MaskIcons } from './controls/MaskIcons.tsx';
import type { WidgetSource } from './source.ts';
import type { WidgetRegistry } from './types.ts';

export interface WidgetEnvironment {
  language: Language;
  calendar: Calendar;
  constants: Constants;
  source: WidgetSource;
  /** Inputs and displays by type: asked here, since a table is one of them and draws others in its cells. */
  registry: WidgetRegistry;
}

const EnvironmentContext = createContext<WidgetEnvironment | null>(null);

/** Words of the widgets, fetched once for all fields below: a subscription per field would cost more than its input. */
interface Words {
  t: TFunction<'form'>;
  errors: ErrorWords;
  /** Interface words with `{{parts}}` filled in: what hundreds of lines ask for, without i18next's own machinery. */
  fill: (key: string, parts: Readonly<Record<string, string>>) => string;
  /** The words of a definition in the reader's language. */
  say: (text: Text | undefined) => string;
}

const WordsContext = createContext<Words | null>(null);

export function WidgetProvider({ value, children }: { value: WidgetEnvironment; children: ReactNode }) {
  const { t, i18n } = useTranslation(WIDGET_WORDS);
  const { language } = value;
  const words = useMemo<Words>(() => {
    const bundle = i18n.getResourceBundle(i18n.language, 'form') as Branch | undefined;
    return {
      t: plainFirst(t as unknown as TFunction<'form'>, bundle),
      errors: (i18n.getResourceBundle(i18n.language, 'errors') ?? {}) as ErrorWords,
      fill: (key, parts) =>
        found(bundle, key)?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '') ?? key,
      say: (text) => (text ? pick(text, language) : ''),
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
      (branch, name) => (typeof branch === 'object' ? branch[name] : undefined),
      bundle,
    );
  return typeof at === 'string' ? at : undefined;
}

/** Plain words are read where they stand: hundreds of fields ask for the same ones. i18next knows the rest. */
function plainFirst(t: TFunction<'form'>, bundle: Branch | undefined): TFunction<'form'> {
  const ask = t as unknown as (...args: unknown[]) => string;
  return ((...args: unknown[]) => {
    const [key] = args;
    return (args.length === 1 && typeof key === 'string' ? found(bundle, key) : undefined) ?? ask(...args);
  }) as unknown as TFunction<'form'>;
}

/** Interface words of the widgets; throws outside a WidgetProvider. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('a field was drawn outside WidgetProvider');
  return words;
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
  return useWords().say;
}

/** Today in Kabul, YYYY-MM-DD. */
export function today(): string {
  return kabulDay(new Date());
}

/** The name of a picker's item in the reader's language. */
export function itemName(item: Partial<Named>, language: Language): string {
  return item[`name_${language}`] || item.name || item.name_en || item.id || '';
}
