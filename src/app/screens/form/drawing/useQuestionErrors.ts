/** The errors of a question. A unique field also gets the error that another record already has its value. */
import { useContext, useEffect, useState } from 'react';
import type { FieldNode } from '../../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../../core/errors/recordErrors.ts';
import { fieldErrorParams } from '../../../../core/form/messages.ts';
import { type FieldState, NO_ERRORS } from '../../../widgets/fieldStates.ts';
import { FormViewContext } from '../formView.ts';

export function useQuestionErrors(node: FieldNode | undefined, state: FieldState | undefined): RecordErrors {
  const errors = state?.errors ?? NO_ERRORS;
  const unique = node?.def.unique ? node : undefined;
  const isTaken = useTaken(unique, unique && state?.values[unique.properties[0]!]);
  if (!unique || !isTaken) return errors;
  const params = fieldErrorParams(unique, 'unique');
  return { ...errors, [unique.pointer]: [{ code: 'unique', ...(params && { params }) }] };
}

/** Asks the server, after a pause in typing, whether another record has this value. */
function useTaken(node: FieldNode | undefined, value: unknown): boolean {
  const { isTaken } = useContext(FormViewContext);
  const [taken, setTaken] = useState<unknown>(undefined);
  useEffect(() => {
    if (!node || !isTaken || typeof value !== 'string' || value === '') return;
    let gone = false;
    const timer = setTimeout(() => {
      isTaken(node.properties[0] ?? node.name, value).then(
        (answer) => !gone && setTaken(answer ? value : undefined),
        // Without a response no error is shown. Saving checks again.
        (error: unknown) => console.warn('uniqueness was not checked', error),
      );
    }, 400);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [value, isTaken, node]);
  return value !== undefined && taken === value;
}
