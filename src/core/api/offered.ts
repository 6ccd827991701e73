/** Options of the filters that every list has. */
import type { CompiledForm } from '../definitions/types.ts';
import type { Registry } from '../records/registry.ts';
import type { Language } from '../text/languages.ts';
import { named, namedItem } from './names.ts';

type Definitions = Pick<Registry, 'choices' | 'provinces' | 'workflow'>;

export function offered(registry: Definitions, form: CompiledForm, language: Language) {
  return {
    provinces: registry.provinces().map((place) => namedItem(place, language)),
    organizations: registry.choices('organization').map((item) => namedItem(item, language)),
    status: registry
      .workflow(form)
      .states.map(({ id, label, variant, icon }) => ({ ...named(id, label, language), variant, icon })),
  };
}
