/**
 * What the problem log of a sheet needs: `problems:types`, `problems:statuses`, `problems:roles`, `problems:people`,
 * `problems:ongoing` (those of the site, with who identified them and nothing of the later roles).
 */
import type { SheetProblem } from '../../../core/problems/log.ts';
import { carryOver } from '../../../core/problems/sheet.ts';
import { named } from '../names.ts';
import { problemsOf } from '../record/problems.ts';
import { RefCollector } from '../record/refs.ts';
import { choiceItems } from './choices.ts';
import { itemsOfForms } from './records.ts';
import type { Resolver } from './resolver.ts';

const PARTS: Record<string, Resolver> = {
  types: (_argument, call) =>
    call.form.definition.problems ? choiceItems(call.form.definition.problems.types, call) : [],

  statuses: (_argument, { services, language }) =>
    services.registry
      .common()
      .constants.problemStatuses.map(({ id, label, open }) => ({ ...named(id, label, language), open })),

  roles: (_argument, { services, language }) =>
    services.registry
      .common()
      .constants.problemRoles.map(({ id, label, name }) => ({ ...named(String(id), label, language), key: name })),

  /** Everyone who may stand in the log: people of all person forms. */
  people: (_argument, call) =>
    itemsOfForms(
      call.services.registry.forms().filter((form) => form.definition.kind === 'person'),
      call,
    ),

  ongoing: async (_argument, call, { view, parent, refs }) => {
    const site = view?.record.site_id ?? view?.record.parent_id ?? parent?.record.id;
    if (!site) return [];
    const open = await problemsOf(call, { site, open: true });
    const kept = new Map(carryOver(open as unknown as SheetProblem[]).map((row) => [row.id, row]));
    const collector = new RefCollector(call.services);
    for (const row of kept.values()) collector.addProblem(call.form, { ...row });
    Object.assign(refs ?? {}, await collector.load());
    return open.map(({ id, number, name, name_en, name_fa, name_ps, category, problem_status }) => {
      const {
        logs: _logs,
        advocated_by: _advocated,
        solved_by: _solved,
        ...row
      } = (kept.get(id) ?? {}) as Record<string, unknown>;
      return { ...row, id, number, name, name_en, name_fa, name_ps, category, problem_status };
    });
  },
};

export const problems: Resolver = (part, call, context) => {
  const source = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
  if (!source) throw new Error(`${call.form.key}: the API names an unknown source problems:${part}`);
  return source('', call, context);
};
