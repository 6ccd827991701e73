/** Finds what every option that a filter offers equals, so that a database need not read the others. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { parseExpression } from './program.ts';

/** The attribute of an option equals a text, or this answer of the record. */
export interface Equality {
  attribute: string;
  text?: string;
  answer?: string;
}

/** Returns the parts `option.<attribute> == <text or answer>` that must all hold. */
export function equalitiesIn(filter: string): Equality[] {
  const root = parseExpression(filter);
  return root ? conjuncts(root).flatMap((part) => equality(part) ?? []) : [];
}

function conjuncts(node: ASTNode): ASTNode[] {
  return node.op === '&&' ? node.args.flatMap(conjuncts) : [node];
}

function equality(node: ASTNode): Equality | undefined {
  if (node.op !== '==') return undefined;
  const [left, right] = node.args;
  return equal(left, right) ?? equal(right, left);
}

function equal(option: ASTNode, other: ASTNode): Equality | undefined {
  if (option.op !== '.' || option.args[0].op !== 'id' || option.args[0].args !== 'option') return undefined;
  const attribute = option.args[1];
  if (other.op === 'id') return { attribute, answer: other.args };
  return other.op === 'value' && typeof other.args === 'string' ? { attribute, text: other.args } : undefined;
}
