/** Reads names in three languages and other names of reference data, as a user sends them. */
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { cleanText } from '../../../core/text/letters.ts';
import { NAME_COLUMNS, type Named } from '../../reference/merged.ts';

interface NameRules {
  before: Named | undefined;
  /** Returns true if another item has this name. */
  isTaken(key: (typeof NAME_COLUMNS)[number], name: string): boolean;
}

/** Copies the names into `input`. One that is taken is an error. */
export function readItemNames(
  sent: Partial<Pick<Named, (typeof NAME_COLUMNS)[number]>>,
  input: Named,
  { before, isTaken }: NameRules,
  errors: RecordErrors,
): void {
  for (const key of NAME_COLUMNS) {
    const value = sent[key];
    if (value === undefined) continue;
    input[key] = cleanText(value);
    if (input[key] !== before?.[key] && isTaken(key, value)) addError(errors, `/${key}`, 'unique');
  }
}

/** Copies other names into `input`, if they are sent. */
export function readAliases(given: readonly string[] | undefined, input: Named): void {
  if (given) input.aliases = [...new Set(given.map(cleanText).filter((name) => name !== ''))];
}
