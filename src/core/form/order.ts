/** A date does not come before the one it follows; ISO days, and instants in UTC, compare as text. */
import type { FieldNode, Text } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/failure.ts';
import { fieldParams } from './messages.ts';

/** `other` is what the earlier date is called; `node` may have a sentence of its own. */
export function addOrderError(
  errors: RecordErrors,
  pointer: string,
  from: unknown,
  to: unknown,
  other: Text,
  node?: FieldNode,
): void {
  if (typeof from !== 'string' || typeof to !== 'string' || to >= from) return;
  addError(errors, pointer, 'not_before', fieldParams(node, 'not_before', { other }));
}
