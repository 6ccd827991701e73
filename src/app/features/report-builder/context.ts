/** What every part of the builder reads: what can be counted. */
import { useQueries } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { FormEntry, ReportChoices, ReportSourceChoice } from '../../../core/generated/api.ts';
import type { FullText } from '../../../core/text/languages.ts';
import { builderApi, builderKeys } from './api.ts';
import type { DraftMeasure } from './draft.ts';

export interface ReportBuilder {
  forms: readonly FormEntry[];
  /** What can be counted of a form; undefined until it is loaded. */
  choicesOf: (form: string | undefined) => ReportChoices | undefined;
  /** A text of the builder in every language. */
  words: (key: string) => FullText;
}

export const BuilderContext = createContext<ReportBuilder | null>(null);

export function useReportBuilder(): ReportBuilder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('a part of the builder stands outside of it');
  return builder;
}

export function useReportChoices(forms: readonly string[]): ReportBuilder['choicesOf'] {
  const found = useQueries({
    queries: forms.map((form) => ({
      queryKey: builderKeys.choices(form),
      queryFn: () => builderApi.choices(form),
      staleTime: 60_000,
    })),
  });
  return (form) => found.find(({ data }) => data?.form === form)?.data;
}

/** Returns what a measure of the forms may count by, or compare. */
export function measureSources(
  { choicesOf }: ReportBuilder,
  { of, forms = [], visits }: Pick<DraftMeasure, 'of' | 'forms' | 'visits'>,
): ReportSourceChoice[] {
  const choices = choicesOf(forms[0] ?? visits);
  if (!choices) return [];
  return of === 'problems' ? choices.problems : of === 'events' ? choices.events : choices.sources;
}
