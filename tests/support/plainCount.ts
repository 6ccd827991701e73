/** Counts a measure again without SQL and without the report engine: from the records as they are stored. */
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import type { Block, Dimension, Measure, ReportWhere } from '../../src/core/generated/report.ts';
import { periodOf } from '../../src/core/records/due.ts';
import { kabulDay } from '../../src/core/text/dates.ts';
import {
  daysFrom,
  formNamed,
  holds,
  isIn,
  isPlacedIn,
  keysIn,
  keysOf,
  monthOf,
  type PlainQuestion,
  ranged,
  valueIn,
  visible,
} from './plainKeys.ts';
import type { Raw, RawProblem } from './reportWorld.ts';

/** Something that was counted: the keys of its row and column, and the value that it adds. */
interface Thing {
  row: string[];
  across: string[];
  value?: unknown;
}

const POINTS: Record<string, number> = { excellent: 4, good: 3, fair: 2, bad: 1 };

/** Returns a function that tells the number of a cell; without a row key that of the total. */
export function plainCells(
  asked: PlainQuestion,
  block: Block,
  measure: Measure,
): (row?: string, across?: string) => number | null {
  const { rate, plus, minus, times = 1 } = measure;
  const other = (id: string) => plainCells(asked, block, block.measures?.find((one) => one.id === id) as Measure);
  if (rate) {
    const [part, whole] = rate.map(other) as [ReturnType<typeof other>, ReturnType<typeof other>];
    return (row, across) => {
      const [a, b] = [part(row, across), whole(row, across)];
      return a === null || !b ? null : (a * 100 * times) / b;
    };
  }
  if (plus) {
    const parts = plus.map(other);
    return (row, across) => {
      const found = parts.map((one) => one(row, across)).filter((one) => one !== null);
      return found.length === 0 ? null : found.reduce((a, b) => a + b, 0) * times;
    };
  }
  if (minus) {
    const [first, second] = minus.map(other) as [ReturnType<typeof other>, ReturnType<typeof other>];
    return (row, across) => {
      const [a, b] = [first(row, across), second(row, across)];
      return a === null || b === null ? null : (a - b) * times;
    };
  }
  const things = thingsOf(inSpan(asked, measure), block, measure);
  return (row, across = '') => {
    const own = things.filter((one) => (row === undefined || one.row.includes(row)) && one.across.includes(across));
    const found = folded(
      own.map(({ value }) => value),
      measure,
    );
    return found === null ? null : found * times;
  };
}

const DAY = 86_400_000;

/** Asks about the days of a measure that has its own: counted in milliseconds, unlike the engine. */
function inSpan(asked: PlainQuestion, { span }: Measure): PlainQuestion {
  if (!span) return asked;
  const { from_date, to_date } = asked.query;
  const last = Date.parse(String(to_date ?? asked.today));
  const first = from_date ? Date.parse(String(from_date)) : last - (span.days - 1) * DAY;
  const back = span.before ? Math.max(DAY, last - first + DAY) : 0;
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const query = { ...asked.query, from_date: dayOf(first - back), to_date: dayOf(span.before ? first - DAY : last) };
  return { ...asked, query };
}

/** Returns the keys of the rows that have something. */
export function plainKeys(asked: PlainQuestion, block: Block): Set<string> {
  const own = (block.measures ?? []).filter(({ of }) => of);
  const keys = own.flatMap((measure) => thingsOf(inSpan(asked, measure), block, measure).flatMap(({ row }) => row));
  const only = block.measures?.find(({ id }) => id === block.only);
  if (!only) return new Set(keys);
  const shown = plainCells(asked, block, only);
  return new Set(keys.filter((key) => (shown(key) ?? 0) >= 0.005));
}

/** Returns the number of a list of values. */
export function folded(values: readonly unknown[], { of }: Measure): number | null {
  return of === 'distinct' ? new Set(values).size : ofNumbers(values as number[], of);
}

function ofNumbers(values: readonly number[], of: Measure['of']): number | null {
  const sum = values.reduce((a, b) => a + b, 0);
  switch (of) {
    case 'sum':
      return sum;
    case 'average':
    case 'points':
      return values.length === 0 ? null : sum / values.length;
    case 'median':
    case 'days': {
      const sorted = [...values].sort((a, b) => a - b);
      const half = sorted.length / 2;
      if (sorted.length === 0) return null;
      const [low, high] = [sorted[Math.ceil(half) - 1] as number, sorted[Math.floor(half)] as number];
      return sorted.length % 2 === 1 ? high : (low + high) / 2;
    }
    default:
      return values.length;
  }
}

function thingsOf(asked: PlainQuestion, block: Block, measure: Measure): Thing[] {
  if (asked.report.filters.some((one) => typeof one === 'object' && one.required && !asked.query[one.id])) return [];
  switch (measure.of) {
    case 'problems':
      return problems(asked, block, measure);
    case 'events':
      return events(asked, block, measure);
    case 'sites-due':
      return sitesDue(asked, block, measure);
    default:
      return (measure.forms ?? []).flatMap((name) => ofForm(asked, block, measure, formNamed(asked, name)));
  }
}

function ofForm(asked: PlainQuestion, block: Block, measure: Measure, form: CompiledForm): Thing[] {
  const own = visible(asked, form, measure.where).filter(
    (one) =>
      (measure.undated || isIn(asked.query, String(valueIn(asked, one, 'date')))) &&
      holds(measure.where, (field) => keysIn(asked, one, field), asked.today),
  );
  return own.flatMap((one) => {
    const plain = { row: keysOf(asked, one, block.by), across: keysOf(asked, one, block.across) };
    const asksQuestions = [block.by, block.across].some((each) => typeof each === 'object' && 'questions' in each);
    if (asksQuestions || measure.of === 'answers' || measure.of === 'points')
      return answers(form, one, block, measure, plain);
    if (measure.of === 'days') return days(asked, one, measure, plain);
    if (measure.of === 'count') return [plain];
    const values = (measure.fields ?? [measure.field as string]).map((field) => valueIn(asked, one, field));
    const given = values.filter((value) => value !== undefined && value !== null && value !== '');
    if (given.length === 0) return [];
    if (measure.of === 'distinct') return given.map((value) => ({ ...plain, value }));
    return [{ ...plain, value: given.reduce<number>((sum, value) => sum + Number(value), 0) }];
  });
}

/** Each answer to a question of the dimension, also the rows of a field with rows. */
function answers(form: CompiledForm, one: Raw, { by, across }: Block, measure: Measure, plain: Thing): Thing[] {
  const dimension = [by, across].find((each) => typeof each === 'object' && 'questions' in each);
  const {
    questions,
    sections,
    type = 'rating',
  } = (dimension ?? {}) as { questions?: string; sections?: string[]; type?: string };
  return form.sections
    .filter(({ id }) => !sections || sections.includes(id))
    .flatMap(({ fields }) => fields)
    .filter(({ def }) => def.type === type && (questions !== 'topic' || def.topic))
    .flatMap((node) =>
      node.properties.flatMap((property): Thing[] => {
        const answer = one.data[property];
        if (typeof answer !== 'string' || answer === '') return [];
        if (measure.value && !measure.value.includes(answer)) return [];
        if (measure.of === 'points' && POINTS[answer] === undefined) return [];
        const id = node.def.rows?.find(({ name }) => name === property)?.id ?? node.id;
        const key = [questions === 'topic' ? (node.def.topic as string) : id];
        return [
          {
            row: typeof by === 'object' && 'questions' in by ? key : plain.row,
            across: typeof across === 'object' && 'questions' in across ? key : plain.across,
            value: measure.of === 'points' ? POINTS[answer] : answer,
          },
        ];
      }),
    );
}

function days({ stored }: PlainQuestion, one: Raw, { from, to }: Measure, plain: Thing): Thing[] {
  const steps = stored.steps.filter(({ record_id }) => record_id === one.id).sort((a, b) => (a.at < b.at ? -1 : 1));
  const start = steps.find(({ to_state }) => to_state === from);
  const end = start && steps.find(({ to_state, at }) => to_state === to && at >= start.at);
  if (!start || !end) return [];
  return [{ ...plain, value: daysFrom(kabulDay(new Date(start.at)), kabulDay(new Date(end.at))) }];
}

function problems(asked: PlainQuestion, { by, across }: Block, measure: Measure): Thing[] {
  const { stored, query, today } = asked;
  const seen = new Set(
    (measure.forms ?? []).flatMap((name) => visible(asked, formNamed(asked, name), [], false).map(({ id }) => id)),
  );
  const { from_date: from, to_date: to } = measure.undated ? ({} as Record<string, string>) : query;
  const day = { ...(from && { from_date: from }), ...(to && { to_date: to }) };
  const isCounted = (one: RawProblem): boolean => {
    switch (measure.when) {
      case 'solved':
        return one.date_solved !== null && isIn(day, one.date_solved);
      case 'ever':
        return one.date_solved !== null && (!to || one.date_solved <= to);
      case 'open':
        return (
          one.status !== 'dropped' &&
          (!to || one.date_identified <= to) &&
          (one.date_solved === null || (to !== undefined && one.date_solved > to))
        );
      default:
        return isIn(day, one.date_identified);
    }
  };
  const keys = (one: RawProblem, dimension: Dimension | undefined): string[] => {
    if (dimension === undefined) return [''];
    const site = stored.records.get(one.site_id ?? '');
    if (dimension === 'month' || dimension === 'quarter') return [monthOf(asked, one.date_identified, dimension)];
    if (dimension === 'site') return [one.site_id ?? ''];
    if (dimension === 'status') return [one.status];
    if (typeof dimension === 'string') return [String(site?.[`${dimension}_id` as 'province_id'] ?? '')];
    if ('questions' in dimension) return [''];
    const value = one[dimension.field as 'type_id'];
    return [dimension.ages ? ranged(value, dimension.ages, to && to < today ? to : today) : (value ?? '')];
  };
  return stored.problems
    .filter((one) => one.on.some((id) => seen.has(id)) && isCounted(one))
    .filter((one) => isPlacedIn(stored.records.get(one.site_id ?? ''), query))
    .filter((one) =>
      holds(
        measure.where,
        // One that was solved after the period was not yet solved.
        (field) => [
          field === 'status' && to && (one.date_solved ?? '') > to ? '' : String(one[field as 'status'] ?? ''),
        ],
        today,
      ),
    )
    .map((one) => ({ row: keys(one, by), across: keys(one, across) }));
}

function events(asked: PlainQuestion, { by }: Block, measure: Measure): Thing[] {
  const names = measure.forms ?? asked.stored.registry.forms().map(({ form }) => form);
  const seen = new Set(
    names.flatMap((name) => visible(asked, formNamed(asked, name), [], true, () => true).map(({ id }) => id)),
  );
  return asked.stored.events
    .filter((one) => seen.has(one.record_id) && one.action !== 'followed')
    .filter(({ at }) => measure.undated || isIn(asked.query, kabulDay(new Date(at))))
    .filter((one) => holds(measure.where, (field) => [String(one[field as 'action'] ?? '')], asked.today))
    .map((one) => ({ row: [by === undefined ? '' : by === 'form' ? one.form : one.user_id], across: [''] }));
}

function sitesDue(asked: PlainQuestion, { by, across }: Block, measure: Measure): Thing[] {
  const { stored, query, today } = asked;
  const form = formNamed(asked, measure.visits as string);
  const { due } = form.definition;
  if (!due) return [];
  const current = periodOf(query.to_date ?? query.from_date ?? today, due);
  const period = { from_date: query.from_date ?? current.from, to_date: query.to_date ?? current.to };
  const counts = ({ state }: Raw) => !/^(returned|archived|revoked)$/.test(state);
  const visited = new Set(
    [form, ...(due.also ?? []).map((name) => formNamed(asked, name))].flatMap((one) =>
      [...stored.records.values()]
        .filter((each) => each.form === one.form && !each.isDeleted && counts(each))
        .filter((each) => isIn(period, String(valueIn(asked, each, 'date'))))
        .map(
          (each) =>
            each.data[one === form ? due.site : (one.definition.due?.site ?? one.definition.parent?.field ?? due.site)],
        ),
    ),
  );
  const sites: readonly string[] = form.fields.get(due.site)?.def.record?.forms ?? [];
  return [...stored.records.values()]
    .filter((one) => sites.includes(one.form) && !one.isDeleted && asked.sees(one) && isPlacedIn(one, query))
    .filter(({ state }) => state !== 'archived')
    .filter((one) => holds(due.where as ReportWhere, (field) => keysIn(asked, one, field), period.to_date))
    .filter((one) => !measure.visited || visited.has(one.id))
    .map((one) => ({ row: by === 'site' ? [one.id] : keysOf(asked, one, by), across: keysOf(asked, one, across) }));
}
