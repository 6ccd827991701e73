/**
 * The documented short paths to a record's files: `GET {base}/download/{id}[/{field}]` and `POST {base}/upload/{id}`. Users
 * who may see the record may read its files; users who may edit it may add files.
 */

import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { readSeenVersion } from '../../../core/saving/envelope.ts';
import type { RecordWithScope, UpdateBody } from '../../../core/saving/types.ts';
import { formVersionOfRecord } from '../../../core/views/record/show.ts';
import { type ApiCall, writeContext } from '../call.ts';
import { textContext } from '../textContext.ts';
import { sendFile } from './send.ts';

/** Sends the first file of a field, or the first of the record. A file in a table row is named after its row. */
export async function downloadAttachment(call: ApiCall, id: string, field?: string): Promise<unknown> {
  const view = await call.services.records.get(call.form, id, call.actor);
  const form = formVersionOfRecord(call.services, view);
  const nodes = fileFields(form);
  const asked = field === undefined ? nodes : nodes.filter((node) => node.name === named(form, field));
  if (asked.length === 0) throw new Failure('route_not_found');
  const file = asked.flatMap((node) => filesIn(node, view.record.data, call))[0];
  const row =
    file &&
    (await call.services.database.read
      .selectFrom('attachments')
      .selectAll()
      .where('id', '=', file.id)
      .where('record_id', '=', view.record.id)
      .executeTakeFirst());
  if (!row) throw new Failure('record_not_found');
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(row.name)?.[0] ?? '';
  const name = file.row ? `${file.row} ${view.name}${extension}` : row.name;
  return sendFile(call.services, call.reply, { ...row, name });
}

/** Reads a multipart body whose parts have the names of file fields. A part named `file` may go to the first file field. */
export async function uploadAttachments(call: ApiCall, id: string): Promise<Record<string, unknown>> {
  const read = (before: RecordWithScope) => withUploads(call, before);
  const saved = await call.services.records.update(call.form, id, read, writeContext(call));
  return { id, code: saved.record.code, version: saved.record.version };
}

/** Returns the record's answers with the files of the body. */
function withUploads(call: ApiCall, before: RecordWithScope): UpdateBody {
  const form = formVersionOfRecord(call.services, before);
  const nodes = fileFields(form).filter((node) => !node.columns);
  const data: RecordData = { ...before.record.data };
  let added = 0;
  for (const [part, value] of Object.entries(call.body)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    const chosen = part === 'file' && typeof call.body.type === 'string' ? call.body.type : part;
    const node = nodes.find((one) => one.name === named(form, chosen)) ?? (part === 'file' ? nodes[0] : undefined);
    if (!node) throw new Failure('validation_failed', { errors: { [`/${part}`]: [{ code: 'unknown_field' }] } });
    data[node.name] = value;
    added += value.length;
  }
  const first = nodes[0]?.name ?? 'file';
  if (added === 0) throw new Failure('validation_failed', { errors: { [`/${first}`]: [{ code: 'required' }] } });
  const version = readSeenVersion(call.body.version, call.query.version, call.request.headers['if-match']);
  return { form, data, version };
}

function named(form: CompiledForm, name: string): string {
  return getOwn(form.aliases, name) ?? name;
}

/** Returns fields that hold files, and tables with such a column. Pictures of problems belong to the problems. */
export function fileFields(form: CompiledForm): FieldNode[] {
  const problems = form.definition.problems?.field;
  return [...form.fields.values()].filter(
    (node) => holdsFiles(node) || (node.name !== problems && columnsOf(node).some(holdsFiles)),
  );
}

const columnsOf = (node: FieldNode): readonly FieldNode[] => node.columns ?? [];

interface Found {
  id: string;
  /** Text of the row that contains the file. */
  row?: string;
}

function filesIn(node: FieldNode, data: RecordData, { services, language }: ApiCall): Found[] {
  if (holdsFiles(node)) return idsOf(data[node.name]).map((id) => ({ id }));
  const rows = data[node.name];
  if (!Array.isArray(rows)) return [];
  const files = columnsOf(node).filter(holdsFiles);
  const [first] = columnsOf(node);
  const context = textContext(services, language, {}, 'gregorian');
  return rows.flatMap((row: RecordData) => {
    const words = first ? FIELD_TYPES[first.type].text(first, row, context) : '';
    return files.flatMap((file) => idsOf(row[file.name])).map((id) => ({ id, row: words }));
  });
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
