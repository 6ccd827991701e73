/** What the functions of XLSForm that give a condition are in CEL. */
import type { Translating, WantedTruth } from './translating.ts';
import { type XPath, XPathFault } from './tree.ts';
import {
  asFilledText,
  asStored,
  asText,
  atomicCode,
  binaryOperation,
  bracketed,
  type CelCode,
  type CelValue,
  joinLogical,
  needsOf,
  PRECEDENCE,
  quoteText,
} from './value.ts';

export type XPathCall = Extract<XPath, { op: 'call' }>;

/** Returns an argument of a call. Throws xpath_syntax if it is missing. */
export function callArgument({ name, args }: XPathCall, at: number): XPath {
  const found = args[at];
  if (!found) throw new XPathFault('xpath_syntax', `${name}()`);
  return found;
}

/** Returns a condition for a function that gives one; undefined for others. */
export function conditionCall(by: Translating, call: XPathCall, asked: WantedTruth): CelCode | undefined {
  const { name } = call;
  switch (name) {
    case 'true':
    case 'false':
      return atomicCode(String((name === 'true') === asked.holds));
    case 'not':
      return by.condition(callArgument(call, 0), { ...asked, holds: !asked.holds });
    case 'empty': {
      const right = { op: 'string', value: '' } as const;
      return by.condition({ op: 'binary', operator: '=', left: callArgument(call, 0), right }, asked);
    }
    case 'boolean':
      return by.condition(callArgument(call, 0), asked);
    case 'selected':
      return selected(by, call, asked);
    case 'contains':
    case 'starts-with':
    case 'ends-with':
      return textTest(by, call, asked);
    case 'boolean-from-string': {
      const text = asText(by.value(callArgument(call, 0)));
      const is = (word: string) =>
        binaryOperation(text, asked.holds ? '==' : '!=', atomicCode(quoteText(word)), PRECEDENCE.compare);
      return by.decided(joinLogical([is('true'), is('1')], asked.holds ? '||' : '&&'), text.needs, asked);
    }
    case 'if': {
      const [test, yes, no] = [0, 1, 2].map((at) => callArgument(call, at)) as [XPath, XPath, XPath];
      const parts = [yes, no].map((one) => by.condition(one, asked));
      const code = `${bracketed(decidedTest(by, test), PRECEDENCE.or)} ? ${parts.map((one) => bracketed(one, PRECEDENCE.or)).join(' : ')}`;
      return { code, binds: PRECEDENCE.choice };
    }
    default:
      return undefined;
  }
}

/** Returns a condition that may stand before `?`: it is decided also where an answer is missing. */
export function decidedTest(by: Translating, test: XPath): CelCode {
  return by.condition(test, { holds: true, total: true });
}

function selected(by: Translating, call: XPathCall, asked: WantedTruth): CelCode {
  const list = by.value(callArgument(call, 0));
  const option = asStored(asText(by.value(callArgument(call, 1))), list);
  if (option.kind === 'null') throw new XPathFault('xpath_types', "selected(…, '')");
  if (list.kind === 'texts') {
    const isIn = binaryOperation(option, 'in', list, PRECEDENCE.compare);
    const code = asked.holds ? isIn : { code: `!(${isIn.code})`, binds: PRECEDENCE.sign };
    return by.decided(code, option.needs, asked);
  }
  const text = asText(list);
  const code = binaryOperation(text, asked.holds ? '==' : '!=', option, PRECEDENCE.compare);
  return by.decided(code, needsOf(text, option), asked);
}

export const CEL_METHODS: ReadonlyMap<string, string> = new Map([
  ['contains', 'contains'],
  ['starts-with', 'startsWith'],
  ['ends-with', 'endsWith'],
]);

function textTest(by: Translating, call: XPathCall, asked: WantedTruth): CelCode {
  const given = [0, 1].map((at) => asText(by.value(callArgument(call, at)))) as [CelValue, CelValue];
  // Every text contains an empty one, so what may be missing is read as empty where the part may be.
  const mayBeEmpty = given[1].needs.length > 0 || given.some(({ kind }) => kind === 'null');
  const [text, part] = mayBeEmpty ? (given.map(asFilledText) as [CelValue, CelValue]) : given;
  const method = CEL_METHODS.get(call.name) as string;
  const test = `${bracketed(text, PRECEDENCE.whole)}.${method}(${part.code})`;
  const code = asked.holds ? atomicCode(test) : { code: `!${test}`, binds: PRECEDENCE.sign };
  return by.decided(code, needsOf(text, part), asked);
}
