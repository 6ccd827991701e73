/** Returns the context for converting stored answers to text. */
import type { Refs, TextContext } from '../../core/form/types/fieldType.ts';
import { type Calendar, defaultCalendar } from '../../core/text/dates.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Services } from '../http/services.ts';

export function textContext(
  { registry }: Pick<Services, 'registry'>,
  language: Language,
  refs: Refs,
  calendar: Calendar = defaultCalendar(language),
  tag: string = language,
): TextContext {
  return { language, tag, calendar, constants: registry.common().constants, refs };
}
