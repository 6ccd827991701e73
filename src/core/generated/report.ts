// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What people look for it as; orders the list of reports.
 */
export type ReportKind = 'summary' | 'dashboard' | 'feedback' | 'ratings' | 'activity' | 'other';
/**
 * from_date and to_date: the date of a record; period: today, this week (from Saturday), month or quarter, in place of the dates.
 */
export type CommonFilter = 'from_date' | 'to_date' | 'organizations' | 'provinces' | 'period';
/**
 * A field, an engine column (index, status, code, name, province, district, village, organization, created_at, created_by, updated_at, date) or parent.<field of the parent>.
 *
 * This interface was referenced by `ReportDefinition`'s JSON-Schema
 * via the `definition` "source".
 */
export type ReportSource = string;
/**
 * How it is drawn first; the table is always beside it. text: only its title and help.
 */
export type BlockLook = 'numbers' | 'table' | 'bars' | 'stacked' | 'donut' | 'trend' | 'ranking' | 'funnel' | 'text';
/**
 * This interface was referenced by `ReportDefinition`'s JSON-Schema
 * via the `definition` "dimension".
 */
export type Dimension =
  | ('province' | 'district' | 'organization' | 'site' | 'status' | 'month' | 'quarter' | 'form' | 'person')
  | {
      questions: QuestionRows;
      /**
       * Sections whose questions count; default all.
       *
       * @minItems 1
       */
      sections?: [string, ...string[]];
      /**
       * Field type of the questions; default rating.
       */
      type?: string;
    }
  | {
      field: ReportSource;
      /**
       * For numbers and days: upper bound of each group, one more group holds the rest.
       *
       * @minItems 1
       */
      ages?: [number, ...number[]];
      per?: MonthSpan;
    };
/**
 * each: a row for a question; topic: a row for a topic, over its questions.
 */
export type QuestionRows = 'each' | 'topic';
/**
 * For days: one row for each month or quarter, in the reader's calendar.
 */
export type MonthSpan = 'month' | 'quarter';
/**
 * count: records; distinct: different values of `field`; sum, average, median: of a number; days: median days between two states (`from`, `to`); problems: problems of the log that stand on the forms' records; sites-due: sites to be visited in the period; events: entries of the activity log, by `action` in `where`; answers: answers to the questions of the row, those of `value` if it is named; points: average points of ratings, of the questions of the row or of all rating questions of the forms.
 */
export type MeasureKind =
  | 'count'
  | 'distinct'
  | 'sum'
  | 'average'
  | 'median'
  | 'days'
  | 'problems'
  | 'sites-due'
  | 'events'
  | 'answers'
  | 'points';
/**
 * Conditions on records as the filters of a list; all of them hold.
 *
 * @maxItems 30
 *
 * This interface was referenced by `ReportDefinition`'s JSON-Schema
 * via the `definition` "where".
 */
export type ReportWhere = {
  field: ReportSource;
  /**
   * Comparison.
   */
  op: 'eq' | 'ne' | 'in' | 'empty' | 'gte' | 'lte';
  /**
   * What it is compared with.
   *
   * @maxItems 200
   */
  value?: string | number | boolean | (string | number | boolean)[];
  /**
   * In place of the value: the day that many days before today.
   */
  daysAgo?: number;
}[];
/**
 * For problems: identified in the period (default), solved in the period, open at its end, or solved up to its end since the beginning (ever).
 */
export type ProblemTime = 'identified' | 'solved' | 'open' | 'ever';
/**
 * Sign or word after the number.
 */
export type MeasureUnit = 'percent' | 'days' | 'people';

/**
 * A report: what is counted of the records that its reader may see, over a period and some places.
 */
export interface ReportDefinition {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Name; the file is named after it.
   */
  report: string;
  /**
   * Programme it belongs to, as that of forms; names its folder.
   */
  programme: string;
  kind: ReportKind;
  title: Text;
  description?: Text;
  rule?: Text;
  button?: Text;
  /**
   * Screen, and the screen of the result below it at /show.
   */
  path: string;
  /**
   * Other paths of the same screen.
   */
  aliases?: string[];
  /**
   * Who may open it. Default: everybody who sees a form that it counts. What it counts is always only what its reader sees.
   *
   * @minItems 1
   */
  roles?: [string, ...string[]];
  /**
   * What a reader may narrow it by, in order; each is also in the URL.
   */
  filters: (CommonFilter | OwnFilter)[];
  /**
   * Nobody opens it any more. It is kept, so that it can come back.
   */
  withdrawn?: true;
  /**
   * States of records that count; default all that count as visits (not archived, not returned). Deleted records never count.
   */
  states?: string[];
  /**
   * What it shows, from top to bottom.
   *
   * @minItems 1
   * @maxItems 60
   */
  blocks: [Block, ...Block[]];
  /**
   * The documented calls.
   */
  api?: {
    /**
     * Base of GET {base} with the filters' choices and of GET {base}/show with the result; `result` moves the latter.
     */
    base: string;
    /**
     * Path of the result; default {base}/show; equal to base where one call answers both.
     */
    result?: string;
    /**
     * Key of the answer of GET {base} to the list of choices; default organizations and provinces. The result has them too.
     */
    choices?: {
      [k: string]: 'organizations' | 'provinces';
    };
    /**
     * Documented key of the result, dotted for nested ones, to what it holds. A block without `by` is an object of its measures, with `by` a list of rows with the keys of the row and of its measures.
     */
    keys?: {
      /**
       * A block, or block.measure.
       */
      [k: string]: string;
    };
  };
}
/**
 * The same words in English, Dari (fa) and Pashto (ps).
 *
 * This interface was referenced by `ReportDefinition`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
/**
 * A choice of its own.
 */
export interface OwnFilter {
  /**
   * Name in the URL.
   */
  id: string;
  title: Text;
  by: ReportSource;
  /**
   * Only these forms have it; default all.
   */
  of?: string[];
  /**
   * Nothing is counted until it is chosen (pick a case, then Go).
   */
  required?: true;
}
/**
 * Rows of measures. Without `by` there is one row.
 *
 * This interface was referenced by `ReportDefinition`'s JSON-Schema
 * via the `definition` "block".
 */
export interface Block {
  /**
   * Name in the answer.
   */
  id: string;
  show: BlockLook;
  title?: Text;
  help?: Text;
  by?: Dimension;
  across?: Dimension;
  /**
   * Columns in order. Those of different forms meet in a row by its key.
   *
   * @minItems 1
   * @maxItems 40
   */
  measures?: [Measure, ...Measure[]];
  /**
   * Measure by which rows are ordered, with - for the highest first; default: the scale of the question, time, or the name.
   */
  order?: string;
  /**
   * Rows shown first; more on request.
   */
  most?: number;
  /**
   * Measure that is more than 0 in each row that is shown; rows without it are left out.
   */
  only?: string;
  /**
   * A last row over all rows, counted and not added, so that nothing counts twice.
   */
  total?: true;
}
/**
 * One number for each row.
 *
 * This interface was referenced by `ReportDefinition`'s JSON-Schema
 * via the `definition` "measure".
 */
export interface Measure {
  /**
   * Key in the answer, letter by letter as documented where it is.
   */
  id: string;
  title?: Text;
  help?: Text;
  /**
   * Only for other measures and the documented answer; screens and files leave it out.
   */
  hidden?: true;
  of?: MeasureKind;
  /**
   * Forms whose records count.
   *
   * @minItems 1
   */
  forms?: [string, ...string[]];
  where?: ReportWhere;
  field?: ReportSource;
  /**
   * In place of `field` for sums: numbers added within each record.
   *
   * @minItems 2
   */
  fields?: [ReportSource, ReportSource, ...ReportSource[]];
  /**
   * For answers: the options that count.
   *
   * @minItems 1
   */
  value?: [string, ...string[]];
  /**
   * The result is multiplied with it.
   */
  times?: number;
  when?: ProblemTime;
  /**
   * The period does not narrow it: sites and people are what they are now.
   */
  undated?: true;
  /**
   * For days: state.
   */
  from?: string;
  /**
   * For days: state.
   */
  to?: string;
  /**
   * For sites-due: the form whose `due` says which sites and how often; `visited` counts those that were.
   */
  visits?: string;
  /**
   * For sites-due: only those that were visited.
   */
  visited?: true;
  /**
   * In place of `of`: first measure × 100 / second, two decimals; null where the second is 0, and said so.
   *
   * @minItems 2
   * @maxItems 2
   */
  rate?: [string, string];
  /**
   * In place of `of`: the sum of these measures.
   *
   * @minItems 2
   */
  plus?: [string, string, ...string[]];
  /**
   * In place of `of`: first measure - second, two decimals; null where one of them is null.
   *
   * @minItems 2
   * @maxItems 2
   */
  minus?: [string, string];
  span?: MeasureSpan;
  /**
   * Decimals; default 0 for counts and sums, 2 for rates, averages and medians.
   */
  digits?: number;
  unit?: MeasureUnit;
  /**
   * More than none is a reason to act.
   */
  alarm?: true;
}
/**
 * For comparing two periods: days of a measure in place of the chosen ones.
 */
export interface MeasureSpan {
  /**
   * Where no first day is chosen: the last so many days, up to the chosen last day or today.
   */
  days: number;
  /**
   * As many days, directly before those.
   */
  before?: true;
}
