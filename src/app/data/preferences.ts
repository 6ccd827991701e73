/**
 * What this browser remembers about its user: `language` (wire codes en, fa, pa), `calendar`, and the columns of lists. Until
 * a language is chosen here, it is that of the account which logged in last (`accountLanguage`), before the first login the
 * device's; `deviceLanguage` repeats that for `early.ts`.
 * Changing the language reloads the page, so it and the calendar are constant while a page is open. `formLanguage` is the tag
 * of the language in which forms are read that are not in that of the interface.
 */
import { type Calendar, defaultCalendar } from '../../core/text/dates.ts';
import {
  deviceLanguage,
  fromWireLanguage,
  LANGUAGES,
  type Language,
  setSecondLanguage,
  toWireLanguage,
} from '../../core/text/languages.ts';

export interface Preferences {
  language: Language;
  calendar: Calendar;
}

let current: Preferences | undefined;

export function preferences(): Preferences {
  if (!current) {
    const framed = frameLanguage();
    const language =
      ownLanguage(framed) ?? readLanguage('language') ?? readLanguage('accountLanguage') ?? languageOfDevice();
    const calendar = read('calendar');
    setSecondLanguage(framed ?? read('formLanguage') ?? undefined);
    current = {
      language,
      calendar: calendar === 'solar' || calendar === 'gregorian' ? calendar : defaultCalendar(language),
    };
  }
  return current;
}

/** Returns the language in which a page of ours shows this one in a frame. */
function frameLanguage(): string | undefined {
  if (typeof window === 'undefined' || window.parent === window) return undefined;
  return new URLSearchParams(window.location.search).get('language') ?? undefined;
}

function ownLanguage(tag: string | undefined): Language | undefined {
  return LANGUAGES.find((one) => one === tag);
}

function readLanguage(key: 'language' | 'accountLanguage'): Language | undefined {
  const code = read(key);
  return code === null ? undefined : fromWireLanguage(code);
}

function languageOfDevice(): Language {
  const language = deviceLanguage(globalThis.navigator?.languages ?? []);
  write('deviceLanguage', toWireLanguage(language));
  return language;
}

/** Stores the language. The caller reloads the page. */
export function chooseLanguage(language: Language): void {
  write('language', toWireLanguage(language));
}

/** Stores the language in which forms are read that are not in the user's. The caller reloads the page. */
export function chooseFormLanguage(tag: string): void {
  write('formLanguage', tag);
}

/** Takes the language of the account that logged in, unless one was chosen in this browser. True if the page must reload. */
export function applyAccountLanguage(code: string): boolean {
  const language = fromWireLanguage(code);
  write('accountLanguage', toWireLanguage(language));
  return readLanguage('language') === undefined && language !== preferences().language;
}

/** Stores the calendar. The caller reloads the page. */
export function chooseCalendar(calendar: Calendar): void {
  write('calendar', calendar);
}

/** Returns what `writeLocalItem` stored in this browser, completed by `usual`. */
export function readLocalItem<Value extends object>(key: string, usual: Value): Value {
  try {
    return { ...usual, ...JSON.parse(read(key) ?? '{}') };
  } catch {
    return usual;
  }
}

export function writeLocalItem(key: string, value: object): void {
  write(key, JSON.stringify(value));
}

/** Private windows may refuse storage. Then the defaults apply. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`could not remember ${key}`, error);
  }
}
