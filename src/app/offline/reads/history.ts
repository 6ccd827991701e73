/** The changes of a record that are known on this device. */
import type { ChangeView } from '../../../core/generated/api.ts';
import type { OperationKind } from '../../../core/sync/types.ts';
import type { VisibleRecord } from '../../../core/views/reads.ts';
import { localFormVersion, type OfflineDevice, unsentOperationsOf } from './device.ts';

/** Returns what a reviewer wrote last, and the unsent changes. What else happened before them is only on the server. */
export async function localHistoryOf(device: OfflineDevice, { record }: VisibleRecord): Promise<ChangeView[]> {
  const local = await device.store.records.get(record.id);
  const own = await unsentOperationsOf(device, record.id);
  const form = localFormVersion(device, { record });
  const by = { id: device.actor.id, name: device.actor.name };
  const unsent = own.map(({ kind, body, base, captured_at }, at): ChangeView => {
    const isEdit = kind === 'create' || kind === 'update';
    const before = base?.data ?? {};
    const after = isEdit ? answersIn(body, form) : before;
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changes = names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
    const version = (local?.server?.version ?? 0) + at + 1;
    return {
      seq: version,
      action: historyActionOf(kind, body),
      at: captured_at,
      by,
      device_id: null,
      from_state: base?.state ?? null,
      to_state: at === own.length - 1 ? record.state : (base?.state ?? null),
      comment: typeof body.comment === 'string' ? body.comment : null,
      changes,
      version,
      form_version: form.version,
    };
  });
  // As on the server, the newest first.
  return [...(local?.review ? [local.review] : []), ...unsent].reverse();
}

const ACTIONS = { create: 'create', update: 'edit', remove: 'delete', restore: 'restore' } as const;

/** Returns the action as the history of the server names it. */
export function historyActionOf(kind: OperationKind, body: Record<string, unknown>): string {
  if (kind === 'transition') return String(body.action);
  return typeof body.transition === 'string' ? body.transition : ACTIONS[kind];
}

function answersIn(body: Record<string, unknown>, { byProperty }: ReturnType<typeof localFormVersion>) {
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => byProperty.has(name) && value !== null));
}
