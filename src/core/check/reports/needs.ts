/** Checks that nothing is missing from the blocks of a report, without which a number would be empty or wrong. */
import type { Block, Measure, MeasureKind } from '../../generated/report.ts';
import { isQuestionDimension, measuresOf } from '../../reports/sources.ts';
import type { IssueCode, ReportIssue } from '../issues/issue.ts';

/** Kinds that work with an answer or a column. */
const OF_FIELD: ReadonlySet<MeasureKind> = new Set(['distinct', 'sum', 'average', 'median']);
/** Kinds that need no form of their own: the activity log has all of them, and `visits` names one. */
const WITHOUT_FORMS: ReadonlySet<MeasureKind> = new Set(['events', 'sites-due']);
const OF_QUESTIONS: ReadonlySet<MeasureKind> = new Set(['answers', 'points', 'count']);

export function checkBlockNeeds(block: Block, pointer: string, say: ReportIssue): void {
  const measures = measuresOf(block);
  if (block.show === 'text') {
    if (measures.length > 0) say(`${pointer}/measures`, 'text_counts');
    else if (!block.title && !block.help) say(`${pointer}/help`, 'report_text_empty');
    return;
  }
  if (measures.length === 0) say(`${pointer}/measures`, 'block_empty');
  const shown = measures.filter(({ hidden }) => !hidden);
  if (measures.length > 0 && shown.length === 0) say(`${pointer}/measures`, 'block_hidden');
  if (block.across !== undefined && block.by === undefined) say(`${pointer}/by`, 'cross_without_rows');
  for (const [at, measure] of measures.entries()) {
    const place = `${pointer}/measures/${at}`;
    const lacking = lacks(measure);
    if (lacking) say(`${place}${lacking[0]}`, lacking[1]);
    for (const [index, { op, value, daysAgo }] of (measure.where ?? []).entries())
      if (op !== 'empty' && isNothing(value) && daysAgo === undefined)
        say(`${place}/where/${index}/value`, 'condition_value_missing');
    const { of = 'count' } = measure;
    if ([block.by, block.across].some(isQuestionDimension) && isOwn(measure) && !OF_QUESTIONS.has(of))
      say(`${place}/of`, 'rows_of_questions');
  }
}

function isOwn({ rate, plus, minus }: Measure): boolean {
  return rate === undefined && plus === undefined && minus === undefined;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function lacks(measure: Measure): [pointer: string, code: IssueCode] | undefined {
  const { of = 'count', forms, field, fields, from, to, visits } = measure;
  if (!isOwn(measure)) return undefined;
  if (of === 'sites-due') return visits === undefined ? ['/visits', 'measure_visits_missing'] : undefined;
  if (!forms && !WITHOUT_FORMS.has(of)) return ['/forms', 'measure_forms_missing'];
  if (OF_FIELD.has(of) && field === undefined && (of !== 'sum' || fields === undefined))
    return ['/field', 'measure_field_missing'];
  if (of === 'days' && (from === undefined || to === undefined))
    return [from === undefined ? '/from' : '/to', 'measure_states_missing'];
  return undefined;
}
