/** The error texts below a field. */
import { useLayoutEffect, useRef } from 'react';
import type { FieldNode } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { ErrorText } from './ErrorText.tsx';

/** Returns the errors of the field itself. Composed inputs show the errors of their rows at the row. */
export function ownErrors(node: FieldNode, base: string, errors: RecordErrors): [string, RecordErrors[string]][] {
  const own = new Set(node.properties.map((name) => `${base}/${name}`));
  return Object.entries(errors).filter(([pointer]) => own.has(pointer));
}

/** `base` is the pointer of the row that the field is in. */
export function ErrorLines({ id, base, found }: { id: string; base: string; found: [string, RecordErrors[string]][] }) {
  const lines = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => keepRoom(lines.current as HTMLElement), []);
  return (
    <p className="am-error" id={`${id}-error`} ref={lines}>
      {found.length === 1 && found[0]?.[1].length === 1 ? (
        <ErrorText error={found[0][1][0]!} base={base} />
      ) : (
        found.map(([pointer, list]) =>
          list.map((error) => (
            <span key={pointer + error.code}>
              <ErrorText error={error} base={base} />
            </span>
          )),
        )
      )}
    </p>
  );
}

/**
 * Leaves the room of the errors free below the field when they go away. Errors go a moment after the answer, and by then the
 * finger is on its way to the next question, which must not move. The room is measured as they go: measuring each error as it
 * comes would lay the page out once for every error of a refused form.
 */
function keepRoom(lines: HTMLElement): () => void {
  const field = lines.parentElement;
  if (!field) return () => {};
  field.style.removeProperty('padding-block-end');
  return () => {
    const { marginBlockStart } = getComputedStyle(lines);
    const { rowGap, paddingBlockEnd } = getComputedStyle(field);
    const around = [marginBlockStart, rowGap, paddingBlockEnd].map((size) => Number.parseFloat(size) || 0);
    field.style.paddingBlockEnd = `${around.reduce((sum, one) => sum + one, lines.offsetHeight)}px`;
  };
}
