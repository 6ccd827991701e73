/** The form engine in one import: what screens, API and offline store do with a record of any form. */
export { type CheckContext, checkRecord } from './check.ts';
export { coerce } from './coerce.ts';
export { hiddenFields } from './conditions.ts';
export { applyDerived } from './derive.ts';
export { type NewRecordContext, newRecord } from './new.ts';
export { flaggedAnswers, type ProblemRow, type ProblemType } from './problemRule.ts';
export { normalize, prune } from './prune.ts';
