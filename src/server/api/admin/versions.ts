/** `GET /api/definitions/{form}/versions`: who published each version of a form, when, with which note, what changed, and whether it is withdrawn or waits for a day, and the form retired. */
import type { FastifyInstance } from 'fastify';
import { issueText } from '../../../core/check/issues/text.ts';
import { languagePhrase } from '../../../core/check/texts/words.ts';
import { type Difference, diffForms } from '../../../core/definitions/diff/diff.ts';
import { asBeforeInWords, changedLanguages, differenceText } from '../../../core/definitions/diff/text.ts';
import { languagesOf } from '../../../core/definitions/texts.ts';
import type { CompiledForm, FormSource } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { FormVersion, VersionDifference } from '../../../core/generated/api.ts';
import { type Language, pickText, type Text } from '../../../core/text/languages.ts';
import { rowsById } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo } from '../../http/session.ts';
import { diffWords, issueWords } from '../../http/words.ts';
import { retirementOf } from './retirement.ts';
import { versionStartOf } from './versionStart.ts';
import { withdrawalOf } from './withdrawal.ts';

export function registerVersionRoutes(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { form: string } }>('/api/definitions/:form/versions', async (request) => {
    await actorAllowedTo(request, services, 'definitions');
    const versions = services.registry.versions(request.params.form);
    if (versions.length === 0) throw new Failure('record_not_found');
    return {
      data: await published(services, versions, request.language),
      retired: await retirementOf(services, request.params.form),
    };
  });
}

async function published(
  services: Services,
  versions: readonly CompiledForm[],
  language: Language,
): Promise<FormVersion[]> {
  const { database, registry } = services;
  const [{ form }] = versions as [CompiledForm];
  const rows = await database.read
    .selectFrom('definitions')
    .select(['version', 'origin', 'published_at', 'published_by'])
    .where('form', '=', form)
    .execute();
  const counts = await database.read
    .selectFrom('records')
    .select(['form_version', (eb) => eb.fn.countAll<number>().as('records')])
    .where('form', '=', form)
    .where('deleted_at', 'is', null)
    .groupBy('form_version')
    .execute();
  const users = await rowsById(
    database.read,
    'users',
    ['id', 'name'],
    rows.flatMap(({ published_by }) => published_by ?? []),
  );
  const withdrawn = await Promise.all(versions.map((version) => withdrawalOf(services, version)));
  const starts = await Promise.all(versions.map((version) => versionStartOf(services, version)));
  return versions
    .map((compiled, at): FormVersion => {
      const row = rows.find(({ version }) => version === compiled.version);
      const before = versions[at - 1];
      const by = users.find(({ id }) => id === row?.published_by);
      return {
        version: compiled.version,
        published_at: row?.published_at ?? null,
        published_by: by ? { id: by.id, name: by.name } : null,
        origin: row?.origin === 'published' ? 'published' : 'file',
        hash: registry.hash(compiled),
        note: compiled.definition.changes.note,
        waiver: compiled.definition.changes.waiver ?? null,
        withdrawn: withdrawn[at] ?? null,
        start: starts[at] ?? null,
        records: Number(counts.find(({ form_version }) => form_version === compiled.version)?.records ?? 0),
        differences: before ? versionDifferences(toFormSource(before), toFormSource(compiled), language) : [],
      };
    })
    .reverse();
}

export function toFormSource({ definition, contract }: CompiledForm): FormSource {
  return { definition, schema: contract };
}

/** Returns what changed between two versions, in words of one language. */
export function versionDifferences(before: FormSource, after: FormSource, language: Language): VersionDifference[] {
  return differenceTexts(diffForms(before, after), language, languagesOf(after.definition)[0]);
}

/** `source` is the language that texts are translated from. */
export function differenceTexts(found: readonly Difference[], language: Language, source = 'en'): VersionDifference[] {
  const side = (value: Text | string | undefined, shown: string) => {
    if (value === undefined) return null;
    if (typeof value === 'string') return { text: value, is_code: true };
    const text = pickText(value, shown);
    const marked = shown === language ? text : `${nameOfLanguage(shown, language)}: ${text}`;
    return { text: marked, is_code: false };
  };
  const named = diffWords(language);
  return found.map((difference) => {
    const { kind, pointer, before: was, after: now } = difference;
    const shown = changedLanguage(was, now, language);
    return {
      kind,
      label: named[kind],
      pointer,
      about: differenceText(difference, named, language),
      before: side(was, shown),
      after: side(now, shown),
      as_before: asBeforeInWords(difference, named, language, source) ?? null,
    };
  });
}

/** Returns the user's language, or another one if the texts differ only there. */
function changedLanguage(was: Text | string | undefined, now: Text | string | undefined, language: Language): string {
  const changed = changedLanguages(was, now);
  return changed.includes(language) ? language : (changed[0] ?? language);
}

function nameOfLanguage(tag: string, language: Language): string {
  const name = languagePhrase(tag);
  return typeof name === 'string' ? name : issueText(name, issueWords(language), language);
}
