/**
 * Translates an expression of XLSForm into CEL, so that it is true where XLSForm says true. The two differ in what is empty: XPath
 * compares an empty text, CEL is unanswered then. So a condition is written for what is asked of it: that it holds or that it does
 * not, and whether it must be decided where an answer is missing (`total`).
 */

import { truncate } from '../../text/letters.ts';
import { castValue } from './compare.ts';
import type { Scope } from './scope.ts';
import { Translator } from './translator.ts';
import { parseXPath, XPathFault } from './tree.ts';
import { type CelCode, type CelValue, joinLogical, PRECEDENCE } from './value.ts';

/** Most characters of an expression in a definition. */
const LONGEST = 2000;

/** Returns a condition that holds where that of XLSForm does. Throws XPathFault. */
export function conditionToCel(source: string, scope: Scope): string {
  return short(new Translator(scope).condition(parseXPath(source), { holds: true, total: false }).code);
}

/**
 * Returns the rule of a `constraint`. XLSForm asks it only of an answer that is there; where it compares with another one that is
 * empty it fails there, so the other is asked for.
 */
export function constraintToCel(source: string, scope: Scope): string {
  const translator = new Translator(scope);
  const tree = parseXPath(source);
  const own = scope.self?.name ?? '';
  const plain = translator.condition(tree, { holds: true, total: false });
  translator.assumes(own);
  const rule = translator.condition(tree, { holds: true, total: true });
  if (!translator.hasRead(own) && rule.code === plain.code) return short(plain.code);
  const isEmpty: CelCode = { code: `${own} == null`, binds: PRECEDENCE.compare };
  return short(joinLogical([isEmpty, rule], '||').code);
}

/** Returns a value, for a calculation, a default or a number of rows. `wanted` is what a question of its type holds. */
export function valueToCel(source: string, scope: Scope, wanted?: 'number' | 'text' | 'texts'): TranslatedValue {
  const translator = new Translator(scope);
  const value = translator.value(parseXPath(source));
  const fits = value.kind === 'null' ? value : castValue(value, wanted);
  const { isConstant, reads } = translator;
  return { code: short(fits.code), kind: fits.kind, isConstant, reads, literal: fits.literal };
}

export interface TranslatedValue {
  code: string;
  kind: CelValue['kind'];
  /** Reads no answer and no day. */
  isConstant: boolean;
  /** Names of the answers and tables that it reads. */
  reads: ReadonlySet<string>;
  literal: CelValue['literal'] | undefined;
}

function short(code: string): string {
  if (code.length > LONGEST) throw new XPathFault('xpath_long', truncate(code, 20));
  return code;
}
