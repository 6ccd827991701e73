/** Rules of fields and of columns that expressions say: constraints, options that are offered, numbers of rows. */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/failure.ts';
import { type Moment, tableOf } from '../expressions/types.ts';
import { offeredOptions, rowCount, rowsAt } from './rows.ts';
import { idsOf } from './types/fieldType.ts';

interface Context {
  /** Names of the fields that do not exist. */
  hidden: ReadonlySet<string>;
  moment: Moment;
}

/** Adds errors for a record without hidden and empty answers. A constraint with a reason is no error. */
export function addFieldRuleErrors(
  form: CompiledForm,
  validator: ValidatorModule,
  record: RecordData,
  context: Context,
  errors: RecordErrors,
): void {
  const { programs } = validator;
  if (!programs) return;
  const placesOf = (path: string) => shownPlaces(form, validator, record, path, context);
  for (const { id, at, message, reason } of form.definition.constraints ?? [])
    for (const { pointer, answers } of reason ? [] : placesOf(at))
      if (programs.constraints.get(id)?.run(answers, context.moment) === false)
        addError(errors, pointer, 'constraint', { sentence: message });
  for (const path of programs.filters.keys())
    for (const { node, pointer, row, answers } of placesOf(path)) {
      const options = offeredOptions([node], answers, context.moment, validator).get(node.name);
      if (!idsOf(row[node.name]).every((value) => options?.includes(value as string)))
        addError(errors, pointer, 'choice');
    }
  for (const path of programs.counts.keys())
    for (const { node, pointer, row, answers } of placesOf(path)) {
      const limit = rowCount(node, answers, validator, context.moment);
      const rows = idsOf(row[node.name]).length;
      if (limit === undefined || rows === limit) continue;
      addError(errors, pointer, rows > limit ? 'rows_surplus' : 'rows_missing', {
        count: Math.abs(rows - limit),
        limit,
      });
    }
}

interface Place {
  node: FieldNode;
  pointer: string;
  /** The record, or the row. */
  row: RecordData;
  /** What rules of the field read. */
  answers: RecordData;
}

/** Returns each place of a stored name or column in the record where its field exists. */
function shownPlaces(
  form: CompiledForm,
  { conditions }: ValidatorModule,
  record: RecordData,
  path: string,
  { hidden, moment }: Context,
): Place[] {
  const table = tableOf(path);
  const name = table === undefined ? path : path.slice(table.length + 1);
  if (table === undefined) {
    const node = form.byProperty.get(name);
    return node && !hidden.has(node.name) ? [{ node, pointer: `/${name}`, row: record, answers: record }] : [];
  }
  return rowsAt(form, record, table).flatMap(({ row, columns, answers, pointer }) => {
    const node = columns.find(({ properties }) => properties.includes(name));
    const isShown = node && (!node.visibleWhen || conditions[node.visibleWhen]?.(answers, moment));
    return isShown ? [{ node, pointer: `${pointer}/${name}`, row, answers }] : [];
  });
}
