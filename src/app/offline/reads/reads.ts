/** What views read on a device: its store, for its person. */
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { Scope } from '../../../core/records/types.ts';
import { problemsOfVisits } from '../../../core/saving/visitProblems.ts';
import { isUnsent } from '../../../core/sync/local.ts';
import { recordMark } from '../../../core/sync/mark.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { NameCollector } from '../../../core/views/names.ts';
import type { NameSource, Reads, VisibleRecord } from '../../../core/views/reads.ts';
import { preferences } from '../../data/preferences.ts';
import { crossFormReads } from './across.ts';
import { localFormVersion, type OfflineDevice, readRecordAmong, visibleRecords } from './device.ts';
import { localAttachments } from './files.ts';
import { findLocalByName, findLocalProblems } from './find.ts';
import { localHistoryOf } from './history.ts';
import { listLocalRecords, sumLocalAmounts } from './list.ts';
import type { CacheAnswer } from './memory.ts';
import { isLocalValueFree } from './saving.ts';

/** `remember` keeps what the screen home asks. */
export function createLocalReads(device: OfflineDevice, remember?: CacheAnswer): Reads {
  const { registry, actor, language, sentence, now, dayOfForms, permission } = device;
  return {
    ...namesOn(device),
    ...crossFormReads(device, remember),
    ...{ registry, actor, language, sentence, now, dayOfForms },
    calendar: preferences().calendar,
    async one(forms, id) {
      const { local, scope } = await readRecordAmong(device, forms, id);
      return toVisibleRecord(local, scope);
    },
    scopeForNew: async (form, parent) => permission.scopeForNew(form, parent?.record ?? null, actor),
    findByName: (question) => findLocalByName(device, question),
    findProblems: (question) => findLocalProblems(device, createLocalReads(device), question),
    placeIndex: () => registry.placeIndex(language),
    async list(query) {
      const page = await listLocalRecords(device, query);
      return {
        ...page,
        rows: page.rows.map(({ local, ...row }) => ({ ...toVisibleRecord(local, row.scope), ...row })),
      };
    },
    sums: (query) => sumLocalAmounts(device, query),
    history: (_form, seen) => localHistoryOf(device, seen),
    files: (seen) => localAttachments(device, seen),
    isFree: (form, property, value, except) => isLocalValueFree(device, form, property, value, except),
    async problems(site, counts = () => true) {
      const forms = registry.forms().filter(({ definition }) => definition.problems);
      const visits = (await Promise.all(forms.map(({ form }) => visibleRecords(device, form)))).flat();
      const told = visits
        .filter(({ record }) => record.site_id === site || record.parent_id === site)
        .filter(({ record }) => counts(record.form, record.state));
      const sent: Refs = Object.assign({}, ...told.map(({ refs }) => refs));
      const named = (ids: (string | null)[]) => ids.flatMap((id) => (id && sent[id] ? [[id, sent[id]] as const] : []));
      return problemsOfVisits(
        told.map((local) => ({ form: localFormVersion(device, local), record: local.record })),
      ).map((one) => ({
        ...one,
        refs: Object.fromEntries(named([one.problem.id, ...one.logs.map(({ person_id }) => person_id)])),
      }));
    },
  };
}

/** A record of this device as views take it. */
export function toVisibleRecord(local: LocalRecord, scope: Scope): VisibleRecord {
  const { record, name, refs, server } = local;
  return { record, name, scope, refs, unsent: isUnsent(local), ...(!server && { mark: recordMark(record.id) }) };
}

function namesOn({ registry, actor, store }: OfflineDevice): NameSource {
  return {
    registry,
    async namesOf({ records, accounts }) {
      const refs: Refs = accounts.has(actor.id) ? { [actor.id]: { name: actor.name } } : {};
      for (const id of records) {
        const local = await store.records.get(id);
        if (!local) continue;
        const { form, code } = local.record;
        refs[id] = { name: local.name || (code ?? id), form, code };
      }
      return refs;
    },
  };
}

/** `known` has names that came with records, for what is not on this device. */
export function createLocalNames(device: OfflineDevice, known: Refs = {}): NameCollector {
  return new NameCollector(namesOn(device), known);
}
