/** One field of the open form: listens to its own state alone, so that a keystroke draws one field. */
import { createContext, memo, useCallback, useContext, useSyncExternalStore } from 'react';
import { FieldFrame } from '../../widgets/FieldFrame.tsx';
import { useFormHost } from '../../widgets/host.tsx';
import { FlaggedProblem } from '../../widgets/problems/FlaggedProblem.tsx';
import { registry } from '../../widgets/registry.ts';
import { useTaken } from './useTaken.ts';

export interface FormDrawing {
  /** Review comments by stored name. */
  comments: Readonly<Record<string, string>>;
  /** Fields that may not be changed: the parent that the path fixed. */
  fixed: ReadonlySet<string>;
  disabled: boolean;
  /** Asks whether a value is taken by another record. */
  isTaken?: (field: string, value: string) => Promise<boolean>;
}

export const DrawingContext = createContext<FormDrawing>({ comments: {}, fixed: new Set(), disabled: false });

/** DOM id of a field's control; the first stored name keeps it readable. */
export function fieldId(name: string): string {
  return `f-${name}`;
}

export const FieldBox = memo(function FieldBox({ name }: { name: string }) {
  const { store, form } = useFormHost()!;
  const drawing = useContext(DrawingContext);
  const subscribe = useCallback((listener: () => void) => store.subscribeField(name, listener), [store, name]);
  const state = useSyncExternalStore(subscribe, () => store.field(name));
  const node = form.fields.get(name)!;
  const taken = useTaken(node, state.values, drawing.isTaken);
  if (state.hidden) return null;
  const disabled =
    drawing.disabled || drawing.fixed.has(name) || (node.def.derived !== undefined && node.type !== 'derived');
  const comment = node.properties.map((property) => drawing.comments[property]).find(Boolean) ?? drawing.comments[name];
  const errors = taken ? { ...state.errors, [node.pointer]: [{ code: 'unique' as const }] } : state.errors;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for the focus leaving the field
    <div
      className="am-slot"
      data-slot={node.type}
      data-wide={
        (registry[node.type].wide ?? (node.def['ui:options'] as { wide?: boolean } | undefined)?.wide) || undefined
      }
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) store.leave(name);
      }}
    >
      <FieldFrame
        node={node}
        id={fieldId(name)}
        values={state.values}
        onChange={store.set}
        errors={errors}
        base=""
        required={state.required}
        disabled={disabled}
        comment={comment}
      >
        {state.flagged && form.definition.problems && (
          <FlaggedProblem node={node} id={fieldId(name)} disabled={disabled} />
        )}
      </FieldFrame>
    </div>
  );
});
