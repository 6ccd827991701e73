/**
 * RJSF's own registry and the Markdown reader of its texts, as far as a form here needs them: not at all. They are put in
 * their places by vite.config.ts, because our theme brings every field, widget and template that is drawn, and the rest would
 * be a fifth of what a phone downloads for a form.
 */
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator, type Registry } from '@rjsf/utils';

export default function bareRegistry(): Omit<Registry, 'schemaUtils' | 'templates'> & { templates: object } {
  return {
    fields: {},
    templates: { ButtonTemplates: {} },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: {
      idPrefix: DEFAULT_ID_PREFIX,
      idSeparator: DEFAULT_ID_SEPARATOR,
      useFallbackUiForUnsupportedType: false,
    },
  };
}

/** For what RJSF says about a schema it cannot draw: plain words. */
export function Markdown({ children }: { children: string }) {
  return <>{children}</>;
}
