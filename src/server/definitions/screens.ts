/** What is known of the screens of all forms (`core/paths`). */
import type { FormScreens } from '../../core/paths/screens.ts';
import type { FormRegistry } from './registry.ts';

export function formScreensOf(registry: Pick<FormRegistry, 'forms' | 'captureForm'>): FormScreens[] {
  return registry.forms().map(({ form, version, definition: { paths, api, parent } }) => {
    const captured = registry.captureForm(form)?.version ?? version;
    return { form, version, captured_with: captured, paths, api: { base: api.base }, parent: parent ?? null };
  });
}
