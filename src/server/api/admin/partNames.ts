/** How differences between shared parts name forms, actions and states, in every language. */
import type { PartNames } from '../../../core/definitions/parts.ts';
import type { CommonSources, FormDefinition, Text } from '../../../core/definitions/types.ts';
import { SYSTEM_ACTIONS } from '../../../core/records/rights.ts';
import { LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { words, wordsIfAny } from '../../http/words.ts';

export function partNames(forms: Iterable<FormDefinition>, workflows: CommonSources['workflows']): PartNames {
  const plurals = new Map([...forms].map(({ form, plural }) => [form, plural]));
  const states = Object.values(workflows).flatMap((workflow) => workflow.states);
  const transitions = Object.values(workflows).flatMap((workflow) => workflow.transitions);
  const known = (group: string, id: string): Text =>
    each((language) => wordsIfAny(language, `${PARTS}${group}.${id}`) ?? id);
  return {
    form: (name) => plurals.get(name) ?? each(() => name),
    action: (id) => transitions.find(({ action }) => action === id)?.label ?? known('actions', id),
    isEngine: (action) => action !== 'export' && (SYSTEM_ACTIONS as readonly string[]).includes(action),
    kind: (id) => known('kinds', id),
    state: (id) => states.find((state) => state.id === id)?.label ?? each(() => id),
    word: (key, values = {}) =>
      each((language) => {
        const params = Object.entries(values).map(([name, text]) => [name, text[language]]);
        return words(language, PARTS + key, Object.fromEntries(params));
      }),
  };
}

const PARTS = 'definitions:parts.';

function each(write: (language: Language) => string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as unknown as Text;
}
