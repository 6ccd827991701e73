/** One record of this device, with names and numbers of the records below it. */
import type { ChangeView, HistoryResponse, OverviewResponse } from '../../../core/generated/api.ts';
import { childrenOf } from '../../../core/query/children.ts';
import type { OperationKind } from '../../../core/sync/types.ts';
import { mustHaveOverview, overview as overviewOf } from '../../../core/views/record/overview.ts';
import { recordView } from '../../../core/views/record/show.ts';
import type { Api } from '../../data/source.ts';
import type { ShownRecord } from '../../data/types.ts';
import { capturedForm, type Device, formOf, see, unsentOf } from './device.ts';
import { readsOf, seenRecord } from './views.ts';
import { formToCorrect } from './write.ts';

export async function record(device: Device, api: Api, id: string): Promise<ShownRecord> {
  const of = formOf(device, api);
  const { local, scope } = await see(device, of, id);
  const reads = readsOf(device);
  const { form, refs, record: view } = await recordView(reads, seenRecord(local, scope));
  const formsCount: Record<string, number> = {};
  for (const [key, type] of Object.entries(of.definition.api.formTypes ?? {})) {
    const child = device.registry.form(type.form);
    const { filters, parent_id } = childrenOf(id, type);
    const by = parent_id === undefined ? filters : [...filters, { field: 'parent_id', op: 'eq' as const, value: id }];
    const counts = child ? await reads.countAcross([{ form: child, filters: by }]) : [];
    formsCount[key] = counts.reduce((sum, { count }) => sum + count, 0);
  }
  // Only a record that the server does not have yet moves to another version.
  const { version: movesTo } = local.server ? form : formToCorrect(device, local, await unsentOf(device, id));
  return {
    ...{
      record: view,
      refs,
      formsCount,
      answer: { definition: { form: form.form, version: form.version } },
    },
    ...(movesTo !== form.version && { movesTo }),
  };
}

export async function overview(device: Device, api: Api, id: string): Promise<OverviewResponse> {
  const form = formOf(device, api);
  mustHaveOverview(form);
  const { local, scope } = await see(device, form, id);
  return overviewOf(readsOf(device), form, seenRecord(local, scope));
}

/** Returns what a reviewer wrote last, and the unsent changes. What else happened before them is only on the server. */
export async function history(device: Device, api: Api, id: string): Promise<HistoryResponse> {
  const { local } = await see(device, formOf(device, api), id);
  const own = await unsentOf(device, id);
  const form = capturedForm(device, local);
  const by = { id: device.actor.id, name: device.actor.name };
  const unsent = own.map(({ kind, body, base, captured_at }, at): ChangeView => {
    const isEdit = kind === 'create' || kind === 'update';
    const before = base?.data ?? {};
    const after = isEdit ? answersIn(body, form) : before;
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changes = names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
    const version = (local.server?.version ?? 0) + at + 1;
    return {
      seq: version,
      action: actionOf(kind, body),
      at: captured_at,
      by,
      device_id: null,
      from_state: base?.state ?? null,
      to_state: at === own.length - 1 ? local.record.state : (base?.state ?? null),
      comment: typeof body.comment === 'string' ? body.comment : null,
      changes,
      version,
      form_version: form.version,
    };
  });
  // As on the server, the newest first.
  const data = [...(local.review ? [local.review] : []), ...unsent].reverse();
  return { data, refs: (await recordView(readsOf(device), seenRecord(local, { allowed: {}, refused: {} }))).refs };
}

const ACTIONS = { create: 'create', update: 'edit', remove: 'delete', restore: 'restore' } as const;

/** Returns the action as the history of the server names it. */
export function actionOf(kind: OperationKind, body: Record<string, unknown>): string {
  if (kind === 'transition') return String(body.action);
  return typeof body.transition === 'string' ? body.transition : ACTIONS[kind];
}

function answersIn(body: Record<string, unknown>, { byProperty }: ReturnType<typeof capturedForm>) {
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => byProperty.has(name) && value !== null));
}
