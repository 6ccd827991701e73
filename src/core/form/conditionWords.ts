/** Says a condition in words, for paper: the labels of its questions and options in place of stored names and codes. */
import type { Condition, FieldNode, JsonSchema } from '../definitions/types.ts';

/** Words of one language. `label` and `option` of a question, and sentences around them. */
export interface ConditionPhrases {
  /** Returns the question with this stored name; undefined if it is unknown. */
  question(name: string): FieldNode | undefined;
  label(node: FieldNode): string;
  option(node: FieldNode, value: unknown): string;
  say(key: 'and' | 'or' | 'not' | 'is' | 'isNot' | 'from' | 'to' | 'answered', params: Record<string, string>): string;
}

export function conditionSentence(condition: Condition, words: ConditionPhrases): string {
  if ('all' in condition) return joined(condition.all, 'and', words);
  if ('any' in condition) return joined(condition.any, 'or', words);
  if ('not' in condition) return words.say('not', { one: conditionSentence(condition.not, words) });
  if ('expr' in condition) return expressionWords(condition.expr, words);
  const node = words.question(condition.field);
  const name = node ? words.label(node) : condition.field;
  return schemaWords(
    condition.is as JsonSchema,
    name,
    (value) => (node ? words.option(node, value) : String(value)),
    words,
  );
}

function joined(parts: readonly Condition[], key: 'and' | 'or', words: ConditionPhrases): string {
  return parts.map((part) => conditionSentence(part, words)).reduce((one, other) => words.say(key, { one, other }));
}

/** A schema that allows everything else says that there is an answer. */
function schemaWords(
  schema: JsonSchema,
  question: string,
  option: (value: unknown) => string,
  words: ConditionPhrases,
): string {
  const inner = (schema.contains ?? schema) as JsonSchema;
  const values = 'const' in inner ? [inner.const] : (inner.enum as unknown[] | undefined);
  if (values) return words.say('is', { question, value: values.map(option).join(' / ') });
  const refused = inner.not as JsonSchema | undefined;
  const others = refused && ('const' in refused ? [refused.const] : (refused.enum as unknown[] | undefined));
  if (others) return words.say('isNot', { question, value: others.map(option).join(' / ') });
  const bounds = [
    ...(typeof inner.minimum === 'number' ? [words.say('from', { question, value: String(inner.minimum) })] : []),
    ...(typeof inner.maximum === 'number' ? [words.say('to', { question, value: String(inner.maximum) })] : []),
  ];
  return bounds.length > 0
    ? bounds.reduce((one, other) => words.say('and', { one, other }))
    : words.say('answered', { question });
}

/** Signs of expressions that people do not write. */
const SIGNS: readonly [RegExp, string][] = [
  [/\s*==\s*/g, ' = '],
  [/\s*!=\s*/g, ' ≠ '],
  [/\s*>=\s*/g, ' ≥ '],
  [/\s*<=\s*/g, ' ≤ '],
];
const NAME_OR_TEXT = /'[^']*'|"[^"]*"|[A-Za-z_]\w*/g;

/** Keeps calls and arithmetic as they are. Who fills the form in is no answer, so nothing is said about that. */
function expressionWords(expression: string, words: ConditionPhrases): string {
  if (/\buser\./.test(expression)) return '';
  const [key, parts] = expression.includes('||')
    ? (['or', expression.split(/\s*\|\|\s*/)] as const)
    : (['and', expression.split(/\s*&&\s*/)] as const);
  return parts.map((part) => termWords(part, words)).reduce((one, other) => words.say(key, { one, other }));
}

function termWords(term: string, words: ConditionPhrases): string {
  const denied = /^!\((.*)\)$/.exec(term)?.[1];
  if (denied !== undefined) return words.say('not', { one: expressionWords(denied, words) });
  const answered = words.question(/^(\w+)\s*!=\s*null$/.exec(term)?.[1] ?? '');
  if (answered) return words.say('answered', { question: words.label(answered) });
  let last: FieldNode | undefined;
  const said = term.replace(NAME_OR_TEXT, (sign) => {
    if (/^['"]/.test(sign)) return last ? words.option(last, sign.slice(1, -1)) : sign.slice(1, -1);
    const node = words.question(sign);
    last = node ?? last;
    return node ? `«${words.label(node)}»` : sign;
  });
  return SIGNS.reduce((text, [sign, plain]) => text.replace(sign, plain), said);
}
