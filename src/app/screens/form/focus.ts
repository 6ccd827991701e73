/** Moves the focus to a question or section of the open form. */
import { useEffect } from 'react';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { CONTROLS } from '../../widgets/controls/focusAfter.ts';

/** Returns the DOM id of a field. RJSF makes it from the `idPrefix` that SectionForm sets. */
function fieldId(name: string): string {
  return `f-${name}`;
}

export function sectionId(id: string): string {
  return `section-${id}`;
}

/** Focuses the control that an error belongs to. Inside tables and problems it focuses the invalid cell. */
export function focusPointer(form: CompiledForm, pointer: string): void {
  const [, property = '', ...within] = pointer.split('/');
  const node = form.byProperty.get(property);
  if (!node) return;
  const base = fieldId(node.name);
  const exact = document.getElementById([base, ...(within.length > 1 ? within : [property])].join('-'));
  const row = within.length > 1 && document.getElementById([base, ...within.slice(0, -1)].join('-'));
  const field = row || document.getElementById(`${base}-field`);
  const target =
    exact ??
    field?.querySelector<HTMLElement>('[aria-invalid="true"]:is(input, select, textarea)') ??
    field?.querySelector<HTMLElement>(CONTROLS);
  for (let panel = target?.closest('details'); panel; panel = panel.parentElement?.closest('details'))
    panel.open = true;
  ((row && target) || field || target)?.scrollIntoView?.({ block: 'center' });
  target?.focus({ preventScroll: true });
}

/** Where nobody has to scroll with a finger, an opened form waits for the first answer. */
export function useFirstFocus(): void {
  useEffect(() => {
    if (!window.matchMedia('(min-width: 48em) and (not (pointer: coarse))').matches) return;
    // The frame of the screen focuses the heading first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.closest('form')) return;
      const first = document.querySelector<HTMLElement>(`.am-form-main [data-question] :is(${CONTROLS})`);
      first?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}

export function focusSection(id: string): void {
  const title = document.getElementById(`${sectionId(id)}-title`);
  title?.scrollIntoView?.({ block: 'start' });
  title?.focus({ preventScroll: true });
}

/** Shows the answers between which the person has to choose. */
export function focusConflict(): void {
  const desk = document.getElementById('conflict');
  desk?.focus({ preventScroll: true });
  desk?.scrollIntoView({ block: 'start' });
}
