/** Finds the transition by which each record came into its state, with what it asked for. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Asked } from '../../../core/generated/api.ts';
import { hiddenFrom } from '../../../core/records/hidden.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Services } from '../../http/services.ts';

export interface Move {
  at: string;
  /** Null if nothing was said. */
  asked: Asked | null;
}

/** Returns the moves by record id. */
export async function movesInto(
  { database, registry }: Services,
  records: readonly { id: string; form: string; state: string }[],
  actor: Actor,
): Promise<Map<string, Move>> {
  const moves = new Map<string, Move>();
  if (records.length === 0) return moves;
  const states = new Map(records.map((record) => [record.id, record]));
  const revisions = await database.read
    .selectFrom('record_revisions')
    .select(['record_id', 'at', 'by_name', 'from_state', 'to_state', 'comment', 'fields'])
    .where('record_id', 'in', [...states.keys()])
    .where('to_state', 'is not', null)
    .orderBy('seq')
    .execute();
  for (const { record_id, at, by_name, from_state, to_state, comment, fields } of revisions) {
    const record = states.get(record_id);
    if (!record || from_state === to_state || to_state !== record.state) continue;
    const form = registry.form(record.form);
    const questions = form ? pinned(registry, form, fields, actor) : [];
    const isSaid = from_state !== null && (Boolean(comment) || questions.length > 0);
    moves.set(record_id, { at, asked: isSaid ? { by: by_name, comment: comment ?? '', questions } : null });
  }
  return moves;
}

/** Returns the comments on single questions that a revision holds, without those on questions that the person may not read. */
export function pinned(
  registry: Services['registry'],
  form: CompiledForm,
  fields: string | null,
  actor: Actor,
): Asked['questions'] {
  if (!fields) return [];
  const hidden = hiddenFrom(form, actor, registry).names;
  const comments = JSON.parse(fields) as { field: string; comment: string }[];
  return comments.flatMap(({ field, comment }) => {
    const node = form.fields.get(field) ?? form.byProperty.get(field);
    const isHidden = hidden.has(field) || node?.properties.some((name) => hidden.has(name));
    return node && !isHidden ? [{ label: node.def.short ?? node.def.label, comment }] : [];
  });
}
