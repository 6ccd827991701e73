/** Paths of personal data. */
import type { JsonSchema } from '../../../core/definitions/types.ts';
import { inPath, inQuery, type Operation, operation } from './shared.ts';

const ANONYMISE = {
  reason: { type: 'string', description: 'Why; kept for good, so without the name' },
  answers: { type: 'array', items: { type: 'string' }, description: 'Only these, by stored name' },
} satisfies Record<string, JsonSchema>;

export const PERSONAL_PATHS: Record<string, Record<string, Operation>> = {
  '/personal-data': {
    get: operation(
      'system',
      'Who holds personal-data: people and records that hold the words, restricted answers too, with the accounts so named; meta says how many were looked at and where to go on (next)',
      [inQuery('text', 'A name, a number; folded'), inQuery('after', 'meta.next of the part before')],
    ),
  },
  '/personal-data/{id}': {
    get: operation('system', 'Everything about one person: answers, records that name it, accounts, files', [
      inPath('id'),
    ]),
  },
  '/personal-data/{id}/export': { get: operation('system', 'The same as a JSON file', [inPath('id')]) },
  '/personal-data/{id}/anonymise': {
    post: operation('system', 'Erase what tells who the person is, for good', [inPath('id')], ANONYMISE),
  },
  '/personal-data/records/{id}/anonymise': {
    post: operation(
      'system',
      'Erase the restricted answers of a record that is no person, for good',
      [inPath('id')],
      ANONYMISE,
    ),
  },
};
