/** In the head of a form: its languages, where it is not in the user's, and how many of its texts are not translated. */
import { useMemo } from 'react';
import { languagesOf, missingTextsIn, textsOf } from '../../../core/definitions/texts.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { formLanguageFor, hasLanguage, isolateName, languageTag, textDirection } from '../../../core/text/languages.ts';
import { chooseFormLanguage } from '../../data/preferences.ts';
import { number } from '../../data/words.ts';
import { useWidgets, useWidgetTexts } from '../../widgets/environment.tsx';

/** What people see of a form while they fill it in. */
const IN_FORM = /^\/(title|new|description|sections|fields|lists|constraints|quick)(\/|$)/;

export function FormLanguages({ form: { definition } }: { form: CompiledForm }) {
  const { language } = useWidgets();
  const { fill } = useWidgetTexts();
  const languages = languagesOf(definition);
  const shown = formLanguageFor(languages, language);
  const missing = useMemo(
    () => missingTextsIn(textsOf(definition), shown).filter(({ pointer }) => IN_FORM.test(pointer)).length,
    [definition, shown],
  );
  const isForeign = !hasLanguage(languages, language) && languages.length > 1;
  if (!isForeign && missing === 0) return null;
  const [source = shown] = languages;
  return (
    <div className="am-after am-stack" data-languages>
      {isForeign && (
        <fieldset className="am-cluster">
          <legend>{fill('languages.choose', {})}</legend>
          {languages.map((tag) => (
            <button
              key={tag}
              type="button"
              className={`am-chip am-hovers ${tag === shown ? 'am-strong' : ''}`}
              lang={languageTag(tag)}
              dir={textDirection(tag)}
              aria-pressed={tag === shown}
              data-form-language={tag}
              onClick={() => {
                chooseFormLanguage(tag);
                // As for the language of the interface: whatever is drawn was drawn in it.
                window.location.reload();
              }}
            >
              {languageName(tag)}
            </button>
          ))}
        </fieldset>
      )}
      {missing > 0 && (
        <p className="am-hint" data-missing={missing}>
          {fill('languages.missing', {
            language: isolateName(languageName(shown)),
            source: isolateName(languageName(source)),
            number: number(missing),
          })}
        </p>
      )}
    </div>
  );
}
