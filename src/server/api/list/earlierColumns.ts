/**
 * Export columns of what older versions asked and the newest does not: removed questions, and questions that lost options.
 * Their cells hold only the answers that the newest version does not show, so that nothing is in two columns.
 */
import type { CompiledForm, FieldNode, JsonSchema } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isAsked } from '../../../core/form/types/question.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import { readAsNewest } from '../../definitions/upgrade.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { ListRow } from '../../records/types.ts';
import { textContext } from '../textContext.ts';
import { type ExportColumn, nameOf } from './exportColumns.ts';

export function earlierColumns(services: Services, form: CompiledForm, language: Language): ExportColumn[] {
  const older = services.registry.versions(form.form).filter(({ version }) => version < form.version);
  const lost = new Map<string, { node: FieldNode; version: number }>();
  for (const { version, fields } of older.sort((a, b) => a.version - b.version)) {
    for (const node of fields.values()) {
      const now = form.byQuestion.get(node.id);
      if (isAsked(node) && (!now || losesOptions(node, now))) lost.set(node.id, { node, version });
    }
  }
  const dropped = droppedOf(services);
  return [...lost.values()].map(({ node, version }) => ({
    heading: words(language, 'server:export.until', { heading: pick(node.def.label, language), version }),
    name: nameOf(node),
    cell: (row, _index, refs) => {
      const captured = services.registry.form(form.form, row.record.form_version)?.byQuestion.get(node.id);
      if (!captured?.properties.some((property) => dropped(row).has(property))) return '';
      return FIELD_TYPES[captured.type].text(captured, row.stored, textContext(services, language, refs, 'gregorian'));
    },
  }));
}

/** Returns a function that finds the dropped answers of a row, once for all columns. */
function droppedOf({ registry }: Services): (row: ListRow) => ReadonlySet<string> {
  const known = new WeakMap<ListRow, ReadonlySet<string>>();
  return (row) => {
    let names = known.get(row);
    if (!names) {
      names = new Set(readAsNewest(registry, { ...row.record, data: row.stored }).dropped.map(tableOf));
      known.set(row, names);
    }
    return names;
  };
}

/** A dropped cell `table.column` counts as a part of its table. */
function tableOf(name: string): string {
  return name.split('.')[0] as string;
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
