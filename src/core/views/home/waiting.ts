/** Lists what waits for the person, for any workflow (`core/api/waiting.ts`). */
import { renderState } from '../../api/render.ts';
import {
  maybeWaitingForNobody,
  waitingFor,
  waitingForCorrection,
  waitingForDecision,
  waitingForNobody,
} from '../../api/waiting.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { ratingBarsFor } from '../../form/ratingBars.ts';
import { isRating } from '../../form/types/question.ts';
import type { Asked, FormLine, ListWaits, RatingBars, WaitingRecord, WaitingRecords } from '../../generated/api.ts';
import type { Person } from '../../records/judges.ts';
import { hiddenFrom } from '../../records/permission.ts';
import { pickText } from '../../text/languages.ts';
import { recordNames } from '../names.ts';
import type { AcrossQuery, AcrossRow, LastTransition, Reads } from '../reads.ts';

const SHOWN = 8;

/** `people` are those who can log in. Without them it is not said what waits for nobody. */
export async function waitingView(
  reads: Reads,
  forms: readonly CompiledForm[],
  people?: readonly Person[],
): Promise<WaitingRecords[]> {
  const { registry, actor } = reads;
  const own = await Promise.all([
    described(
      reads,
      'to_correct',
      forms.flatMap((form) => waitingForCorrection(registry, form, actor)),
    ),
    described(
      reads,
      'to_verify',
      forms.flatMap((form) => waitingForDecision(registry, form, actor)),
    ),
  ]);
  if (!people) return own;
  const perhaps = forms.flatMap((form) => maybeWaitingForNobody(registry, form, people));
  const found = new Set((await reads.countAcross(perhaps)).map(({ form }) => form));
  const stuck = forms.flatMap((form) => (found.has(form.form) ? waitingForNobody(registry, form, people) : []));
  return [...own, await described(reads, 'to_nobody', stuck)];
}

/** Counts, for each form, the records that wait in any state for anybody. */
export async function linesView(reads: Reads, forms: readonly CompiledForm[]): Promise<FormLine[]> {
  const { registry, language } = reads;
  const counts = await reads.countAcross(forms.flatMap((form) => waitingFor(registry, form)));
  return forms.flatMap((form) => {
    const own = new Map(counts.flatMap((one) => (one.form === form.form ? [[one.state, one.count]] : [])));
    const states = registry.workflow(form).states.flatMap(({ id }) => {
      const count = own.get(id);
      return count ? [{ state: renderState(registry, form, id, language), count }] : [];
    });
    return states.length > 0 ? [{ form: form.form, states }] : [];
  });
}

/** Returns how many records of one form wait for the person, and with which filters its list shows them. */
export async function waitingCounts(reads: Reads, form: CompiledForm): Promise<ListWaits[]> {
  const { registry, actor } = reads;
  const [own, others] = await Promise.all([
    counted(reads, waitingForCorrection(registry, form, actor)),
    counted(reads, waitingForDecision(registry, form, actor)),
  ]);
  const waits = (key: ListWaits['key'], found: typeof own) =>
    found.map(({ total, filters }) => ({ key, total, filters }));
  return [...waits('to_correct', own), ...waits('to_verify', others)];
}

/** Returns the queries that find something, with how much. */
async function counted(reads: Reads, queries: readonly AcrossQuery[]): Promise<(AcrossQuery & { total: number })[]> {
  const counts = await reads.countAcross(queries);
  return queries.flatMap((query) => {
    const total = counts.reduce((sum, one) => (one.query === query ? sum + one.count : sum), 0);
    return total > 0 ? [{ ...query, total }] : [];
  });
}

async function described(
  reads: Reads,
  key: WaitingRecords['key'],
  queries: readonly AcrossQuery[],
): Promise<WaitingRecords> {
  const found = await counted(reads, queries);
  // What was returned last is the easiest to remember; of what is to be checked, the oldest waits most.
  const order = { by: 'updated_at', descending: key === 'to_correct', most: SHOWN };
  const heads = await reads.listAcross(found.map(({ form, filters }) => ({ form, filters, order })));
  heads.sort((a, b) => compare(a.updated_at, b.updated_at) * (order.descending ? -1 : 1));
  return {
    key,
    total: found.reduce((sum, { total }) => sum + total, 0),
    forms: found.map(({ form, total, filters }) => ({ form: form.form, total, filters })),
    data: await rowsOf(reads, heads.slice(0, SHOWN)),
  };
}

async function rowsOf(reads: Reads, heads: readonly AcrossRow[]): Promise<WaitingRecord[]> {
  const { registry, language } = reads;
  const moves = await reads.moves(heads);
  const names = await recordNames(
    reads,
    heads.map(({ id }) => id),
  );
  const ratings = await ratingsOf(reads, heads);
  return heads.flatMap((head) => {
    const form = registry.form(head.form);
    if (!form) return [];
    const { definition } = form;
    const move = moves.get(head.id);
    const bars = ratings.get(head.id);
    return {
      form: head.form,
      id: head.id,
      code: head.code || null,
      name: names[head.id]?.name ?? (head.name || head.code),
      title: pickText(definition.title, language),
      parent_name: head.parent_name || null,
      state: renderState(registry, form, head.state, language),
      at: move?.at ?? head.updated_at,
      asked: move ? askedBy(reads, form, move) : null,
      ...(bars && { ratings: bars }),
      path: definition.paths.record.replace(':id', head.id),
    };
  });
}

/** Returns the bars of the records that have ratings, by id. */
async function ratingsOf(reads: Reads, heads: readonly AcrossRow[]): Promise<ReadonlyMap<string, RatingBars>> {
  const found = await Promise.all(
    [...new Set(heads.map(({ form }) => form))].map(async (name) => {
      const form = reads.registry.form(name);
      if (!form || ![...form.fields.values()].some(isRating)) return [];
      const ids = heads.flatMap((head) => (head.form === name ? [head.id] : []));
      const filters = [{ field: 'id', op: 'in' as const, value: ids }];
      const { rows } = await reads.list({ form, filters, sort: [], page: 1, per_page: ids.length });
      return rows.flatMap(({ record }) => {
        const bars = ratingBarsFor(reads, form, record.data);
        return bars ? [[record.id, bars] as const] : [];
      });
    }),
  );
  return new Map(found.flat());
}

/** Returns what a reviewer wrote, null if nothing was said. */
function askedBy(reads: Reads, form: CompiledForm, { by, comment, fields, hasMoved }: LastTransition): Asked | null {
  const questions = readableComments(reads, form, fields);
  return hasMoved && (comment || questions.length > 0) ? { by, comment: comment ?? '', questions } : null;
}

/** Returns the comments on single questions, without those on questions that the person may not read. */
export function readableComments(
  { registry, actor }: Pick<Reads, 'registry' | 'actor'>,
  form: CompiledForm,
  comments: LastTransition['fields'],
): Asked['questions'] {
  if (comments.length === 0) return [];
  const hidden = hiddenFrom(form, actor, registry).names;
  return comments.flatMap(({ field, comment }) => {
    const node = form.fields.get(field) ?? form.byProperty.get(field);
    const isHidden = hidden.has(field) || node?.properties.some((name) => hidden.has(name));
    return node && !isHidden ? [{ label: node.def.short ?? node.def.label, comment }] : [];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
