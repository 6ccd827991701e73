/** The top of a place's page, from the records on this device. */

import { averageRate, MOST_VISITS, ownAnswers } from '../../../core/api/overview.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { OverviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { countingStates, visitCounts } from '../../../core/records/counting.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { preferences } from '../../data/preferences.ts';
import type { Api } from '../../data/source.ts';
import { type Device, formOf, see, seenOf } from './device.ts';
import { siteProblems } from './problems.ts';
import { LocalRefs } from './refs.ts';

export async function overview(device: Device, api: Api, id: string): Promise<OverviewResponse> {
  const form = formOf(device, api);
  if (!form.definition.detail?.overview) throw new Failure('route_not_found');
  const { local } = await see(device, form, id);
  const last = await lastVisit(device, form, id);
  const data = newestAnswers(device.registry, local.record);
  const names = new LocalRefs(device, local.refs);
  names.addAnswers(form, data);
  const { language, calendar } = preferences();
  const context = { language, calendar, constants: device.registry.common().constants, refs: await names.load() };
  return {
    last_visit: last && {
      id: last.record.id,
      form: last.record.form,
      date: dayOf(device, last),
      by: last.refs[last.record.created_by]?.name ?? '',
    },
    problems: await problemCount(device, form, id, last !== null),
    trend: await trend(device, form, id),
    ...ownAnswers(form, data, context),
  };
}

/** Returns the newest visit among the types of the definition. */
async function lastVisit(device: Device, { definition }: CompiledForm, id: string): Promise<LocalRecord | null> {
  const { api, detail } = definition;
  const found: LocalRecord[] = [];
  for (const key of detail?.overview?.visits ?? []) {
    const type = getOwn(api.formTypes, key);
    const where = Object.entries(type?.where ?? {});
    const all = type ? await counting(device, type.form) : [];
    found.push(
      ...all.filter(
        ({ record: { parent_id, data } }) =>
          (type?.by ? data[type.by] === id : parent_id === id) && where.every(([name, value]) => data[name] === value),
      ),
    );
  }
  return newestFirst(device, found)[0] ?? null;
}

/** Returns the visible records of a form in states that count. */
async function counting(device: Device, name: string): Promise<LocalRecord[]> {
  const form = device.registry.form(name);
  if (!form) return [];
  const states = new Set(countingStates(device.registry, form));
  return (await seenOf(device, name)).filter(({ record }) => states.has(record.state));
}

function newestFirst(device: Device, all: readonly LocalRecord[]): LocalRecord[] {
  const key = (local: LocalRecord) => `${dayOf(device, local)} ${local.record.created_at} ${local.record.id}`;
  return [...all].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** Returns the day of a record: that of its form's date, else the one it was entered on. */
function dayOf({ registry }: Device, { record }: LocalRecord): string {
  const date = newestAnswers(registry, record)[registry.form(record.form)?.definition.date ?? ''];
  return typeof date === 'string' ? date : record.created_at;
}

async function problemCount(device: Device, { definition }: CompiledForm, id: string, hasVisit: boolean) {
  if (!definition.detail?.tabs?.some(({ show }) => show === 'problems')) return null;
  const seen = await siteProblems(device, id, visitCounts(device.registry));
  if (seen.length === 0 && !hasVisit) return null;
  return { open: seen.filter(({ problem }) => problem.open).length, total: seen.length };
}

async function trend(device: Device, { definition }: CompiledForm, id: string): Promise<OverviewResponse['trend']> {
  const rated = definition.rates && device.registry.form(definition.rates.form);
  if (!rated) return [];
  const below = (await counting(device, rated.form)).filter(({ record }) => record.parent_id === id);
  const visits = newestFirst(device, below).slice(0, MOST_VISITS);
  return visits.reverse().flatMap((visit) => {
    const average = averageRate(rated, newestAnswers(device.registry, visit.record));
    return average === undefined ? [] : [{ id: visit.record.id, date: dayOf(device, visit), average }];
  });
}
