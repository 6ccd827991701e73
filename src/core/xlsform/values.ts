/** What a question is worked out from, how it begins, and which answers it takes. */
import type { Field } from '../definitions/types.ts';
import { compileExpression } from '../expressions/program.ts';
import type { Construct } from './constructs.ts';
import type { OptionList } from './lists.ts';
import { addedText, VALUE_TYPE } from './making.ts';
import { entryPath } from './names.ts';
import { mendedText } from './outline.ts';
import type { QuestionRow } from './questionRow.ts';
import { constraintIn, expressionIn, parseYesNo, valueIn } from './rules.ts';
import type { WorkbookCell } from './types.ts';
import { toFormText, translationsInRow } from './words.ts';
import type { TranslatedValue } from './xpath/toCel.ts';

/** A value that is worked out, or a text that is only read. */
export function calculatedField(row: QuestionRow, field: Field): Field | undefined {
  const cell = row.cell('calculation');
  const readonly = row.cell('readonly');
  const isRead = readonly !== undefined && parseYesNo(readonly) === true;
  if (readonly && (isRead || parseYesNo(readonly) === false)) row.ledger.carry(readonly);
  const trigger = row.cell('trigger');
  const { is } = row.question.type.construct;
  if (cell && trigger && !is && !isRead) return undefined;
  if (!cell) {
    if (is === 'worked')
      row.ledger.note(row.place('calculation'), 'changed', 'constant_hidden', { name: row.question.written });
    if (is === 'worked') return hidden(row, field, '');
    if (is === 'unseen' && !field.default) return begunUnseen(row, field);
    if (!isRead || is) return undefined;
    if (row.cell('default')) return { ...field, 'ui:readonly': true } as Field;
    row.ledger.note(readonly as WorkbookCell, 'changed', 'readonly_note');
    return { id: '', type: 'note', label: field.label, ...(field.help && { help: field.help }) } as Field;
  }
  const value = workedValue(row, cell);
  if (trigger && value) {
    row.ledger.note(trigger, 'changed', 'trigger_begins', { name: row.question.written });
    row.ledger.carry(trigger);
  }
  if (value?.isConstant && row.question.table !== '')
    row.ledger.lose(cell, 'cell_of_type', { column: cell.header, type: row.type });
  if (!value || (value.isConstant && row.question.table !== ''))
    return is === 'worked' ? hidden(row, field, '') : undefined;
  row.ledger.carry(cell, value.isConstant ? row.at : `${row.at}/derived`);
  if (value.isConstant) {
    row.ledger.note(cell, 'changed', 'constant_hidden', { name: row.question.written });
    return hidden(row, field, constantOf(value));
  }
  const { label, help } = field;
  const isShown = field.show !== false && is !== 'unseen';
  const text = value.kind === 'texts' ? `${value.code}.join(" ")` : value.code;
  return {
    type: 'derived',
    ...(label && { label }),
    ...(help && { help }),
    derived: { expr: text },
    ...(!isShown && { show: false }),
  } as unknown as Field;
}

/** A value of a row that reads the rows around it would be worked out from itself. */
function workedValue(row: QuestionRow, cell: WorkbookCell): TranslatedValue | undefined {
  const value = valueIn(cell, row.scope, row.ledger);
  const own = row.question.table.split('.').find((table) => value?.reads.has(table));
  if (own === undefined) return value;
  row.ledger.lose(cell, 'xpath_rows', { text: own });
  return undefined;
}

/** Returns what an expression is that reads no answer. */
function constantOf({ code, literal }: TranslatedValue): string {
  if (literal !== undefined) return String(literal);
  const compiled = compileExpression(code, {});
  const value = 'program' in compiled ? compiled.program.run({}) : undefined;
  return value === undefined ? '' : String(value);
}

/** A value that is always the same. */
function hidden(row: QuestionRow, { label, help }: Field, initial: string): Field {
  if (initial !== '') row.making.initial.set(row.question.name, initial);
  const { written, name } = row.question;
  return {
    type: 'hidden',
    label: label ?? toFormText({}, row.making.languages, written || name),
    ...(help && { help }),
  } as unknown as Field;
}

/** What a hidden question begins with stands in the data contract, or is worked out. */
function begunUnseen(row: QuestionRow, field: Field): Field | undefined {
  const cell = row.cell('default');
  if (!cell || row.question.table !== '') return undefined;
  if (!isDynamic(cell.text)) {
    row.ledger.carry(cell, row.at);
    return hidden(row, field, cell.text);
  }
  const value = valueIn(cell, row.scope, row.ledger, 'text');
  if (!value || value.kind === 'null') return undefined;
  row.ledger.carry(cell, `${row.at}/default`);
  return value.isConstant ? hidden(row, field, constantOf(value)) : ({ ...field, default: value.code } as Field);
}

/** True for an expression: it reads an answer or calls a function, whose name stands before its bracket. */
const isDynamic = (text: string): boolean => /\$\s*\{|[\w-]\(/.test(text);

/** In a row nothing is given once: the day is worked out, and other facts are not there. */
export function fieldInRow(row: QuestionRow, field: Field): Field | undefined {
  if (row.question.table === '' || row.question.type.construct.is !== 'unseen' || !field.default) return undefined;
  if (field.default !== 'today()') {
    row.ledger.note(row.place('type'), 'lost', 'cell_of_type', { column: 'type', type: row.type });
    return hidden(row, field, '');
  }
  return { type: 'derived', label: field.label, derived: { expr: field.default }, show: false } as unknown as Field;
}

/** Returns how an answer begins. */
export function initialAnswer(row: QuestionRow, list: OptionList | undefined): Partial<Field> {
  const trigger = row.cell('trigger');
  const calculation = row.cell('calculation');
  const cell = trigger && calculation ? calculation : row.cell('default');
  const { kind = 'other', begins } = row.question.type.construct;
  const wanted = VALUE_TYPE[kind];
  if (!cell || !wanted) return {};
  const code =
    cell === calculation || isDynamic(cell.text)
      ? dynamic(row, cell, wanted)
      : plain(mendedText(cell, row.ledger), begins, wanted, list);
  if (code === undefined) {
    if (row.ledger.isOpen(cell)) row.ledger.lose(cell, 'cell_of_type', { column: cell.header, type: row.type });
    return {};
  }
  if (trigger && cell === calculation) {
    row.ledger.note(trigger, 'changed', 'trigger_begins', { name: row.question.written });
    row.ledger.carry(trigger);
  }
  row.ledger.carry(cell, `${row.at}/default`);
  return { default: code };
}

function dynamic(row: QuestionRow, cell: WorkbookCell, wanted: 'number' | 'text' | 'texts'): string | undefined {
  if (cell !== row.cell('calculation')) expressionIn(cell, row.ledger);
  const value = valueIn(cell, row.scope, row.ledger, wanted);
  return value?.kind === 'null' ? undefined : value?.code;
}

function plain(
  text: string,
  begins: Construct['begins'],
  wanted: 'number' | 'text' | 'texts',
  list: OptionList | undefined,
) {
  const code = (one: string) => (list ? list.codes.get(one) : one);
  if (wanted === 'number') return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : undefined;
  if (wanted === 'text') {
    if (begins === 'never' || (begins === 'day' && !/^\d{4}-\d{2}-\d{2}$/.test(text))) return undefined;
    const found = code(text);
    return found === undefined ? undefined : JSON.stringify(found);
  }
  const codes = text.split(/\s+/).map(code);
  return codes.includes(undefined) ? undefined : `[${codes.map((one) => JSON.stringify(one)).join(', ')}]`;
}

export function withConstraint(row: QuestionRow, field: Field): Field {
  const cell = row.cell('constraint');
  if (!cell) return field;
  const truth = parseYesNo(cell);
  if (truth === true) {
    row.ledger.carry(cell);
    return field;
  }
  const { kind, hasPattern = false } = row.question.type.construct;
  if (kind === undefined || kind === 'rows') {
    row.ledger.lose(cell, 'cell_of_type', { column: cell.header, type: row.type });
    return field;
  }
  const read = constraintIn(cell, row.scope, hasPattern, row.ledger);
  if (!read) {
    for (const [key, words] of row.row.cells)
      if (key.startsWith('constraint_message')) row.ledger.lose(words, 'message_alone');
    return field;
  }
  const path = entryPath(row.question);
  const { constraints, languages, added } = row.making;
  const at = read.pattern === undefined ? `/constraints/${constraints.length}` : `${row.at}/messages/pattern`;
  const words = translationsInRow(
    row.row,
    'constraint_message',
    row.scope,
    row.ledger,
    read.pattern === undefined ? `${at}/message` : at,
  );
  row.ledger.carry(cell, read.pattern === undefined ? at : `${row.at}/limits`);
  if (!words && read.pattern === undefined) row.ledger.note(cell, 'changed', 'message_made');
  const message = words
    ? toFormText(words, languages, Object.values(words)[0] as string)
    : addedText(added.constraint, languages);
  if (read.pattern !== undefined) {
    const limits = { ...field.limits, pattern: read.pattern };
    return { ...field, limits, ...(words && { messages: { ...field.messages, pattern: message } }) } as Field;
  }
  const id = `c_${path.replaceAll('.', '_')}`.toLowerCase();
  constraints.push({ id, expr: read.expr as string, at: path, message });
  return field;
}
