/** The form engine in one import: what screens do with a record of any form. */
export { hiddenFields } from './conditions.ts';
export { type Evaluation, evaluate } from './evaluate.ts';
export { newRecord } from './new.ts';
export { categoryIsRated, type ProblemType, problemRows } from './problemRule.ts';
