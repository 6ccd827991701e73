/**
 * What RJSF draws with when nothing else is given: nothing. It stands in for RJSF's own registry (vite.config.ts), because
 * every form here brings the one field it draws, and RJSF's own fields, widgets and templates, with a Markdown reader for
 * their texts, would be a fifth of what a phone downloads for a form.
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
