/** Checks question ids: each has one meaning, within a form and across its versions. */

import type { Field, FieldTypeName } from '../definitions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { escapePointer } from '../json.ts';
import type { FormFile, ReportIssue } from './issues/issue.ts';

interface Question {
  id: string;
  type: FieldTypeName | 'row';
  pointer: string;
}

/** Returns every question of a form: fields, table columns, rows. */
function questionsOf(fields: Record<string, Field>, base = '/fields'): Question[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = `${base}/${escapePointer(name)}`;
    return [
      { id: field.id, type: field.type, pointer: `${at}/id` },
      ...(field.rows ?? []).map((row, index) => ({
        id: row.id,
        type: 'row' as const,
        pointer: `${at}/rows/${index}/id`,
      })),
      ...(field.columns ? questionsOf(field.columns, `${at}/columns`) : []),
    ];
  });
}

export function checkIdentity({ definition }: FormFile, olderVersions: readonly FormFile[], report: ReportIssue): void {
  const known = new Map<string, Question>();
  for (const question of questionsOf(definition.fields)) {
    const other = known.get(question.id);
    if (other) report(question.pointer, 'id_taken', { id: question.id, place: other.pointer });
    else known.set(question.id, question);
  }
  for (const older of olderVersions) {
    for (const before of questionsOf(older.definition.fields)) {
      const now = known.get(before.id);
      if (now && !sameMeaning(before.type, now.type)) {
        report(now.pointer, 'id_other_type', {
          id: now.id,
          before: before.type,
          version: older.definition.version,
          now: now.type,
        });
      }
    }
  }
}

function sameMeaning(a: Question['type'], b: Question['type']): boolean {
  if (a === 'row' || b === 'row') return a === b;
  const { family } = FIELD_TYPES[a];
  return a === b || (family !== undefined && family === FIELD_TYPES[b].family);
}
