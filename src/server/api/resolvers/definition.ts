/** Which form and version an empty form is drawn with. */
import type { Resolver } from './resolver.ts';

export const definition: Resolver = (_argument, { form }) => ({ form: form.form, version: form.version });
