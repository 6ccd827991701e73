/** Lists what waits for the person, for any workflow (`core/api/waiting.ts`). */

import { renderState } from '../../../core/api/render.ts';
import { perhapsToNobody, toCorrect, toDecide, toNobody, waitingFor } from '../../../core/api/waiting.ts';
import type { FormLine, WaitingRecord, WaitingRecords } from '../../../core/generated/api.ts';
import type { Person } from '../../../core/records/judges.ts';
import { pick } from '../../../core/text/languages.ts';
import { groupBy } from '../../db/slices.ts';
import type { AcrossQuery, AcrossRow } from '../../records/across.ts';
import { recordNames } from '../../records/names.ts';
import type { HomeContext } from './context.ts';
import { type Move, movesInto } from './moves.ts';

const SHOWN = 8;

/** `people` are those who can log in. Without them it is not said what waits for nobody. */
export async function waiting(context: HomeContext, people: readonly Person[] | undefined): Promise<WaitingRecords[]> {
  const { services, actor, forms } = context;
  const own = [
    await described(
      context,
      'to_correct',
      forms.flatMap((form) => toCorrect(services.registry, form, actor)),
    ),
    await described(
      context,
      'to_verify',
      forms.flatMap((form) => toDecide(services.registry, form, actor)),
    ),
  ];
  if (!people) return own;
  const perhaps = forms.flatMap((form) => perhapsToNobody(services.registry, form, people));
  const found = new Set((await services.records.countAcross(perhaps, actor)).map(({ form }) => form));
  const stuck = forms.flatMap((form) => (found.has(form.form) ? toNobody(services.registry, form, people) : []));
  return [...own, await described(context, 'to_nobody', stuck)];
}

/** Counts, for each form, the records that wait in any state for anybody. */
export async function formLines({ services, actor, forms, language }: HomeContext): Promise<FormLine[]> {
  const queries = forms.flatMap((form) => waitingFor(services.registry, form));
  const counts = groupBy(await services.records.countAcross(queries, actor), ({ form }) => form);
  return queries.flatMap(({ form }) => {
    const own = counts.get(form.form);
    if (!own) return [];
    const order = services.registry.workflow(form).states.map(({ id }) => id);
    own.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    const states = own.map(({ state, count }) => ({
      state: renderState(services.registry, form, state, language),
      count,
    }));
    return [{ form: form.form, states }];
  });
}

async function described(
  context: HomeContext,
  key: WaitingRecords['key'],
  queries: AcrossQuery[],
): Promise<WaitingRecords> {
  const { services, actor } = context;
  const counts = groupBy(await services.records.countAcross(queries, actor), ({ query }) => query);
  const found = queries.map((query) => ({
    ...query,
    total: (counts.get(query) ?? []).reduce((sum, { count }) => sum + count, 0),
  }));
  const asked = found.filter(({ total }) => total > 0);
  const totals = asked.map(({ form, total, filters }) => ({ form: form.form, total, filters }));
  // What was returned last is the easiest to remember; of what is to be checked, the oldest waits most.
  const order = { by: 'updated_at', descending: key === 'to_correct', most: SHOWN };
  const heads = await services.records.listAcross(
    asked.map(({ form, filters }) => ({ form, filters, order })),
    actor,
  );
  heads.sort((a, b) => compare(a.updated_at, b.updated_at) * (order.descending ? -1 : 1));
  return {
    key,
    total: totals.reduce((sum, { total }) => sum + total, 0),
    forms: totals,
    data: await rowsOf(context, heads.slice(0, SHOWN)),
  };
}

async function rowsOf({ services, language, actor }: HomeContext, heads: AcrossRow[]): Promise<WaitingRecord[]> {
  const moves = await movesInto(services, heads, actor);
  const names = await recordNames(
    services,
    heads.map(({ id }) => id),
  );
  return heads.flatMap((head) => {
    const form = services.registry.form(head.form);
    if (!form) return [];
    const { definition } = form;
    const move: Move | undefined = moves.get(head.id);
    return {
      form: head.form,
      id: head.id,
      code: head.code || null,
      name: names[head.id]?.name ?? (head.name || head.code),
      title: pick(definition.title, language),
      parent_name: head.parent_name || null,
      state: renderState(services.registry, form, head.state, language),
      at: move?.at ?? head.updated_at,
      asked: move?.asked ?? null,
      path: definition.paths.record.replace(':id', head.id),
    };
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
