/** What screens need of the form engine, in one import. */
export { hiddenFields } from './conditions.ts';
export { type Evaluation, evaluateRecord } from './evaluate.ts';
export { newRecord } from './new.ts';
export { categoryIsRated, type ProblemType, problemRows } from './problemRule.ts';
