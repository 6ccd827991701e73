/** What a figure counts: records, answers, problems, places to visit and work, each with the rows of the table that it stands in. */

import { type Calendar, daysBetween, firstOf, isWithin, later, spanOf } from './days.ts';
import { dueThings } from './due.ts';
import { type Figure, PROGRAMMES } from './figures.ts';
import { answerFor, sectionsOf } from './headings.ts';
import { type Answers, dayInKabul, type Known, LEVELS, type Level } from './rows.ts';
import { BESIDE, type Kind, type Rule, readRule, unknown } from './sentences.ts';
import { type Told, toldProblems } from './told.ts';

/** What the API prints of a report, in English. */
export interface Printed {
  programme: string;
  title: string;
  rule: string;
  table: string | undefined;
  /** What a row is; undefined for single numbers. */
  by: string | undefined;
  beside: readonly (string | undefined)[];
  /** Rows as they are printed, by key. */
  names: ReadonlyMap<string, string>;
}

export interface Reader {
  role: 'administrator' | 'program-manager' | 'provincial-coordinator' | 'focal-point';
  programme?: string;
  province?: string;
}

/** What was asked, as the address says it. */
export interface Asked {
  from_date?: string;
  to_date?: string;
  period?: 'today' | 'week' | 'month' | 'quarter';
  provinces?: string;
  organizations?: string;
  calendar?: Calendar;
  /** Filters of one report, by the heading of the answers that they choose of. */
  own?: Readonly<Record<string, string>>;
}

export interface Question {
  known: ReadonlyMap<string, Known>;
  today: string;
  reader: Reader;
  asked: Asked;
}

/** Something that is counted: the keys of the rows that it stands in, and what it adds. */
export interface Thing {
  rows: readonly string[];
  across: string;
  value?: unknown;
}

/** Records of programmes that everybody sees in their places. */
const SHARED: ReadonlySet<string> = new Set(['cbm-event']);
export const POINTS: Readonly<Record<string, number>> = { excellent: 4, good: 3, fair: 2, bad: 1 };

export function thingsOf(question: Question, printed: Printed, figure: Figure): Thing[] {
  const rule = readRule(printed.rule);
  const days = daysOf(question);
  switch (figure.of) {
    case 'problems':
      return problems(question, printed, rule, figure);
    case 'due':
      return dueThings(question, printed, rule, figure.visited);
    case 'work':
      return work(question, printed, rule, figure.actions);
    case 'records':
      return figure.forms.flatMap((form) =>
        recordsOf(question, rule, form, printed.beside.includes(BESIDE.whateverDays) ? {} : days)
          .filter((one) => isIn(figure.in, one))
          .filter((one) => figure.where?.(one.data, one.now) ?? true)
          .flatMap((one) => ofRecord(question, printed, figure, one)),
      );
    case 'answers':
    case 'points':
      return figure.forms.flatMap((form) =>
        recordsOf(question, rule, form, spanned(question, figure)).flatMap((one) =>
          answers(question, printed, figure, one),
        ),
      );
    default:
      return [];
  }
}

/** The chosen days, or as many before them. */
function spanned(question: Question, figure: Figure) {
  const { from, to } = daysOf(question);
  if (figure.of !== 'points' || !figure.span) return { ...(from && { from }), ...(to && { to }) };
  const last = to ?? question.today;
  const first = from ?? later(last, -89);
  if (figure.span === 'now') return { from: first, to: last };
  const length = daysBetween(first, last) + 1;
  return { from: later(first, -length), to: later(first, -1) };
}

export function daysOf({ asked: { period, from_date: from, to_date: to, calendar = 'gregorian' }, today }: Question) {
  if (period) return spanOf(today, period, calendar);
  return { ...(from && { from }), ...(to && { to }) };
}

export function sees({ role, programme, province }: Reader, one: Known): boolean {
  if (role === 'administrator') return true;
  if (one.form.programme !== programme && !SHARED.has(one.form.form)) return false;
  // What lies in no province is everybody's.
  return role === 'program-manager' || one.places.province === '' || one.places.province === province;
}

export function lies({ provinces, organizations }: Asked, one: Known | undefined): boolean {
  const chosen = (ids: string | undefined, id: string | undefined) => !ids || ids.split(',').includes(id ?? '');
  return chosen(provinces, one?.places.province) && chosen(organizations, one?.organization);
}

function statesOf(rule: Rule, kind: Kind): readonly string[] {
  const states = rule.get(kind);
  if (!states) throw unknown(`how ${kind} count`);
  return states;
}

export function counts(rule: Rule, kind: Kind, { isDeleted, state }: Known): boolean {
  return !isDeleted && !statesOf(rule, kind).includes(state);
}

/** Sites are counted as they are now, all others by their date. */
function recordsOf(question: Question, rule: Rule, form: string, days: { from?: string; to?: string }): Known[] {
  const { known, reader, asked } = question;
  return [...known.values()].filter((one) => {
    if (one.form.form !== form || !sees(reader, one) || !lies(asked, one)) return false;
    const isSite = one.form.kind === 'site';
    if (!counts(rule, isSite ? 'sites' : 'records', one) || !(isSite || isWithin(one.day, days))) return false;
    return fits(asked, one);
  });
}

/** Filters of one report narrow by answers or by the place. */
function fits({ own = {} }: Asked, one: Known): boolean {
  return Object.entries(own).every(([field, value]) =>
    isLevel(field) ? one.places[levelOf(field)] === value : keysOf(one.data, field).includes(value),
  );
}

function isIn(within: (Figure & { of: 'records' })['in'], { places, organization }: Known): boolean {
  return within === undefined || { ...places, organization }[within[0]] === within[1];
}

function isLevel(name: string): boolean {
  return (LEVELS as readonly string[]).includes(name.toLowerCase());
}

function levelOf(name: string): Level {
  return name.toLowerCase() as Level;
}

function keysOf(data: Answers, field: string): string[] {
  const value = data[field] ?? '';
  return Array.isArray(value) && value.length > 0 ? value.map(String) : [String(value)];
}

function rowsOf({ asked }: Question, { by, names }: Printed, one: Known): string[] {
  switch (by) {
    case undefined:
      return [''];
    case 'Province':
    case 'District':
    case 'Village':
      return [one.places[levelOf(by)]];
    case 'Site':
      return [one.site?.id ?? ''];
    case 'Month':
    case 'Quarter':
      return [firstOf(one.day, by === 'Month' ? 'month' : 'quarter', asked.calendar ?? 'gregorian')];
    case 'Age':
      return [rangeOf(names, one.data[answerFor(by, one)])];
    default:
      return keysOf(one.data, answerFor(by, one));
  }
}

/** Finds the printed row that a number is in: `18–29` and `31–90 days` have two bounds, `Over 59` one. */
function rangeOf(names: ReadonlyMap<string, string>, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  for (const [key, name] of names) {
    const [from, to] = (name.match(/\d+/g) ?? []).map(Number);
    if (from === undefined) continue;
    if (to === undefined ? Number(value) > from : Number(value) >= from && Number(value) <= to) return key;
  }
  throw new Error(`no row for ${value} among ${[...names.values()].join(', ')}`);
}

function ofRecord(question: Question, printed: Printed, figure: Figure & { of: 'records' }, one: Known): Thing[] {
  const thing = {
    rows: rowsOf(question, printed, one),
    across: printed.table === 'By department and donor' ? (keysOf(one.data, answerFor('Donor', one))[0] as string) : '',
  };
  if (figure.each) {
    const other = figure.each === 'site' ? one.site : one.parent;
    return other ? [{ ...thing, value: other.id }] : [];
  }
  if (!figure.sum) return [thing];
  const given = figure.sum.map((field) => one.data[field]).filter((value) => typeof value === 'number');
  return given.length === 0 ? [] : [{ ...thing, value: given.reduce((all, value) => all + value, 0) }];
}

function answers(
  question: Question,
  printed: Printed,
  figure: Figure & { of: 'answers' | 'points' },
  one: Known,
): Thing[] {
  const byTopic = printed.by === 'Topic';
  const own = one.form.questions.filter(({ type, topic, section }) =>
    byTopic
      ? type === 'choice' && topic !== undefined && sectionsOf(printed.table ?? '').includes(section)
      : type === 'rating',
  );
  return own.flatMap(({ id, property, topic }): Thing[] => {
    const answer = one.data[property];
    if (figure.of === 'answers' ? answer !== figure.value : POINTS[answer] === undefined) return [];
    const rows = byTopic ? [topic as string] : printed.by === 'Question' ? [id] : rowsOf(question, printed, one);
    return [{ rows, across: '', value: POINTS[answer] }];
  });
}

function problems(
  question: Question,
  printed: Printed,
  rule: Rule,
  { when, ofType }: Figure & { of: 'problems' },
): Thing[] {
  const { known, reader, asked, today } = question;
  const { from, to } = daysOf(question);
  const visits = PROGRAMMES[printed.programme]?.visits ?? [];
  const said = [...known.values()].filter((one) => one.form.problems && counts(rule, 'problems', one));
  const isSeen = ({ visits: own }: Told) =>
    own.some((one) => visits.includes(one.form.form) && sees(reader, one) && fits(asked, one));
  const days = { ...(from && { from }), ...(to && { to }) };
  const until = to ? { to } : {};
  const isCounted = ({ found, solved, isGivenUp }: Told): boolean => {
    const isSolvedUntil = solved !== undefined && isWithin(solved, until);
    switch (when) {
      case 'found':
        return isWithin(found, days);
      case 'solved':
        return solved !== undefined && isWithin(solved, days);
      case 'found and solved':
        return isWithin(found, days) && isSolvedUntil;
      case 'solved until':
        return isSolvedUntil;
      default:
        return isWithin(found, until) && !isSolvedUntil && !isGivenUp;
    }
  };
  // As old as they were on the last day of a period that is over.
  const last = to !== undefined && to < today ? to : today;
  const keyOf = ({ found, type, site }: Told): string => {
    if (printed.by === undefined) return '';
    if (isLevel(printed.by)) return site?.places[levelOf(printed.by)] ?? '';
    if (printed.by === 'Problem type') return type;
    if (printed.by === 'Identified on') return rangeOf(printed.names, Math.max(0, daysBetween(found, last)));
    throw unknown(`problems by ${printed.by}`);
  };
  return toldProblems(said)
    .filter(({ type }) => ofType === undefined || type === ofType)
    .filter((one) => isSeen(one) && lies(asked, one.site) && isCounted(one))
    .map((one) => ({ rows: [keyOf(one)], across: '' }));
}

function work(question: Question, printed: Printed, rule: Rule, actions: readonly string[]): Thing[] {
  const { known, reader, asked } = question;
  const days = daysOf(question);
  return [...known.values()]
    .filter((one) => one.form.programme === printed.programme && sees(reader, one) && lies(asked, one))
    .filter((one) => counts(rule, 'work', one))
    .flatMap((one) => one.work.filter(({ action, at }) => actions.includes(action) && isWithin(dayInKabul(at), days)))
    .map(({ by }) => ({ rows: [by], across: '' }));
}
