import type { Field, Text } from './types.ts';

/** Returns the label of a question; its stored name if it has none. */
export function fieldLabel(name: string, { label }: Pick<Field, 'label'>): Text {
  return label ?? { en: name, fa: name, ps: name };
}
