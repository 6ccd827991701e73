/** Checks that a date is not before the date it must follow, nor after today. ISO dates, and instants in UTC, compare as text. */
import type { FieldNode, Text } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { fieldParams } from './messages.ts';

/** `other` is the label of the earlier date; `node` may have its own message. */
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

/** Adds an error for a day that is not here yet, where the definition does not allow one. If nobody knows today, nothing is said. */
export function addFutureError(
  errors: RecordErrors,
  pointer: string,
  day: unknown,
  today: string,
  node: FieldNode,
): void {
  if (node.def.notAfter === undefined || typeof day !== 'string' || today === '' || day <= today) return;
  addError(errors, pointer, 'not_after_today', fieldParams(node, 'not_after_today'));
}
