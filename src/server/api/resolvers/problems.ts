/**
 * Data for the problem log of a visit: `problems:types`, `problems:statuses`, `problems:roles`, `problems:people`,
 * `problems:ongoing` (open problems of the site, with who identified them but without the later roles).
 */

import { namedFromText } from '../../../core/api/names.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { isOpen, type ProblemStatus, ROLES, STATUS } from '../../../core/problems/log.ts';
import { carriedProblems } from '../../../core/views/record/show.ts';
import { collectNames, readsOf } from '../reads.ts';
import { choiceItems } from './choices.ts';
import { itemsOfForms } from './records.ts';
import type { Resolver } from './resolver.ts';

const PARTS: Record<string, Resolver> = {
  types: (_argument, call) =>
    call.form.definition.problems ? choiceItems(call.form.definition.problems.types, call) : [],

  statuses: (_argument, { services, language }) =>
    (services.registry.problem()?.fields.get(STATUS)?.def.options ?? []).map(({ value, label }) => ({
      ...namedFromText(value, label, language),
      open: isOpen(value as ProblemStatus),
    })),

  roles: (_argument, { services, language }) =>
    Object.entries(ROLES).flatMap(([role, name]) => {
      const label = services.registry.problem()?.fields.get(name)?.def.label;
      return label ? { ...namedFromText(role, label, language), key: name.replace(/_by_id$/, '') } : [];
    }),

  /** Everyone whom the log may name: people of all person forms. */
  people: (_argument, call) =>
    itemsOfForms(
      call.services.registry.forms().filter((form) => form.definition.kind === 'person'),
      call,
    ),

  ongoing: async (_argument, call, { view, parent, refs }) => {
    const site = view?.record.site_id ?? view?.record.parent_id ?? parent?.record.id;
    if (!site) return [];
    const names = collectNames(call.services);
    const rows = await carriedProblems(readsOf(call), call.form, site, names);
    Object.assign(refs ?? {}, await names.load());
    return rows;
  },
};

export const problems: Resolver = (part, call, context) => {
  const source = getOwn(PARTS, part);
  if (!source) throw new Error(`${call.form.key}: the API names an unknown source problems:${part}`);
  return source('', call, context);
};
