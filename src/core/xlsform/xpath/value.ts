/** Pieces of a translated expression: code, what it is, and which answers it needs. */
import { mendName } from '../mend.ts';
import { XPathFault } from './tree.ts';

export type CelValueKind = 'number' | 'text' | 'texts' | 'date' | 'instant' | 'null';

/** How strongly the outermost operator of a code binds. */
export const PRECEDENCE = { choice: 0, or: 1, and: 2, compare: 3, add: 4, multiply: 5, sign: 6, whole: 7 } as const;

export interface CelCode {
  code: string;
  binds: number;
}

export interface CelValue extends CelCode {
  kind: CelValueKind;
  /** Answers without which it is unanswered. */
  needs: readonly string[];
  /** Of a chosen option: stored codes by those of the workbook. */
  codes?: ReadonlyMap<string, string> | undefined;
  /** What it is, where it is always the same. */
  literal?: string | number;
}

export const atomicCode = (code: string): CelCode => ({ code, binds: PRECEDENCE.whole });

/** Puts brackets around what binds less strongly than its place. */
export function bracketed(part: CelCode, binds: number): string {
  return part.binds < binds ? `(${part.code})` : part.code;
}

export function joinLogical(parts: readonly CelCode[], operator: '&&' | '||'): CelCode {
  const binds = operator === '&&' ? PRECEDENCE.and : PRECEDENCE.or;
  const own = parts.filter(({ code }, at) => parts.findIndex((one) => one.code === code) === at);
  if (own.length === 1) return own[0] as CelCode;
  // CEL needs no brackets around && inside ||, but people read them more easily with some.
  const inner = operator === '||' ? PRECEDENCE.compare : binds;
  return { code: own.map((one) => bracketed(one, one.binds === binds ? binds : inner)).join(` ${operator} `), binds };
}

/** Joins two parts, the second in brackets if it binds as strongly. */
export function binaryOperation(left: CelCode, operator: string, right: CelCode, binds: number): CelCode {
  return { code: `${bracketed(left, binds)} ${operator} ${bracketed(right, binds + 1)}`, binds };
}

export function needsOf(...values: readonly CelValue[]): string[] {
  return [...new Set(values.flatMap(({ needs }) => needs))];
}

export function quoteText(text: string): string {
  return JSON.stringify(text);
}

export function textValue(text: string): CelValue {
  return text === ''
    ? { ...atomicCode('null'), kind: 'null', needs: [] }
    : { ...atomicCode(quoteText(text)), kind: 'text', needs: [], literal: text };
}

export function numberValue(value: number): CelValue {
  if (!Number.isFinite(value)) throw new XPathFault('xpath_types', String(value));
  // A number without an exponent: the evaluator reads none.
  const code = String(value).includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : String(value);
  return { ...atomicCode(code), kind: 'number', needs: [], literal: value };
}

/** Returns codes that an answer is compared with as they are stored. */
export function asStored(value: CelValue, { codes }: CelValue): CelValue {
  if (!codes || typeof value.literal !== 'string') return value;
  const stored = value.literal.split(/\s+/).map((code) => codes.get(mendName(code).text) ?? code);
  return textValue(codes.get(mendName(value.literal).text) ?? stored.join(' '));
}

/** Returns a value as a number. Text is read as one, as XPath does. Throws xpath_types. */
export function asNumber(value: CelValue): CelValue {
  if (value.kind === 'number') return value;
  if (typeof value.literal === 'string') {
    const number = Number(value.literal);
    if (value.literal.trim() === '' || Number.isNaN(number)) throw new XPathFault('xpath_types', value.literal);
    return numberValue(number);
  }
  if (value.kind === 'text') return { ...value, ...atomicCode(`double(${value.code})`), kind: 'number' };
  throw new XPathFault('xpath_types', value.code);
}

/** Returns a value as a text; a list of codes as XLSForm writes it. */
export function asText(value: CelValue): CelValue {
  if (typeof value.literal === 'number') return textValue(String(value.literal));
  switch (value.kind) {
    case 'number':
      return { ...value, ...atomicCode(`string(${value.code})`), kind: 'text' };
    case 'texts':
      return { ...atomicCode(`${bracketed(value, PRECEDENCE.whole)}.join(" ")`), kind: 'text', needs: [] };
    default:
      return value;
  }
}

/** Returns a text that is empty, where XPath says so, in place of unanswered. */
export function asFilledText(value: CelValue): CelValue {
  if (value.kind === 'null') return { ...atomicCode('""'), kind: 'text', needs: [] };
  const text = asText(value);
  if (text.needs.length === 0) return text;
  const missing = text.needs.map((name) => ({ code: `${name} == null`, binds: PRECEDENCE.compare }));
  const { code } = joinLogical(missing, '||');
  return {
    code: `${code} ? "" : ${bracketed(text, PRECEDENCE.or)}`,
    binds: PRECEDENCE.choice,
    kind: 'text',
    needs: [],
  };
}

/** True for an answer as it is stored. */
export const isAnswer = ({ code, needs: [only] }: CelValue): boolean => code === only;

/** True for a day that was counted from another one, which is a number in XPath: not even like itself where that one is missing. */
export const isCountedDay = ({ kind, code, binds }: CelValue): boolean =>
  kind === 'date' && binds === PRECEDENCE.whole && code.startsWith('addDays(');

/** True for a text that is put together: it is there always, and perhaps empty. An attribute of an option is never empty. */
export const isComposedText = ({ kind, needs, literal, code }: CelValue): boolean =>
  kind === 'text' && needs.length === 0 && literal === undefined && !code.startsWith('option.');
