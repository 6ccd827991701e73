/** Moves to a question or section of the open form. */
import type { CompiledForm } from '../../../core/definitions/types.ts';

const CONTROLS =
  'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/** DOM id of a question's control, as RJSF makes it of the prefix that SectionForm gives. */
function fieldId(name: string): string {
  return `f-${name}`;
}

export function sectionId(id: string): string {
  return `section-${id}`;
}

/** Focuses the control an error belongs to; inside tables and problems the wrong cell. */
export function focusPointer(form: CompiledForm, pointer: string): void {
  const [, property = '', row, column] = pointer.split('/');
  const node = form.byProperty.get(property);
  if (!node) return;
  const base = fieldId(node.name);
  const exact =
    row !== undefined && column
      ? document.getElementById(`${base}-${row}-${column}`)
      : document.getElementById(`${base}-${property}`);
  const field = document.getElementById(`${base}-field`);
  const target =
    exact ??
    field?.querySelector<HTMLElement>('[aria-invalid="true"]:is(input, select, textarea)') ??
    field?.querySelector<HTMLElement>(CONTROLS);
  (field ?? target)?.scrollIntoView?.({ block: 'center' });
  target?.focus({ preventScroll: true });
}

export function focusSection(id: string): void {
  const title = document.getElementById(`${sectionId(id)}-title`);
  title?.scrollIntoView?.({ block: 'start' });
  title?.focus({ preventScroll: true });
}
