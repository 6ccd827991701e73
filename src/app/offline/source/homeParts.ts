/** Parts of the home screen that the server takes from its logs and tables: dates, and what was done on this device. */
import {
  type AskedDate,
  askedDates,
  betweenDates,
  dateView,
  daysInRows,
  type EndedBy,
  endedBy,
  filtersForDate,
  isInRows,
  shownDates,
} from '../../../core/api/datesDue.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import type { ActivityView, DueDateView } from '../../../core/generated/api.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Device } from './device.ts';
import type { HomeDevice } from './homeMemory.ts';
import { matchingRows } from './records.ts';
import { sourceForms } from './rows.ts';
import { actionOf } from './show.ts';

const ACTIVITY_SHOWN = 12;

/** Returns the days that are near or past, of the records on this device. */
export async function datesDue(device: HomeDevice, forms: readonly CompiledForm[]): Promise<DueDateView[]> {
  const { registry, actor } = device;
  const today = kabulDay(device.now());
  const found: DueDateView[] = [];
  for (const [at, one] of askedDates(registry, forms, actor).entries()) {
    const ended = endedBy(registry, one, today);
    const read = [one.form, ...(ended ? [ended.form] : [])].flatMap(sourceForms);
    const own = async () => shownDates(await datesOf(device, one, ended, today));
    found.push(...(await device.part(`date/${one.form.form}/${at}`, read, own, today)));
  }
  return shownDates(found);
}

async function datesOf(device: Device, one: AskedDate, end: EndedBy | undefined, today: string) {
  const { registry } = device;
  const found: DueDateView[] = [];
  const filters = filtersForDate(registry, one, today);
  const ended = await namedBy(device, end);
  const all = isInRows(one) ? [filters] : [true, false].map((late) => [...filters, ...betweenDates(one, today, late)]);
  for (const asked of all)
    for (const { local } of (await matchingRows(device, one.form, { filters: asked })).found) {
      const { id, code } = local.record;
      if (ended.has(id)) continue;
      const data = newestAnswers(registry, local.record);
      const day = data[one.due.field];
      const days = isInRows(one) ? daysInRows(one, data, today) : typeof day === 'string' ? [day] : [];
      found.push(...days.map((answer) => dateView(one, { id, code, name: local.name || (code ?? '') }, answer, today)));
    }
  return found;
}

/** Returns the ids that records on this device name. */
async function namedBy(device: Device, ended: EndedBy | undefined): Promise<Set<unknown>> {
  if (!ended) return new Set();
  const { found } = await matchingRows(device, ended.form, { filters: ended.filters });
  return new Set(
    found.map(({ local: { record } }) => newestAnswers(device.registry, record)[ended.by] ?? record.parent_id),
  );
}

/** Returns what the person did on this device and has not sent yet, the newest first. What others did is on the server. */
export async function ownActivity({ store, registry, actor }: Device): Promise<ActivityView[]> {
  const rows: ActivityView[] = [];
  const seen = new Set<string>();
  for (const { kind, body, record_id, form, captured_at } of (await store.operations.all()).reverse()) {
    const local = seen.has(record_id) ? undefined : await store.records.get(record_id);
    const definition = registry.form(form)?.definition;
    seen.add(record_id);
    if (!local || local.record.deleted_at !== null || !definition) continue;
    const { code } = local.record;
    rows.push({
      ...{ form, id: record_id, code, name: local.name || (code ?? ''), title: definition.title, count: 1 },
      ...{ path: definition.paths.record.replace(':id', record_id), at: captured_at, action: actionOf(kind, body) },
      by: { id: actor.id, name: actor.name },
    });
    if (rows.length === ACTIVITY_SHOWN) break;
  }
  return rows;
}
