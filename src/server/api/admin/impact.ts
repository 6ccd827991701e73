/** What publishing a form version would change for the records there are: read every record as it, and count what has no place. */

import { namedItem } from '../../../core/api/names.ts';
import { compileForm } from '../../../core/definitions/compile.ts';
import type { CompiledForm, FormSource } from '../../../core/definitions/types.ts';
import { lostQuestions, migrateAnswers } from '../../../core/definitions/versions/migrate.ts';
import type { PublishImpact } from '../../../core/generated/api.ts';
import { startDaysFrom, versionStartDays } from '../../../core/records/registry.ts';
import type { Actor } from '../../../core/records/types.ts';
import { formsOfReport } from '../../../core/reports/sources.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import type { Handle } from '../../db/database.ts';
import { countFormDrafts } from '../../db/formDrafts.ts';
import { fromRecordsTable, readInSlices, rowsById } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';

const SLICE = 200;
/** Milliseconds for reading records. What was not reached is told by `looked`. */
const LIMIT = 5000;
const SAMPLES = 3;

type Lost = PublishImpact['answers'][number];

export async function impactOf(
  services: Services,
  source: FormSource,
  actor: Actor,
  language: Language,
  from?: string,
): Promise<PublishImpact> {
  const { database, registry } = services;
  const { form, version } = source.definition;
  const candidate = compileForm(source);
  const versions = [...registry.versions(form).filter((one) => one.version !== version), candidate];
  const counts = await database.read
    .selectFrom('records')
    .select(['province_id', (eb) => eb.fn.countAll<number>().as('records')])
    .where('form', '=', form)
    .where('deleted_at', 'is', null)
    .groupBy('province_id')
    .execute();
  const { answers, looked } = await answersLost(services, versions, candidate, actor, language);
  return {
    ...usedFrom(services, versions, candidate, from),
    records: counts.reduce((sum, row) => sum + Number(row.records), 0),
    looked,
    provinces: counts.flatMap(({ province_id, records }) => {
      const place = province_id ? registry.place(province_id) : undefined;
      return place ? [{ place: namedItem(place, language), records: Number(records) }] : [];
    }),
    answers,
    forms: registry
      .forms()
      .filter((other) => other.form !== form && reads(other, form))
      .map(({ form: name, definition }) => ({ form: name, title: definition.title })),
    reports: registry
      .reports()
      .filter((report) => formsOfReport(report).includes(form))
      .map(({ report, title, path }) => ({ report, title, path })),
    views: await savedViews(database.read, form),
    drafts: await countFormDrafts(database, form),
  };
}

/** Returns which version new records would be captured with, from the day on if one is given, and what is planned now. */
function usedFrom(
  { registry, now }: Services,
  versions: readonly CompiledForm[],
  candidate: CompiledForm,
  from: string | undefined,
): Pick<PublishImpact, 'captured_with' | 'planned'> {
  const startOf = (one: CompiledForm) => (one === candidate ? from : undefined) ?? registry.start(one)?.from_day ?? '';
  const offered = versions.filter((one) => !registry.withdrawal(one)).sort((a, b) => a.version - b.version);
  const turns = versionStartDays(offered.map((one) => ({ version: one.version, from: startOf(one) })));
  const [turn] = startDaysFrom(turns, from ?? kabulDay(now()));
  return { captured_with: turn?.version ?? candidate.version, planned: registry.turns(candidate.form).slice(1) };
}

async function savedViews(db: Handle, form: string): Promise<number> {
  const { views } = await db
    .selectFrom('list_views')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .where('form', '=', form)
    .executeTakeFirstOrThrow();
  return Number(views);
}

async function answersLost(
  { database, records: guarded }: Services,
  versions: readonly CompiledForm[],
  candidate: CompiledForm,
  actor: Actor,
  language: Language,
): Promise<{ answers: Lost[]; looked: number }> {
  const byVersion = new Map(versions.map((one) => [one.version, one]));
  const lost = new Map<string, { one: Lost; ids: string[] }>();
  const ends = Date.now() + LIMIT;
  let looked = 0;
  const read = async (after: string) =>
    Date.now() > ends
      ? []
      : database.read
          .selectFrom('records')
          .selectAll()
          .where('form', '=', candidate.form)
          .where('deleted_at', 'is', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(SLICE)
          .execute();
  for await (const rows of readInSlices('', ({ id }) => id, read)) {
    for (const { id, form_version, data } of rows.map(fromRecordsTable)) {
      looked++;
      const captured = byVersion.get(form_version);
      if (!captured) continue;
      for (const node of lostQuestions(captured, migrateAnswers(data, versions, form_version, candidate.version))) {
        const label = pickText(node.def.label, language);
        const known = lost.get(node.id) ?? { one: { question: node.id, label, records: 0, samples: [] }, ids: [] };
        known.one.records++;
        if (known.ids.length < SAMPLES) known.ids.push(id);
        lost.set(node.id, known);
      }
    }
  }
  const seen = await guarded.seenAmong(
    [...lost.values()].flatMap(({ ids }) => ids),
    actor,
  );
  const codes = await rowsById(database.read, 'records', ['id', 'code'], [...seen]);
  const answers = [...lost.values()].map(({ one, ids }) => ({
    ...one,
    samples: codes.filter(({ id }) => ids.includes(id)).map(({ id, code }) => ({ id, code })),
  }));
  return { answers, looked };
}

/** True if a form has questions for records of the other, or lies below it. */
function reads({ fields, definition }: CompiledForm, other: string): boolean {
  const parents: readonly string[] = definition.parent?.forms ?? [];
  const named = [...fields.values()].flatMap(({ def }) => [...(def.record?.forms ?? []), ...(def.person?.forms ?? [])]);
  return parents.includes(other) || named.some((form) => form === other);
}
