/**
 * What this browser remembers about its user: `language` (wire codes en, fa, pa), `calendar`, and whether forms are
 * filled in by steps. Changing the language reloads the page, so both are constant while a page is open.
 */
import { type Calendar, defaultCalendar } from '../../core/text/dates.ts';
import { fromWireLanguage, type Language, toWireLanguage } from '../../core/text/languages.ts';

export interface Preferences {
  language: Language;
  calendar: Calendar;
  /** Undefined until somebody chose. */
  formLayout: FormLayout | undefined;
}

/** Sections one at a time, or all on one page. */
export type FormLayout = 'steps' | 'page';

let current: Preferences | undefined;

export function preferences(): Preferences {
  if (!current) {
    const language = fromWireLanguage(read('language'));
    const calendar = read('calendar');
    const layout = read('formLayout');
    current = {
      language,
      calendar: calendar === 'solar' || calendar === 'gregorian' ? calendar : defaultCalendar(language),
      formLayout: layout === 'steps' || layout === 'page' ? layout : undefined,
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

/** Stores how forms are filled in. It holds at once. */
export function chooseFormLayout(layout: FormLayout): void {
  preferences().formLayout = layout;
  write('formLayout', layout);
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
