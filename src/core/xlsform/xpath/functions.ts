/** What the functions of XLSForm that give a value are in CEL. */
import { CEL_METHODS, callArgument, decidedTest, type XPathCall } from './conditions.ts';
import { dateToCel, dayOrNumber, formatDateToCel } from './dates.ts';
import type { Translating } from './translating.ts';
import { type XPath, XPathFault } from './tree.ts';
import {
  asFilledText,
  asNumber,
  asText,
  atomicCode,
  bracketed,
  type CelCode,
  type CelValue,
  joinLogical,
  needsOf,
  numberValue,
  PRECEDENCE,
  quoteText,
  textValue,
} from './value.ts';

/** Largest exponent of a power. */
const MOST_TIMES = 4;

type Make = (by: Translating, call: XPathCall) => CelValue;

const isEmpty = (value: CelValue): CelCode => ({
  code: `${bracketed(value, PRECEDENCE.add)} == null`,
  binds: PRECEDENCE.compare,
});

/** Functions that give a value. */
const VALUES: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['today', (by) => by.today()],
  ['string-length', stringLength],
  ['normalize-space', (by, call) => method(asText(by.value(callArgument(call, 0))), 'trim()')],
  ['count-selected', (by, call) => countSelected(by.value(callArgument(call, 0)))],
  ['selected-at', selectedAt],
  ['count-items', (by, call) => countSelected(by.value(itemsOf(call).args[0] as XPath))],
  ['item-at', (by, call) => selectedAt(by, itemsOf(call))],
  ['if', choice],
  ['coalesce', coalesce],
  ['concat', concat],
  ['join', join],
  ['string', (by, call) => asText(by.value(callArgument(call, 0)))],
  ['number', (by, call) => dayOrNumber(by.value(callArgument(call, 0)))],
  ['int', truncated],
  ['round', round],
  ['abs', (by, call) => numeric('abs', asNumber(by.value(callArgument(call, 0))))],
  ['floor', (by, call) => numeric('floor', asNumber(by.value(callArgument(call, 0))))],
  ['ceiling', ceiling],
  ['pow', power],
  ['sum', sum],
  ['count', count],
  ['count-non-empty', countFilled],
  ['min', (by, call) => extreme(by, call, 'min')],
  ['max', (by, call) => extreme(by, call, 'max')],
  ['date', dateToCel],
  ['decimal-date-time', dateToCel],
  ['format-date', formatDateToCel],
  ['format-date-time', formatDateToCel],
  ['position', position],
  ['indexed-repeat', indexedRepeat],
  ['pi', () => numberValue(Math.PI)],
]);

/** Returns a value; undefined for a function that gives a condition. Throws xpath_function. */
export function callValue(by: Translating, call: XPathCall): CelValue | undefined {
  const make = VALUES.get(call.name);
  if (make) return make(by, call);
  if (['true', 'false', 'not', 'boolean', 'empty', 'selected', 'boolean-from-string'].includes(call.name))
    return undefined;
  if (CEL_METHODS.has(call.name)) return undefined;
  throw new XPathFault('xpath_function', call.name);
}

function numeric(name: string, value: CelValue): CelValue {
  return { ...atomicCode(`${name}(${value.code})`), kind: 'number', needs: value.needs };
}

function method(value: CelValue, call: string): CelValue {
  return { ...atomicCode(`${bracketed(value, PRECEDENCE.whole)}.${call}`), kind: value.kind, needs: value.needs };
}

/** An empty text has no characters. */
function stringLength(by: Translating, call: XPathCall): CelValue {
  const text = by.value(callArgument(call, 0));
  if (text.kind === 'null') return numberValue(0);
  if (text.kind === 'texts') return { ...numeric('size', asText(text)), needs: [] };
  const length = numeric('size', asText(text));
  const isOwn = by.scope.self !== undefined && text.code === by.scope.self.name;
  return isOwn ? length : orZero(length);
}

function orZero(value: CelValue): CelValue {
  if (value.needs.length === 0) return value;
  const missing = value.needs.map((name) => ({ code: `${name} == null`, binds: PRECEDENCE.compare }));
  return {
    code: `${joinLogical(missing, '||').code} ? 0 : ${value.code}`,
    binds: PRECEDENCE.choice,
    kind: 'number',
    needs: [],
  };
}

function countSelected(value: CelValue): CelValue {
  if (value.kind === 'texts') return { ...numeric('size', value), needs: [] };
  if (value.literal !== undefined || value.kind === 'null') throw new XPathFault('xpath_types', value.code);
  return { code: `${isEmpty(value).code} ? 0 : 1`, binds: PRECEDENCE.choice, kind: 'number', needs: [] };
}

function selectedAt(by: Translating, call: XPathCall): CelValue {
  const [list, at] = [by.value(callArgument(call, 0)), asNumber(by.value(callArgument(call, 1)))];
  if (list.kind !== 'texts') throw new XPathFault('xpath_types', list.code);
  const code = `${list.code}[${at.code}]`;
  return { ...atomicCode(code), kind: 'text', needs: [code] };
}

/** SurveyCTO names the sign between the items first; chosen options have a space. */
function itemsOf(call: XPathCall): XPathCall {
  const sign = callArgument(call, 0);
  if (sign.op !== 'string' || sign.value !== ' ') throw new XPathFault('xpath_function', call.name);
  callArgument(call, 1);
  return { ...call, args: call.args.slice(1) };
}

/** Both branches are of one type in CEL; what is empty fits any. */
function choice(by: Translating, call: XPathCall): CelValue {
  const test = decidedTest(by, callArgument(call, 0));
  const [yes, no] = sameKind([by.value(callArgument(call, 1)), by.value(callArgument(call, 2))]) as [
    CelValue,
    CelValue,
  ];
  const code = `${bracketed(test, PRECEDENCE.or)} ? ${bracketed(yes, PRECEDENCE.or)} : ${chained(no)}`;
  // A branch may be unanswered, and then the whole is.
  const needs = yes.needs.length + no.needs.length + Number(yes.kind === 'null') + Number(no.kind === 'null') > 0;
  const kind = yes.kind === 'null' ? no.kind : yes.kind;
  return { code, binds: PRECEDENCE.choice, kind, needs: needs ? [`(${code})`] : [] };
}

const chained = (value: CelValue): string =>
  value.binds === PRECEDENCE.choice ? value.code : bracketed(value, PRECEDENCE.or);

function sameKind(values: readonly CelValue[]): CelValue[] {
  const kinds = new Set(values.map(({ kind }) => kind).filter((kind) => kind !== 'null'));
  if (kinds.size < 2) return [...values];
  const areNumbers = values.every(
    ({ kind, literal }) => kind === 'number' || kind === 'null' || (typeof literal === 'string' && isNumber(literal)),
  );
  return values.map((one) => (one.kind === 'null' ? one : areNumbers ? asNumber(one) : asText(one)));
}

const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

function coalesce(by: Translating, call: XPathCall): CelValue {
  const values = sameKind(call.args.map((one) => by.value(one)));
  const [last, ...before] = values.toReversed();
  if (!last) throw new XPathFault('xpath_syntax', 'coalesce()');
  return before.reduce((rest, one) => {
    if (one.kind === 'null') return rest;
    const code = `${bracketed(one, PRECEDENCE.add)} != null ? ${bracketed(one, PRECEDENCE.or)} : ${chained(rest)}`;
    return {
      code,
      binds: PRECEDENCE.choice,
      kind: one.kind,
      needs: rest.needs.length > 0 || rest.kind === 'null' ? [`(${code})`] : [],
    };
  }, last);
}

function concat(by: Translating, call: XPathCall): CelValue {
  const parts = call.args.map((one) => asFilledText(by.value(one)));
  if (parts.length === 0) return textValue('');
  if (parts.length === 1) return parts[0] as CelValue;
  const code = parts.map((one) => bracketed(one, PRECEDENCE.add)).join(' + ');
  return { code, binds: PRECEDENCE.add, kind: 'text', needs: [] };
}

/** Returns the rows of a table and the cell of each. Throws xpath_rows for what is no column of a table elsewhere. */
function columnOf(by: Translating, call: XPathCall, at = 0) {
  const found = by.rowsOf(callArgument(call, at));
  if (!found || found.known.kind === 'rows') throw new XPathFault('xpath_rows', call.name);
  return { ...found, cell: `${found.variable}.${found.known.name}`, kind: found.known.kind };
}

/** Returns the filled cells of a column, each as `of` has it. */
function filledCells(by: Translating, call: XPathCall, of: (cell: CelValue) => CelValue, at = 0): string {
  const { rows, variable, cell, kind } = columnOf(by, call, at);
  const value = kind === 'number' || kind === 'text' ? of({ ...atomicCode(cell), kind, needs: [] }).code : cell;
  return `${rows}.map(${variable}, ${cell} != null, ${value})`;
}

function sum(by: Translating, call: XPathCall): CelValue {
  return { ...atomicCode(`sum(${filledCells(by, call, asNumber)})`), kind: 'number', needs: [] };
}

function count(by: Translating, call: XPathCall): CelValue {
  const found = by.rowsOf(callArgument(call, 0));
  if (!found) throw new XPathFault('xpath_rows', 'count');
  return { ...atomicCode(`size(${found.rows})`), kind: 'number', needs: [] };
}

function countFilled(by: Translating, call: XPathCall): CelValue {
  const { rows, variable, cell } = columnOf(by, call);
  return { ...atomicCode(`size(${rows}.filter(${variable}, ${cell} != null))`), kind: 'number', needs: [] };
}

function join(by: Translating, call: XPathCall): CelValue {
  const separator = by.value(callArgument(call, 0));
  const mark = quoteText(typeof separator.literal === 'string' ? separator.literal : '');
  return { ...atomicCode(`${filledCells(by, call, asText, 1)}.join(${mark})`), kind: 'text', needs: [] };
}

function extreme(by: Translating, call: XPathCall, name: string): CelValue {
  const [only] = call.args;
  if (call.args.length === 1 && only && by.rowsOf(only)) {
    const code = `${name}(${filledCells(by, call, asNumber)})`;
    return { ...atomicCode(code), kind: 'number', needs: [code] };
  }
  const values = call.args.map((one) => asNumber(by.value(one)));
  // The most of one answer is the answer; in CEL it would be that of a list.
  if (values.length === 1) return values[0] as CelValue;
  return {
    ...atomicCode(`${name}(${values.map(({ code }) => code).join(', ')})`),
    kind: 'number',
    needs: needsOf(...values),
  };
}

/** Cuts off what is behind the point. */
function truncated(by: Translating, call: XPathCall): CelValue {
  const number = asNumber(dayOrNumber(by.value(callArgument(call, 0))));
  if (typeof number.literal === 'number') return numberValue(Math.trunc(number.literal));
  if (/^(size|floor)\([^()]*\)$/.test(number.code)) return number;
  const code = `${bracketed(number, PRECEDENCE.add)} - mod(${number.code}, 1)`;
  return { code, binds: PRECEDENCE.add, kind: 'number', needs: number.needs };
}

function round(by: Translating, call: XPathCall): CelValue {
  const values = call.args.map((one) => asNumber(by.value(one)));
  return {
    ...atomicCode(`round(${values.map(({ code }) => code).join(', ')})`),
    kind: 'number',
    needs: needsOf(...values),
  };
}

/** The exponent is a small whole number: CEL has no powers. */
function power(by: Translating, call: XPathCall): CelValue {
  const [base, exponent] = [asNumber(by.value(callArgument(call, 0))), callArgument(call, 1)];
  const times = exponent.op === 'number' ? exponent.value : 0;
  if (!Number.isInteger(times) || times < 1 || times > MOST_TIMES) throw new XPathFault('xpath_function', call.name);
  const code = Array.from({ length: times }, () => bracketed(base, PRECEDENCE.multiply + 1)).join(' * ');
  return times === 1 ? base : { code, binds: PRECEDENCE.multiply, kind: 'number', needs: base.needs };
}

function ceiling(by: Translating, call: XPathCall): CelValue {
  const number = asNumber(by.value(callArgument(call, 0)));
  const code = `-floor(-${bracketed(number, PRECEDENCE.whole)})`;
  return { code, binds: PRECEDENCE.sign, kind: 'number', needs: number.needs };
}

function position(by: Translating, call: XPathCall): CelValue {
  if (callArgument(call, 0).op !== 'around' || by.scope.table === '') throw new XPathFault('xpath_rows', 'position');
  return by.row();
}

/** Rows are counted from 1 in XLSForm, from 0 in CEL. */
function indexedRepeat(by: Translating, call: XPathCall): CelValue {
  if (call.args.length !== 3) throw new XPathFault('xpath_rows', 'indexed-repeat');
  const column = callArgument(call, 0);
  const name = column.op === 'name' ? column.name : '';
  const known = by.scope.find(name);
  const rows = known && by.rowsOf(callArgument(call, 1));
  // A question outside of the repeat has no rows.
  if (!known || !rows || known.kind === 'rows' || known.table !== rows.table)
    throw new XPathFault('xpath_rows', 'indexed-repeat');
  const number = asNumber(by.value(callArgument(call, 2)));
  const at =
    typeof number.literal === 'number' ? String(number.literal - 1) : `${bracketed(number, PRECEDENCE.add)} - 1`;
  const code = `${rows.rows}[${at}].${known.name}`;
  if (known.kind === 'texts' || known.kind === 'other') throw new XPathFault('xpath_types', known.name);
  return { ...atomicCode(code), kind: known.kind === 'boolean' ? 'text' : known.kind, needs: [code] };
}
