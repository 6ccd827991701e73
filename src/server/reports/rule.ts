/**
 * The sentence below the title of a report: what it says itself, what counts in it by the rules of all figures, and since when
 * problems count so.
 */
import type { ReportDefinition } from '../../core/generated/report.ts';
import { countedKinds } from '../../core/reports/counted.ts';
import type { Calendar } from '../../core/text/calendar.ts';
import { formatDate } from '../../core/text/dates.ts';
import { LANGUAGES, type Language, pickText, type Text } from '../../core/text/languages.ts';
import { groupIntoMap } from '../db/rows.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { words } from '../http/words.ts';

/** The day, ISO, in the calendar of the reader. */
interface Since {
  day: string;
  calendar: Calendar;
}

export function countingRuleText(registry: FormRegistry, report: ReportDefinition, since?: Since): Text | null {
  const { counting } = registry.common().constants;
  const counted = counting ? countedKinds(report, (name) => registry.form(name)) : [];
  if (!counting || counted.length === 0) return report.rule ?? null;
  const sameStates = groupIntoMap(counted, (one) => counting[one].states);
  const sentences = (language: Language) => [
    ...(report.rule ? [pickText(report.rule, language)] : []),
    ...[...sameStates].flatMap(([states, some]) => [
      ...some.map((one) => words(language, `server:counting.${one}.${counting[one].day}`)),
      statesIn(registry, report, states, language),
    ]),
    ...(since && counted.includes('problems') ? [sinceIn(since, language)] : []),
  ];
  return Object.fromEntries(LANGUAGES.map((language) => [language, sentences(language).join(' ')])) as unknown as Text;
}

/** Says from which day problems count by the rule. */
function sinceIn({ day, calendar }: Since, language: Language): string {
  return words(language, 'server:counting.since', { day: formatDate(day, { language, calendar }) });
}

/** Returns which problems the public page counts, and since when so, in the words of reports. */
export function problemCountingRule(
  { common }: Pick<FormRegistry, 'common'>,
  language: Language,
  since?: Since,
): string {
  const { counting } = common().constants;
  const states = counting ? [words(language, `server:counting.states.${counting.problems.states}`)] : [];
  return [...states, ...(since ? [sinceIn(since, language)] : [])].join(' ');
}

/** A report may count only some states. */
function statesIn(registry: FormRegistry, { states }: ReportDefinition, rule: string, language: Language): string {
  if (!states) return words(language, `server:counting.states.${rule}`);
  const all = Object.values(registry.common().workflows).flatMap((workflow) => workflow.states);
  const labels = states.map((id) => {
    const state = all.find((one) => one.id === id);
    return state ? pickText(state.label, language) : id;
  });
  return words(language, 'server:counting.states.chosen', { states: labels.join(' / ') });
}
