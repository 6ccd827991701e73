/** The record by section, each answer with its text. Documented clients build a detail screen from it. */

import { namedFromText } from '../../../core/api/names.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { textContext } from '../textContext.ts';
import type { Resolver } from './resolver.ts';

export const sections: Resolver = (_argument, { form, language, services }, { view, refs = {} }) => {
  const context = textContext(services, language, refs);
  return form.sections.map((section) => ({
    ...namedFromText(section.id, section.def.title, language),
    fields: section.fields
      .filter((node) => node.properties.length > 0)
      .map((node) => ({
        ...namedFromText(node.id, node.def.label, language),
        field: node.name,
        type: node.type,
        value: view
          ? node.properties.length === 1
            ? (view.record.data[node.properties[0] as string] ?? null)
            : null
          : null,
        text: view ? FIELD_TYPES[node.type].text(node, view.record.data, context) : '',
      })),
  }));
};
