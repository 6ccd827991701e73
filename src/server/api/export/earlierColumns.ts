/**
 * Export columns of what older versions asked and the newest does not: removed questions, and questions that lost options.
 * Their cells hold only the answers that the newest version does not show, so that nothing is in two columns.
 */

import type { CompiledForm, FieldNode, JsonSchema } from '../../../core/definitions/types.ts';
import { lostQuestions } from '../../../core/definitions/versions/migrate.ts';
import { readAsNewest } from '../../../core/definitions/versions/upgrade.ts';
import { insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import { isExported } from '../../../core/form/types/question.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { ListRow } from '../../records/types.ts';
import { answerText, exportedNameOf } from './answerColumns.ts';
import type { ExportColumn, ExportContext } from './columns.ts';
import { writeInLanguages } from './style.ts';

export function earlierVersionColumns(reader: ExportContext): ExportColumn[] {
  const { services, form, style } = reader;
  const older = services.registry.versions(form.form).filter(({ version }) => version < form.version);
  const lost = new Map<string, { node: FieldNode; in: CompiledForm }>();
  for (const version of older) {
    for (const node of version.fields.values()) {
      const now = form.byQuestion.get(node.id);
      if (isExported(node) && (!now || losesOptions(node, now))) lost.set(node.id, { node, in: version });
    }
  }
  const lostIn = lostQuestionsOf(services);
  return [...lost.values()].map(({ node, in: version }) => ({
    heading: writeInLanguages(style, (language, tag) =>
      words(language, 'server:export.until', {
        heading: insertQuestionLabels(version, node.def.label, tag, node.path),
        version: version.version,
      }),
    ),
    name: exportedNameOf(node),
    stored: `${node.name}@${version.version}`,
    cell: (row, _index, refs) => {
      const then = services.registry.form(form.form, row.record.form_version);
      const captured = then?.byQuestion.get(node.id);
      if (!then || !captured || !lostIn(row).has(captured)) return '';
      const property = captured.properties.length === 1 ? captured.properties[0] : undefined;
      return answerText({ ...reader, form: then }, captured, row.stored, refs, { property });
    },
  }));
}

/** Returns a function that finds the lost questions of a row, once for all columns. */
function lostQuestionsOf({ registry }: Services): (row: ListRow) => ReadonlySet<FieldNode> {
  return memoizeByObject('lost questions of exported rows', (row) => {
    const captured = registry.form(row.record.form, row.record.form_version);
    const read = readAsNewest(registry, { ...row.record, data: row.stored });
    return captured ? lostQuestions(captured, read) : new Set<FieldNode>();
  });
}

/** Compares the closed options of a question, also those in its rows and parts. */
function losesOptions(before: FieldNode, after: FieldNode): boolean {
  const now = new Set(optionsIn(after.schema));
  return optionsIn(before.schema).some((option) => !now.has(option));
}

function optionsIn(schema: JsonSchema): unknown[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'enum' && Array.isArray(value)) return value;
    return typeof value === 'object' && value !== null ? optionsIn(value as JsonSchema) : [];
  });
}
