/** The error texts below a field. */
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
