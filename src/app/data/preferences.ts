/**
 * What this browser remembers about its user: `language` (wire codes en, fa, pa), `calendar`, and the columns of lists.
 * Changing the language reloads the page, so it and the calendar are constant while a page is open.
 */
import { type Calendar, defaultCalendar } from '../../core/text/dates.ts';
import { fromWireLanguage, type Language, toWireLanguage } from '../../core/text/languages.ts';

export interface Preferences {
  language: Language;
  calendar: Calendar;
}

let current: Preferences | undefined;

export function preferences(): Preferences {
  if (!current) {
    const language = fromWireLanguage(read('language'));
    const calendar = read('calendar');
    current = {
      language,
      calendar: calendar === 'solar' || calendar === 'gregorian' ? calendar : defaultCalendar(language),
    };
  }
  return current;
}

/** Stores the language. The caller reloads the page. */
export function chooseLanguage(language: Language): void {
  write('language', toWireLanguage(language));
}

/** Stores the calendar. The caller reloads the page. */
export function chooseCalendar(calendar: Calendar): void {
  write('calendar', calendar);
}

const columnsKey = (user: string, form: string) => `columns.${user}.${form}`;

/** Returns the columns that a person chose for a form's list. Undefined for the documented ones. */
export function rememberedColumns(user: string | undefined, form: string): string[] | undefined {
  const stored = user !== undefined && read(columnsKey(user, form));
  return stored ? stored.split(',') : undefined;
}

export function rememberColumns(user: string, form: string, columns: readonly string[] | undefined): void {
  write(columnsKey(user, form), columns?.join() ?? '');
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
