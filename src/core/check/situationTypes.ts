/** What expressions may read beside the answers, with the contracts that say which values there are. */
import type { JsonSchema } from '../definitions/types.ts';
import { type AnswerTypes, answerTypes, SITUATION_TYPES } from '../expressions/types.ts';
import { getOwn } from '../json.ts';
import type { CommonFiles } from './commonFiles.ts';
import type { ContractsByName } from './conditions.ts';
import type { FormFile } from './issues/issue.ts';

export interface SituationTypes {
  types: AnswerTypes;
  /** By path, such as `user.roles`. */
  schemas: ContractsByName;
}

/** Conditions may read who fills in the form, and in which state. */
export function typesForConditions({ definition }: FormFile, { permissions, workflows }: CommonFiles): SituationTypes {
  const roles = permissions?.roles.map(({ id }) => id);
  const states = getOwn(workflows, definition.workflow ?? '')?.states.map(({ id }) => id);
  return {
    types: SITUATION_TYPES,
    schemas: {
      'user.roles': { items: { enum: roles } },
      'record.status': { enum: states },
    },
  };
}

/** Defaults may also read answers of the parent and of the last record, which is of the same form. */
export function typesForDefaults(
  file: FormFile,
  forms: readonly FormFile[],
  conditions: SituationTypes,
): SituationTypes {
  const { parent } = file.definition;
  const last = (file.schema.properties ?? {}) as ContractsByName;
  const parents = forms.filter((one) => isNewestOf(one, parent?.forms ?? []));
  const above = Object.assign({}, ...parents.map(propertiesOf));
  return {
    types: {
      ...conditions.types,
      last: { keys: answerTypes(last) },
      ...(parent && { parent: { keys: answerTypes(above) } }),
    },
    schemas: { ...conditions.schemas, ...below('last', last), ...below('parent', above) },
  };
}

function isNewestOf({ frozen, definition }: FormFile, names: readonly string[]): boolean {
  return !frozen && names.includes(definition.form);
}

function propertiesOf({ schema }: FormFile): ContractsByName {
  return (schema.properties ?? {}) as ContractsByName;
}

function below(name: string, schemas: ContractsByName): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [`${name}.${key}`, schema]));
}
