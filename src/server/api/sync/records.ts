/** `GET /api/sync/records`: whole records for a device, line by line, in the order in which they last changed. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import type { SyncCursorLine, SyncRecordLine } from '../../../core/generated/api.ts';
import type { Actor } from '../../../core/records/types.ts';
import { NameCollector } from '../../../core/views/names.ts';
import { readChangeOrder } from '../../db/changes.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import type { RecordForSync } from '../../records/changed.ts';
import { createNameCollector } from '../reads.ts';
import { advancePosition, decodeSyncCursor, encodeSyncCursor, resumePosition } from './cursor.ts';
import { sendLines } from './lines.ts';
import { type SyncQueryText, syncQuery, syncScopeKey } from './query.ts';

/** Records read at once. A cursor follows each such page. */
const PAGE = 100;
/** Records in one response. */
const MOST = 5000;

type Line = SyncRecordLine | SyncCursorLine;

export async function sendRecords(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = await requireActor(request, services);
  const query = checkedQueryOf<SyncQueryText & { limit: number }>(request);
  const { ids } = query;
  // Sending needs the records that it meets, not everything that the person sees.
  if (!ids && actor.taken_in_by) throw new Failure('forbidden');
  const lines = ids ? byIds(services, actor, ids) : await changes(services, actor, query);
  return sendLines(request, reply, actor.id, lines);
}

async function* byIds(services: Services, actor: Actor, ids: string[]): AsyncGenerator<Line[]> {
  const rows = await services.records.recordsById(ids, actor);
  yield [...(await linesOf(services, rows)), { cursor: null, more: false }];
}

async function changes(
  services: Services,
  actor: Actor,
  query: SyncQueryText & { limit: number },
): Promise<AsyncGenerator<Line[]>> {
  const asked = syncQuery(services, query, actor);
  const limit = Math.min(query.limit, MOST);
  const cursor = decodeSyncCursor(query.after);
  const order = await readChangeOrder(services.database.read, cursor?.era ?? null);
  const reach = syncScopeKey(services, asked, actor);
  const from = resumePosition(cursor, order, reach);
  return (async function* () {
    let walk = from;
    for (let left = limit; left > 0; ) {
      const most = Math.min(PAGE, left);
      const page = await services.records.changed({ ...asked, after: walk.at, most }, actor);
      const isLast = page.rows.length < most;
      walk = advancePosition(walk, page, isLast);
      yield [...(await linesOf(services, page.rows)), { cursor: encodeSyncCursor(walk, order, reach), more: !isLast }];
      if (isLast) return;
      left -= page.rows.length;
    }
  })();
}

async function linesOf(services: Services, rows: readonly RecordForSync[]): Promise<SyncRecordLine[]> {
  const { registry } = services;
  const collectors = rows.map(({ record }) => {
    const collector = createNameCollector(services);
    const form = registry.form(record.form, record.form_version) ?? registry.form(record.form);
    if (form) collector.addRecord(form, record);
    return collector;
  });
  await NameCollector.loadEach(collectors);
  return rows.map((row, at) => ({ ...row, refs: collectors[at]?.refs ?? {} }));
}
