/**
 * Asks for what the screen at this address begins with while the program is still loading: answers, words of the language, parts
 * of the program. The build writes this file into index.html, so it imports nothing and reads the browser's storage itself.
 * `http.ts` takes the answers.
 */

/**
 * From the build, the addresses of the words of each language: of all screens, of records and forms. From the server, those of the
 * parts of this screen, and `words` if it shows a record or a form. `blocked` says, by language, what to allow where the browser
 * refuses storage.
 */
const { words = '{}', parts = '[]', blocked = '{}' } = document.currentScript?.dataset ?? {};

const fetchAhead = (href: string) =>
  document.head.append(
    Object.assign(document.createElement('link'), {
      ...(href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
      crossOrigin: '',
      href,
    }),
  );

function ask(): void {
  const held = localStorage.getItem('token');
  const language = ['language', 'accountLanguage', 'deviceLanguage']
    .map((key) => localStorage.getItem(key))
    .find(Boolean);
  if (!language) return;
  // In offline mode nobody would take the answers.
  if (held && localStorage.getItem('mode') !== 'offline') {
    const authorization = `Bearer ${held}`;
    const path = encodeURIComponent(location.pathname + location.search);
    const headers = { 'Accept-Language': language, Authorization: authorization };
    // As `startParts.ts` stored them.
    const etags = localStorage.getItem('startEtags') ?? '';
    const response = fetch(`/api/start?path=${path}${etags && `&etags=${etags}`}`, { headers });
    // Avoids an unhandled rejection if nobody takes the answers.
    response.catch(() => {});
    // Opened while the answers are on their way: at their end it would hold them up.
    const parts = 'caches' in globalThis ? caches.open('start').catch(() => undefined) : undefined;
    globalThis.early = { authorization, language, at: performance.now(), response, parts };
  }
  // Behind the answers, which take the server a moment: a browser opens six connections.
  const [ofAll, ofForms] = (JSON.parse(words) as Record<string, string[]>)[language] ?? [];
  const named = held ? (JSON.parse(parts) as string[]).map((part) => (part === 'words' ? ofForms : part)) : [];
  for (const file of [ofAll, ...named]) if (file) fetchAhead(file);
}

try {
  ask();
} catch (error) {
  console.warn(error);
  // The program reads the storage while it is loaded, and ends there: what to allow is all that can be said.
  document.addEventListener('DOMContentLoaded', sayBlocked);
}

function sayBlocked(): void {
  const sentences = JSON.parse(blocked) as Record<string, string>;
  const tags = navigator.languages.map((tag) => (tag.startsWith('prs') ? 'fa' : (tag.split('-')[0] ?? '')));
  const language = tags.find((tag) => Object.hasOwn(sentences, tag)) ?? 'en';
  const sentence = Object.assign(document.createElement('p'), {
    textContent: sentences[language] ?? '',
    lang: language,
    dir: language === 'en' ? 'ltr' : 'rtl',
    role: 'alert',
  });
  Object.assign(sentence.style, {
    maxWidth: '30rem',
    margin: '2rem auto',
    padding: '0 1rem',
    font: '1rem/1.6 sans-serif',
  });
  document.getElementById('root')?.append(sentence);
}
