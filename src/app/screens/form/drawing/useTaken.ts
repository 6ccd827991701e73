/** For unique fields: asks the server, after a pause in typing, whether another record has this value. */
import { useEffect, useState } from 'react';
import type { FieldNode } from '../../../../core/definitions/types.ts';

export function useTaken(
  node: FieldNode,
  value: unknown,
  isTaken: ((field: string, value: string) => Promise<boolean>) | undefined,
): boolean {
  const [taken, setTaken] = useState<unknown>(undefined);
  useEffect(() => {
    if (!isTaken || typeof value !== 'string' || value === '') return;
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
