/** The error texts below a field. A single control is marked as invalid in the DOM, without rendering it again. */
import { useLayoutEffect } from 'react';
import type { FieldNode } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import { useErrorText } from './errorText.ts';

/** Returns the errors of the field itself. Composed inputs show the errors of their rows at the row. */
export function ownErrors(node: FieldNode, base: string, errors: RecordErrors): [string, RecordErrors[string]][] {
  const own = new Set(node.properties.map((name) => `${base}/${name}`));
  return Object.entries(errors).filter(([pointer]) => own.has(pointer));
}

export function ErrorLines({ id, found }: { id: string; found: [string, RecordErrors[string]][] }) {
  const errorText = useErrorText();
  return (
    <p className="am-error" id={`${id}-error`}>
      {found.length === 1 && found[0]?.[1].length === 1
        ? errorText(found[0][1][0]!)
        : found.map(([pointer, list]) =>
            list.map((error) => <span key={pointer + error.code}>{errorText(error)}</span>),
          )}
    </p>
  );
}

/** Returns the control, or the row of radio buttons, that carries a field's state for screen readers. */
function controlOf(id: string): Element | null {
  const control = document.getElementById(id);
  return control?.closest('[role="radiogroup"]') ?? control;
}

/** Adds the error to the control's `aria-describedby`. React itself must render the control without errors. */
export function ErrorMarks({
  id,
  base,
  node,
  errors,
}: {
  id: string;
  base: string;
  node: FieldNode;
  errors: RecordErrors;
}) {
  const found = ownErrors(node, base, errors);
  const wrong = found.length > 0;
  useLayoutEffect(() => {
    if (!wrong) return;
    const control = controlOf(id);
    const field = document.getElementById(`${id}-field`);
    const described = control?.getAttribute('aria-describedby');
    control?.setAttribute('aria-invalid', 'true');
    control?.setAttribute('aria-describedby', described ? `${described} ${id}-error` : `${id}-error`);
    field?.setAttribute('data-invalid', 'true');
    return () => {
      control?.removeAttribute('aria-invalid');
      if (described) control?.setAttribute('aria-describedby', described);
      else control?.removeAttribute('aria-describedby');
      field?.removeAttribute('data-invalid');
    };
  }, [id, wrong]);
  return wrong ? <ErrorLines id={id} found={found} /> : null;
}
