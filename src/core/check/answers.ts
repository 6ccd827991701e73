/** Lists what a version stores, so that versions can be compared: each answer by the question it belongs to. */

import { propertiesByPart } from '../definitions/inputs.ts';
import type { Field, JsonSchema } from '../definitions/types.ts';
import { escapePointer, getOwn } from '../json.ts';
import { enumCodesOf } from './contract.ts';
import type { FormFile } from './issues/issue.ts';

export interface AnswerDefinition {
  /** Stored name; in a table, `table.column`. */
  name: string;
  /** Id of the question, or of the row of a matrix. */
  question: string;
  /** Id of the question, also for the rows of a matrix. */
  asked: string;
  /** What tells the answers of one question apart, such as the parts of a place. */
  part: string;
  /** Stored name of the table that the answer is in. */
  table: string | undefined;
  /** Pointer of the id in the definition. */
  pointer: string;
  /** Codes of a closed list: those of the contract and those of the definition. */
  options: readonly string[] | undefined;
}

/** Returns the answers of a version by stored name. */
export function answersOfVersion({ definition, schema }: FormFile): Map<string, AnswerDefinition> {
  return new Map(answersIn(definition.fields, schema, '/fields').map((answer) => [answer.name, answer]));
}

function answersIn(
  fields: Record<string, Field>,
  schema: JsonSchema,
  base: string,
  table?: string,
): AnswerDefinition[] {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const prefix = table === undefined ? '' : `${table}.`;
  return Object.entries(fields).flatMap(([key, field]) => {
    const at = `${base}/${escapePointer(key)}`;
    const own = Object.entries(propertiesByPart(key, field)).map(([part, stored]): AnswerDefinition => {
      const row = field.rows?.findIndex(({ name }) => name === stored) ?? -1;
      return {
        name: prefix + stored,
        question: field.rows?.[row]?.id ?? field.id,
        asked: field.id,
        part: row >= 0 ? '' : part,
        table,
        pointer: row >= 0 ? `${at}/rows/${row}/id` : `${at}/id`,
        options: optionsOf(field, getOwn(properties, stored) ?? {}),
      };
    });
    const items = (getOwn(properties, key)?.items ?? {}) as JsonSchema;
    return [...own, ...(field.columns ? answersIn(field.columns, items, `${at}/columns`, prefix + key) : [])];
  });
}

function optionsOf({ options }: Field, schema: JsonSchema): string[] | undefined {
  const codes = enumCodesOf(schema);
  return codes && [...codes, ...(options ?? []).map(({ value }) => value)];
}
