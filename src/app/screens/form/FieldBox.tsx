/** One field of the open form: listens to its own state alone, so that a keystroke draws one field. */
import { createContext, memo, useContext, useSyncExternalStore } from 'react';
import type { FieldNode } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/failure.ts';
import { fieldParams } from '../../../core/form/messages.ts';
import { saysTheHeading } from '../../data/headings.ts';
import { ErrorMarks } from '../../widgets/FieldErrors.tsx';
import { FieldFrame } from '../../widgets/FieldFrame.tsx';
import { useFormHost } from '../../widgets/host.tsx';
import { FlaggedProblem } from '../../widgets/problems/FlaggedProblem.tsx';
import { registry } from '../../widgets/registry.ts';
import type { FieldView } from '../../widgets/store.ts';
import { useTaken } from './useTaken.ts';

export interface FormView {
  /** Review comments by stored name. */
  comments: Readonly<Record<string, string>>;
  /** Fields that may not be changed: the parent that the path fixed. */
  fixed: ReadonlySet<string>;
  disabled: boolean;
  /** Asks whether a value is taken by another record. */
  isTaken?: (field: string, value: string) => Promise<boolean>;
}

export const FormViewContext = createContext<FormView>({ comments: {}, fixed: new Set(), disabled: false });

const NO_ERRORS: RecordErrors = {};

/** DOM id of a field's control; the first stored name keeps it readable. */
export function fieldId(name: string): string {
  return `f-${name}`;
}

export const FieldBox = memo(function FieldBox({ node }: { node: FieldNode }) {
  if (node.def.unique) return <UniqueBox node={node} />;
  return registry[node.type].single ? <SingleBox node={node} /> : <ComposedBox node={node} />;
});

/** Its errors come and go without drawing the input. */
function SingleBox({ node }: { node: FieldNode }) {
  const { store } = useFormHost()!;
  const view = useSyncExternalStore(store.fieldChanges(node.name), () => store.field(node.name).view);
  return <Box node={node} view={view} />;
}

function SingleErrors({ node }: { node: FieldNode }) {
  const { store } = useFormHost()!;
  const errors = useSyncExternalStore(store.fieldChanges(node.name), () => store.field(node.name).errors);
  return Object.keys(errors).length === 0 ? null : (
    <ErrorMarks id={fieldId(node.name)} base="" node={node} errors={errors} />
  );
}

/** Shows its errors at its own parts. */
function ComposedBox({ node }: { node: FieldNode }) {
  const { store } = useFormHost()!;
  const { view, errors } = useSyncExternalStore(store.fieldChanges(node.name), () => store.field(node.name));
  return <Box node={node} view={view} errors={errors} />;
}

function takenError(node: FieldNode): RecordErrors[string][number] {
  const params = fieldParams(node, 'unique');
  return { code: 'unique', ...(params && { params }) };
}

function UniqueBox({ node }: { node: FieldNode }) {
  const { store } = useFormHost()!;
  const { isTaken } = useContext(FormViewContext);
  const { view, errors } = useSyncExternalStore(store.fieldChanges(node.name), () => store.field(node.name));
  const taken = useTaken(node, view.values, isTaken);
  return <Box node={node} view={view} errors={taken ? { ...errors, [node.pointer]: [takenError(node)] } : errors} />;
}

/** Without `errors` they are drawn and marked apart. */
function Box({ node, view, errors }: { node: FieldNode; view: FieldView; errors?: RecordErrors }) {
  const { name } = node;
  const { store, form } = useFormHost()!;
  const formView = useContext(FormViewContext);
  if (view.hidden) return null;
  const disabled =
    formView.disabled || formView.fixed.has(name) || (node.def.derived !== undefined && node.type !== 'derived');
  const comment =
    node.properties.map((property) => formView.comments[property]).find(Boolean) ?? formView.comments[name];
  return (
    <FieldFrame
      node={node}
      id={fieldId(name)}
      values={view.values}
      onChange={store.set}
      errors={errors ?? NO_ERRORS}
      errorSlot={errors ? undefined : <SingleErrors node={node} />}
      base=""
      required={view.required}
      disabled={disabled}
      comment={comment}
      bare={!view.required && form.sections.some((section) => saysTheHeading(node, section))}
      top
    >
      {view.flagged && form.definition.problems && (
        <FlaggedProblem node={node} id={fieldId(name)} disabled={disabled} />
      )}
    </FieldFrame>
  );
}
