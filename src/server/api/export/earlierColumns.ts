/**
 * Export columns of what older versions asked and the newest does not: removed questions, and questions that lost options.
 * Their cells hold only the answers that the newest version does not show, so that nothing is in two columns.
 */
import { lostQuestions } from '../../../core/definitions/migrate.ts';
import type { FieldNode, JsonSchema } from '../../../core/definitions/types.ts';
import { readAsNewest } from '../../../core/definitions/upgrade.ts';
import { isTold } from '../../../core/form/types/question.ts';
import { pick } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { ListRow } from '../../records/types.ts';
import { answerText, nameOf } from './answerColumns.ts';
import type { ExportColumn, Reader } from './columns.ts';
import { inLanguages } from './style.ts';

export function earlierColumns(reader: Reader): ExportColumn[] {
  const { services, form, style } = reader;
  const older = services.registry.versions(form.form).filter(({ version }) => version < form.version);
  const lost = new Map<string, { node: FieldNode; version: number }>();
  for (const { version, fields } of older) {
    for (const node of fields.values()) {
      const now = form.byQuestion.get(node.id);
      if (isTold(node) && (!now || losesOptions(node, now))) lost.set(node.id, { node, version });
    }
  }
  const lostIn = lostQuestionsOf(services);
  return [...lost.values()].map(({ node, version }) => ({
    heading: inLanguages(style, (language, tag) =>
      words(language, 'server:export.until', { heading: pick(node.def.label, tag), version }),
    ),
    name: nameOf(node),
    cell: (row, _index, refs) => {
      const captured = services.registry.form(form.form, row.record.form_version)?.byQuestion.get(node.id);
      if (!captured || !lostIn(row).has(captured)) return '';
      return answerText(
        reader,
        captured,
        row.stored,
        refs,
        captured.properties.length === 1 ? captured.properties[0] : undefined,
      );
    },
  }));
}

/** Returns a function that finds the lost questions of a row, once for all columns. */
function lostQuestionsOf({ registry }: Services): (row: ListRow) => ReadonlySet<FieldNode> {
  const known = new WeakMap<ListRow, ReadonlySet<FieldNode>>();
  return (row) => {
    let nodes = known.get(row);
    if (!nodes) {
      const captured = registry.form(row.record.form, row.record.form_version);
      const read = readAsNewest(registry, { ...row.record, data: row.stored });
      nodes = captured ? lostQuestions(captured, read) : new Set();
      known.set(row, nodes);
    }
    return nodes;
  };
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
