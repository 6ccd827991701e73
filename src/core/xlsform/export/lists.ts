/** The lists that questions take from elsewhere: open ones that all forms share, and the scales of types. */
import type { Constants, Field, FormDefinition } from '../../definitions/types.ts';
import { FIELD_TYPES } from '../../form/types/index.ts';
import { getOwn } from '../../json.ts';
import type { Text } from '../../text/languages.ts';
import type { ListOf, WrittenOption } from './rows.ts';

interface Entry {
  id: string;
  label: Text;
  parent?: string | null | undefined;
}

/** `entriesOf` returns the entries of an open list that may be chosen; undefined for a list that is not there. */
export function listsOf(constants: Constants, entriesOf: (list: string) => readonly Entry[] | undefined): ListOf {
  return (name) =>
    entriesOf(name)?.map(written) ??
    getOwn(FIELD_TYPES, name)
      ?.options?.(constants, 'value')
      ?.map(({ value, label }) => ({ value: String(value), label }));
}

/** Returns the entries of the lists that the questions of a form take from elsewhere, by name. */
export function listsIn({ fields }: FormDefinition, listOf: ListOf): Map<string, readonly WrittenOption[]> {
  const found = new Map<string, readonly WrittenOption[]>();
  const add = (all: Record<string, Field>): void => {
    for (const { choices, type, columns } of Object.values(all)) {
      const entries = listOf(choices ?? type);
      if (entries) found.set(choices ?? type, entries);
      if (columns) add(columns);
    }
  };
  add(fields);
  return found;
}

function written({ id, label, parent }: Entry): WrittenOption {
  return { value: id, label: label as WrittenOption['label'], ...(typeof parent === 'string' && { parent }) };
}
