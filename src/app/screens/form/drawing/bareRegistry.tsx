/**
 * Empty replacements for RJSF's own registry and its Markdown renderer. vite.config.ts puts them in place, because our theme
 * brings every field, widget and template. The originals would be a fifth of what a phone downloads for a form.
 */
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator, type Registry } from '@rjsf/utils';

export default function minimalRjsfRegistry(): Omit<Registry, 'schemaUtils' | 'templates'> & { templates: object } {
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

/** Shows RJSF's message about a schema it cannot render as plain text. */
export function Markdown({ children }: { children: string }) {
  return <>{children}</>;
}
