/**
 * Manifest of the installable app, one for each language, because browsers do not read translations inside one. Its shortcuts
 * are the first forms of the quick buttons. It needs no login: browsers request it without one, and it names forms only.
 */
import type { FastifyInstance } from 'fastify';
import { LANGUAGES, type Language, languageTag, pickText, textDirection } from '../../core/text/languages.ts';
import type { Services } from './services.ts';
import { words } from './words.ts';

/** Launchers show no more. */
const MOST_SHORTCUTS = 4;

/** The build makes these files from the mark (codegen/installable.ts). */
const ICONS = [
  { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

export function registerManifest(app: FastifyInstance, services: Services): void {
  for (const language of LANGUAGES) {
    app.get(`/manifest-${language}.webmanifest`, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(manifest(services, language))),
    );
  }
}

function manifest({ registry }: Services, language: Language) {
  const forms = (registry.common().navigation.quick ?? []).flatMap(({ form }) => registry.versions(form).at(-1) ?? []);
  const shortcuts = forms.flatMap(({ form, definition }) => {
    const url = definition.paths.create?.find((path) => !path.includes(':'));
    if (!url || registry.retiredSince(form)) return [];
    const { title } = definition;
    const description = pickText(definition.new ?? title, language);
    return [{ name: pickText(title, language), description, url, icons: ICONS.slice(0, 1) }];
  });
  return {
    // The same in all languages, so that changing the language does not make another app.
    id: '/',
    name: words(language, 'app:product'),
    short_name: words(language, 'app:product'),
    description: words(language, 'app:install.about'),
    lang: languageTag(language),
    dir: textDirection(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#0b3b4c',
    background_color: '#ffffff',
    icons: ICONS,
    shortcuts: shortcuts.slice(0, MOST_SHORTCUTS),
  };
}
