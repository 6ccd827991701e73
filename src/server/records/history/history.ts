/**
 * Returns the changes of a record, newest first, with the old and new answers. A change that lifted the record to another form
 * version reads the old answers as that version does, so that a renamed question has not changed.
 */

import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { migrateAnswers } from '../../../core/definitions/versions/migrate.ts';
import type { ChangeView } from '../../../core/generated/api.ts';
import { canonicalJson } from '../../../core/json.ts';
import { isClockWrong } from '../../../core/records/deviceClock.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { RecordDeps } from '../context.ts';
import { mustSeeRecord } from '../read.ts';
import { applyRevision, erasedAnswersIn, rejectedAnswersIn, revisionNotesOf, revisionsOf } from './chain.ts';

export async function changeHistoryOf(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  actor: Actor,
): Promise<ChangeView[]> {
  await mustSeeRecord(deps, form, id, actor);
  const versions = deps.registry.versions(form.form);
  let data: RecordData = {};
  let from: number | undefined;
  const changes: ChangeView[] = [];
  for (const revision of await revisionsOf(deps.read, id)) {
    const next = applyRevision(data, revision);
    const erased = erasedAnswersIn(revision);
    const { form_version } = revision;
    const not_taken = rejectedAnswersIn(revision);
    const { acknowledged, clock_offset, device_clock, taken_in_by } = revisionNotesOf(revision);
    const { captured_at } = revision;
    const wasWrong = isClockWrong({ captured_at, at: revision.at, ...(device_clock && { device_clock }) });
    const before = from === undefined || from >= form_version ? data : lifted(data, versions, from, form_version);
    changes.push({
      seq: revision.seq,
      action: revision.action,
      at: revision.at,
      by: { id: revision.by_id, name: revision.by_name },
      device_id: revision.device_id,
      from_state: revision.from_state,
      to_state: revision.to_state,
      comment: revision.comment,
      ...(revision.fields && { fields: JSON.parse(revision.fields) as { field: string; comment: string }[] }),
      ...(acknowledged.length > 0 && { acknowledged }),
      ...(clock_offset !== undefined && { clock_offset }),
      ...(clock_offset === undefined && wasWrong && captured_at !== null && { wrong_clock_at: captured_at }),
      ...(taken_in_by && { taken_in_by }),
      ...(not_taken.length > 0 && { not_taken }),
      changes: [
        ...differences(before, next, erased),
        ...erased.map((field) => ({ field, before: null, after: null, erased: true })),
      ],
      version: revision.seq,
      form_version,
    });
    data = next;
    from = form_version;
  }
  return changes.reverse();
}

/** Answers that the newer version has no place for keep their names. */
function lifted(data: RecordData, versions: readonly CompiledForm[], from: number, to: number): RecordData {
  const read = migrateAnswers(data, versions, from, to);
  return {
    ...Object.fromEntries(read.dropped.flatMap((name) => (Object.hasOwn(data, name) ? [[name, data[name]]] : []))),
    ...read.data,
  };
}

function differences(before: RecordData, after: RecordData, erased: readonly string[]): ChangeView['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !erased.includes(name));
  return names.flatMap((field) => {
    const [a, b] = [before[field] ?? null, after[field] ?? null];
    return canonicalJson(a) === canonicalJson(b) ? [] : [{ field, before: a, after: b }];
  });
}
