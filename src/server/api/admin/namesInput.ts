/** Reads names in three languages and other names of reference data, as a user sends them. */
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { NAMES, type Named } from '../../reference/merged.ts';

const MOST_ALIASES = 50;

interface NameRules {
  longest: number;
  before: Named | undefined;
  /** Returns true if another item has this name. */
  isTaken(key: (typeof NAMES)[number], name: string): boolean;
}

/** Copies the names into `input`. A name that is missing, too long or taken is an error. */
export function readNames(
  sent: Record<string, unknown>,
  input: Named,
  { longest, before, isTaken }: NameRules,
  errors: RecordErrors,
): void {
  for (const key of NAMES) {
    const value = sent[key];
    if (typeof value !== 'string' || value.trim() === '') addError(errors, `/${key}`, 'required');
    else if (value.length > longest || value.includes('\0'))
      addError(errors, `/${key}`, 'max_length', { limit: longest });
    else {
      input[key] = value.trim();
      if (input[key] !== before?.[key] && isTaken(key, value)) addError(errors, `/${key}`, 'unique');
    }
  }
}

/** Copies other names into `input`, if they are sent. */
export function readAliases(given: unknown, input: Named, longest: number, errors: RecordErrors): void {
  if (given === undefined) return;
  if (!Array.isArray(given) || !given.every((name) => typeof name === 'string' && name.length <= longest))
    addError(errors, '/aliases', 'type');
  else if (given.length > MOST_ALIASES) addError(errors, '/aliases', 'too_many', { limit: MOST_ALIASES });
  else input.aliases = [...new Set((given as string[]).map((name) => name.trim()).filter((name) => name !== ''))];
}
