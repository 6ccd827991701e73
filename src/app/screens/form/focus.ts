/** Moves the focus to a question or section of the open form. */
import { useEffect, useRef, useState } from 'react';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { CONTROLS } from '../../widgets/controls/focusAfter.ts';
import { type CommentsByQuestion, commentOnQuestion } from './formView.ts';

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
  // Of a question that is higher than the screen, the middle would hide its beginning.
  const isHigh = field && field.offsetHeight > 0.75 * window.innerHeight;
  const shown = ((row || isHigh) && target) || field || target;
  if (shown) keepInView(shown);
  target?.focus({ preventScroll: true });
}

/** Milliseconds in which what stands above a question may still get its height. */
const SETTLING = 500;

/**
 * Scrolls to an element, and again when the page changes its height: sections out of sight have estimated heights until they
 * come near. Whoever scrolls or types meanwhile is left alone.
 */
function keepInView(element: HTMLElement): void {
  const show = () => element.scrollIntoView?.({ block: 'center' });
  const heights = new ResizeObserver(show);
  const own = new AbortController();
  const stop = () => {
    heights.disconnect();
    own.abort();
  };
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(event, stop, { signal: own.signal, passive: true });
  setTimeout(stop, SETTLING);
  show();
  heights.observe(document.body);
}

/** Where nobody has to scroll with a finger, an opened form waits for the first answer. */
export function useFirstFocus(): void {
  useEffect(() => {
    // In a frame, somebody writes beside it.
    if (window.parent !== window) return;
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

/** A returned record opens at the first question that the review says something of. */
export function useFirstComment(
  form: CompiledForm,
  comments: CommentsByQuestion,
  goPointer: (pointer: string) => void,
): void {
  const [first] = useState(
    () => [...form.fields.values()].find((node) => commentOnQuestion(node, comments))?.properties[0],
  );
  const go = useRef(goPointer);
  useEffect(() => {
    // The frame of the screen focuses the heading first, then the form its first question.
    const frame = first && requestAnimationFrame(() => requestAnimationFrame(() => go.current(`/${first}`)));
    return () => cancelAnimationFrame(Number(frame));
  }, [first]);
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
