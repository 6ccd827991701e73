/** Which form and version an empty form is drawn with. */
import type { Source } from './answer.ts';

export const definition: Source = (_argument, { form }) => ({ form: form.form, version: form.version });
