/** The sentence below the title of a report: what it says itself, and what counts in it by the rules of all figures. */
import type { ReportDefinition } from '../../core/generated/report.ts';
import { countedIn } from '../../core/reports/counted.ts';
import { LANGUAGES, type Language, pick, type Text } from '../../core/text/languages.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { words } from '../http/words.ts';

export function ruleOf(registry: FormRegistry, report: ReportDefinition): Text | null {
  const { counting } = registry.common().constants;
  const counted = counting ? countedIn(report, (name) => registry.form(name)) : [];
  const own = (language: Language) => (report.rule ? [pick(report.rule, language)] : []);
  if (!counting || counted.length === 0) return report.rule ?? null;
  const sentence = (language: Language) => {
    const made = counted.map((one) => {
      const { states, day } = counting[one];
      const what = words(language, `server:counting.${one}.${day}`);
      return words(language, 'server:counting.sentence', {
        what,
        states: statesIn(registry, report, states, language),
      });
    });
    return [...own(language), ...made].join(' ');
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, sentence(language)])) as unknown as Text;
}

/** A report may count only some states. */
function statesIn(registry: FormRegistry, { states }: ReportDefinition, rule: string, language: Language): string {
  if (!states) return words(language, `server:counting.states.${rule}`);
  const all = Object.values(registry.common().workflows).flatMap((workflow) => workflow.states);
  const labels = states.map((id) => {
    const state = all.find((one) => one.id === id);
    return state ? pick(state.label, language) : id;
  });
  return words(language, 'server:counting.states.chosen', { states: labels.join(' / ') });
}
