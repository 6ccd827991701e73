/** Decides which cells of tables exist, and calculates the derived ones. A row reads only its own cells. */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { isObject } from '../errors/json.ts';
import type { Moment } from '../expressions/types.ts';
import { tidyRow } from './blanks.ts';
import { normalizeFields } from './conditions.ts';
import { CopyOnWrite } from './copyOnWrite.ts';
import { type DeriveContext, dayOfRecord, derivedCell, derivedValue } from './derive.ts';

type Rules = Pick<ValidatorModule, 'conditions' | 'programs'>;

const NO_RULES: Rules = { conditions: {} };

/**
 * Returns the record twice: with all given cells, and without the cells that are hidden or empty. Both have the derived
 * cells. Without rules, every cell exists and expressions are left out. What does not change stays the same object.
 */
export function normalizeTables(
  form: CompiledForm,
  given: RecordData,
  moment: Moment,
  { conditions, programs }: Rules = NO_RULES,
): { answers: RecordData; data: RecordData } {
  const answers = new CopyOnWrite(given);
  const data = new CopyOnWrite(given);
  const { today } = moment;
  const days = { today, day: dayOfRecord(form, given, today) };
  for (const [name, value] of Object.entries(given)) {
    const table = form.byProperty.get(name);
    const { dependent = [] } = table ?? {};
    if (!table || dependent.length === 0 || !Array.isArray(value)) continue;
    const cells = programs?.cells.get(name);
    const rows = value.map((row: unknown) => {
      if (!isObject(row)) return { answers: row, data: row };
      const kept = new CopyOnWrite(tidyRow(table, row));
      normalizeFields(dependent, kept, isShown(kept, conditions, moment), (column) =>
        derivedCell(column, kept.data, days, cells?.get(column.name)),
      );
      const open = new CopyOnWrite(row);
      for (const { name, def } of dependent) if (def.derived) open.put(name, kept.data[name]);
      return { answers: open.data, data: kept.data };
    });
    answers.put(
      name,
      sameOr(
        value,
        rows.map((row) => row.answers),
      ),
    );
    data.put(
      name,
      sameOr(
        value,
        rows.map((row) => row.data),
      ),
    );
  }
  return { answers: answers.data, data: data.data };
}

/** Returns the list as it was if it has the same rows. */
function sameOr(before: unknown[], now: unknown[]): unknown[] {
  return now.some((row, at) => row !== before[at]) ? now : before;
}

/** Returns the names of the columns that do not exist in a row with calculated cells, and of those that must be answered. */
export function stateOfRow(
  table: FieldNode,
  row: RecordData,
  moment: Moment,
  { conditions }: Rules,
): { hidden: ReadonlySet<string>; required: ReadonlySet<string> } {
  const cells = new CopyOnWrite(tidyRow(table, row));
  const hidden = normalizeFields(table.dependent ?? [], cells, isShown(cells, conditions, moment));
  const needed = ({ required, requiredWhen }: FieldNode) =>
    required || (requiredWhen !== undefined && conditions[requiredWhen]?.(cells.data, moment));
  const required = (table.columns ?? []).filter((column) => !hidden.has(column.name) && needed(column));
  return { hidden, required: new Set(required.map(({ name }) => name)) };
}

/** A condition that the rules do not have holds. */
function isShown(row: CopyOnWrite, conditions: Rules['conditions'], moment: Moment): (key: string) => boolean {
  return (key) => conditions[key]?.(row.data, moment) ?? true;
}

/** Recalculates every derived value but those of expressions, also of hidden fields. Returns the same object if nothing changed. */
export function applyDerived(form: CompiledForm, data: RecordData, moment: DeriveContext): RecordData {
  const answers = new CopyOnWrite(normalizeTables(form, data, moment).answers);
  for (const node of form.derived) answers.put(node.name, derivedValue(form, node, answers.data, moment.today));
  return answers.data;
}
