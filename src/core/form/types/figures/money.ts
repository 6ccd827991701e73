/** An amount and its currency. */

import { pickText } from '../../../text/languages.ts';
import { formatNumber, isBlank, readNumber } from '../../../text/letters.ts';
import type { FieldType } from '../fieldType.ts';

const DECIMALS = 2;

/** Returns an amount as it is stored: to the hundredth. */
export function roundAmount(given: unknown): unknown {
  const amount = typeof given === 'string' ? readNumber(given) : given;
  return typeof amount === 'number' && Number.isFinite(amount) ? Number(amount.toFixed(DECIMALS)) : given;
}

export const money: FieldType = {
  icon: 'coin',
  group: 'figures',

  parts: { amount: 'number', currency: 'option' },
  binds: ['amount', 'currency'],
  contract: (_def, part) => (part === 'amount' ? { type: 'number' } : { type: 'string', enum: 'scale' }),
  writes: (_def, part) => part,
  options: ({ currencies }, part) => (part === 'currency' ? currencies : undefined),
  text: (node, data, { language, constants }) => {
    const amount = data[node.parts.amount ?? node.name];
    if (typeof amount !== 'number') return '';
    const currency = node.parts.currency ? data[node.parts.currency] : undefined;
    const known = constants.currencies.find((one) => one.value === currency);
    const name = known ? pickText(known.label, language) : typeof currency === 'string' ? currency : '';
    return `${formatNumber(amount, language, Number.isInteger(amount) ? 0 : DECIMALS)} ${name}`.trim();
  },
  coerce: roundAmount,
  // A currency without an amount is not an answer.
  isEmpty: (node, data) => isBlank(data[node.parts.amount ?? node.name]),
  read: 'number',
  sums: { of: 'amount', per: 'currency' },
};
