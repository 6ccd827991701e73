/** What the checks of a save read of other things, from the database. */

import { STATUS } from '../../core/problems/log.ts';
import { PERMISSION_COLUMNS } from '../../core/records/permission.ts';
import type { SavingSource } from '../../core/saving/types.ts';
import { possibleIds, rowsById } from '../db/lookup.ts';
import { findRecord } from '../db/records.ts';
import { problemCodes } from '../problems/log.ts';
import { seenOf } from '../problems/seen.ts';
import { codeHolder } from './codes.ts';
import type { RecordDeps } from './context.ts';
import { findAlike } from './likeAnswers.ts';
import { seenAmong } from './read.ts';

const ANSWERED = ['id', 'form', 'form_version', 'data', 'code', 'state', 'province_id'] as const;
/** Most open problems that a question names. */
const MOST_OPEN = 50;
const UPLOAD = ['id', 'record_id', 'created_by', 'media_type'] as const;

/** `deps` is read at the time of each call. */
export function savingSource(deps: () => RecordDeps): SavingSource {
  const read = () => deps().read;
  return {
    isPartial: false,
    record: (id) => findRecord(read(), id),
    judged: (ids) => rowsById(read(), 'records', PERMISSION_COLUMNS, ids),
    async answered(ids) {
      const rows = await rowsById(read(), 'records', ANSWERED, ids);
      return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
    },
    uploads: (ids) => rowsById(read(), 'attachments', UPLOAD, ids),
    async problems(ids) {
      const rows = await rowsById(read(), 'problems', ['id', 'status', 'answers'], ids);
      return rows.map(({ id, status, answers }) => ({ ...JSON.parse(answers), id, [STATUS]: status }));
    },
    async openProblems(site, types, actor) {
      const open = await read()
        .selectFrom('problems')
        .selectAll()
        .where('site_id', '=', site)
        .where('type_id', 'in', types)
        .where('open', '=', 1)
        .orderBy('date_identified')
        .orderBy('id')
        .limit(MOST_OPEN)
        .execute();
      const seen = await seenOf(read(), open, (ids) => seenAmong(deps(), ids, actor));
      const codes = await problemCodes(
        read(),
        seen.map(({ problem }) => problem.id),
      );
      return seen
        .filter(({ problem }) => problem.open === 1)
        .map(({ problem: { id, type_id, date_identified }, data }) => {
          return { id, type_id, date_identified, data, code: codes.get(id) ?? null };
        });
    },
    async loggedPeople(ids) {
      const asked = possibleIds(ids);
      if (asked.length === 0) return [];
      const logs = await read()
        .selectFrom('problem_logs')
        .select('person_id')
        .where('problem_id', 'in', asked)
        .execute();
      return logs.flatMap(({ person_id }) => person_id ?? []);
    },
    async hasChildren(id) {
      const child = await read()
        .selectFrom('records')
        .select('id')
        .where('parent_id', '=', id)
        .where('deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return child !== undefined;
    },
    isCodeFree: async (form, code) => !(await codeHolder(read(), form, code)),
    same: (form, record, actor) => findAlike(deps(), form, record, actor),
  };
}
