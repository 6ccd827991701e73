/** Conditions and expressions of a definition as XPath; undefined where XPath cannot say them. */
import type { Condition, Field } from '../../definitions/types.ts';
import { getOwn } from '../../json.ts';
import { constructOf } from '../constructs.ts';
import { celToXPath, type WorkbookNames } from '../xpath/fromCel.ts';
import { XPathFault } from '../xpath/tree.ts';

export class ExpressionWriter {
  readonly #fields: Record<string, Field>;

  constructor(fields: Record<string, Field>) {
    this.#fields = fields;
  }

  /** `table` is the path of the table whose row it stands in, `self` the question that a constraint is about. */
  xpath(expr: string, table: string, self?: string): string | undefined {
    try {
      return celToXPath(expr, this.#names(table, self));
    } catch (error) {
      if (error instanceof XPathFault) return undefined;
      throw error;
    }
  }

  condition(condition: Condition, table: string): string | undefined {
    if ('expr' in condition) return this.xpath(condition.expr, table);
    if ('not' in condition) {
      const inner = this.condition(condition.not, table);
      return inner === undefined ? undefined : `not(${inner})`;
    }
    if ('field' in condition) return this.#is(condition.field, condition.is as Record<string, unknown>, table);
    const isAll = 'all' in condition;
    const parts = (isAll ? condition.all : condition.any).map((one) => this.condition(one, table));
    if (parts.includes(undefined)) return undefined;
    return parts.map((one) => `(${one})`).join(isAll ? ' and ' : ' or ');
  }

  /** How an answer begins: a plain value as it is typed, anything else worked out. */
  initial(code: string, table: string): string | undefined {
    const plain = /^"([^"\\]*)"$/.exec(code)?.[1];
    if (plain !== undefined && !/[(${]/.test(plain)) return plain;
    return /^-?\d+(\.\d+)?$/.test(code) ? code : this.xpath(code, table);
  }

  /** The commonest schemas of a condition: one value, or one of several. */
  #is(
    field: string,
    { const: value, enum: values, ...rest }: Record<string, unknown>,
    table: string,
  ): string | undefined {
    const wanted = value === undefined ? values : [value];
    if (Object.keys(rest).length > 0 || !Array.isArray(wanted)) return undefined;
    const tests = wanted.map((one) => this.xpath(`${field} == ${JSON.stringify(one)}`, table));
    return tests.includes(undefined) ? undefined : tests.join(' or ');
  }

  #names(table: string, self: string | undefined): WorkbookNames {
    const around = this.#around(table);
    const find = (name: string) => around.map((fields) => getOwn(fields, name)).find((one) => one !== undefined);
    const inTables = (name: string) =>
      Object.values(this.#fields).some(({ columns }) => Object.hasOwn(columns ?? {}, name));
    return {
      nameOf: (name) => (find(name) || inTables(name) ? name : undefined),
      isSeveral: (name) => {
        const field = find(name);
        return field !== undefined && constructOf(field)?.kind === 'texts';
      },
      columnsOf: (name) => {
        const columns = find(name)?.columns;
        return columns && new Set(Object.keys(columns));
      },
      self,
    };
  }

  /** Questions that a row of a table reads, the nearest first. */
  #around(table: string): Record<string, Field>[] {
    const levels: Record<string, Field>[] = [this.#fields];
    for (const step of table === '' ? [] : table.split('.'))
      levels.unshift(getOwn(levels[0] ?? {}, step)?.columns ?? {});
    return levels;
  }
}
