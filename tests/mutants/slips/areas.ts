/** The slips by area. Where many are slipped through, tests look away. */
import type { Slip } from '../slip.ts';
import { OFFLINE, WIDGETS } from './app.ts';
import { CONTRACT, EXPRESSIONS, FORM, PROBLEMS, SAVING, TEXT } from './forms.ts';
import { PUBLIC, QUERY, RECORDS, SYNC } from './records.ts';
import { API, REPORTS, SERVER_RECORDS } from './server.ts';
import { ANSWERS_IN_WORDS, LISTS, WORDS } from './words.ts';

export const AREAS: Readonly<Record<string, Slip[]>> = {
  'core/text': TEXT,
  'core/form': FORM,
  'core/definitions/words': WORDS,
  'core/definitions/lists': LISTS,
  'core/form/answersInWords': ANSWERS_IN_WORDS,
  'core/records': RECORDS,
  'core/saving': SAVING,
  'core/expressions': EXPRESSIONS,
  'core/problems': PROBLEMS,
  'core/contract': CONTRACT,
  'core/sync': SYNC,
  'core/query': QUERY,
  'core/public': PUBLIC,
  'server/reports': REPORTS,
  'server/records': SERVER_RECORDS,
  'server/api': API,
  'app/offline': OFFLINE,
  'app/widgets': WIDGETS,
};
