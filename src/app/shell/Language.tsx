/** Buttons for the two other languages, each in its own script. Choosing one stores it and reloads the page. */
import { useMutation } from '@tanstack/react-query';
import { LANGUAGE_NAMES } from '../../core/text/languageNames.ts';
import { LANGUAGES, type Language, languageTag, textDirection } from '../../core/text/languages.ts';
import { chooseLanguage, preferences } from '../data/preferences.ts';
import { source } from '../data/source.ts';
import { sessionToken } from '../data/token.ts';

/** Sets `lang` and `dir` of the page, which Mantine's direction follows, and the manifest with the app's name. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = languageTag(language);
  document.documentElement.dir = textDirection(language);
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = `/manifest-${language}.webmanifest`;
  document.head.append(manifest);
}

export function useChooseLanguage(): (language: Language) => void {
  const save = useMutation({ mutationFn: (language: Language) => source.savePreferences({ language }) });
  return (language) => {
    chooseLanguage(language);
    applyLanguage(language);
    const reload = () => window.location.reload();
    // The account stores the choice for messages. The browser's own choice applies even if that fails.
    if (sessionToken.get()) save.mutate(language, { onSettled: reload });
    else reload();
  };
}

export function LanguageButtons({ className }: { className?: string }) {
  const choose = useChooseLanguage();
  return (
    <>
      {LANGUAGES.filter((language) => language !== preferences().language).map((language) => (
        <button
          key={language}
          type="button"
          lang={languageTag(language)}
          dir={textDirection(language)}
          className={className}
          data-language={language}
          onClick={() => choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </>
  );
}
