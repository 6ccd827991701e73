/** The options that a search goes through: items of open lists from memory, records as the lists of the caller show them. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import type { FilterOption } from '../../../core/form/offered.ts';
import type { OfferedOption } from '../../../core/generated/api.ts';
import type { Actor } from '../../../core/records/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { fold } from '../../../core/text/fold.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { choiceOption, recordOption } from '../../records/filterOptions.ts';
import { hiddenFrom } from '../../records/hidden.ts';
import type { Filter, ListRow } from '../../records/types.ts';
import type { Choice } from '../../reference/choices.ts';
import { namedItem, namedRow } from '../names.ts';
import { mayBeChosen } from '../resolvers/choices.ts';
import { ROLE } from '../resolvers/people.ts';

const TOGETHER = 50;
const MOST_WORDS = 6;

export interface OptionQuestion {
  form: CompiledForm;
  node: FieldNode;
  /** What the filter reads, and `record.same`. */
  answers: RecordData;
  text: string;
  /** These options only, whether they are offered or not. */
  ids?: string[];
  /** `next` of the page before. */
  after?: string;
}

export interface Asking {
  services: Services;
  actor: Actor;
  language: Language;
}

export interface Candidate {
  item: Omit<OfferedOption, 'attributes'>;
  option: FilterOption;
}

interface Batch {
  found: Candidate[];
  /** Where the batch after it begins. */
  next: string | null;
}

export function* itemBatches(
  { services: { registry, now }, language }: Asking,
  list: string,
  { node, answers, text, ids, after }: OptionQuestion,
): Generator<Batch> {
  const candidate = ({ item, option }: Entry): Candidate => ({
    item: { ...namedItem(item, language), code: item.code, detail: null },
    option,
  });
  const entries = entriesOf(registry.choices(list));
  if (ids) yield { found: entries.filter(({ item }) => ids.includes(item.id)).map(candidate), next: null };
  const equal = ids ? undefined : equalities(node.def.filter ?? '', answers);
  if (!equal) return;
  const today = kabulDay(now());
  const isEqual = ({ option }: Entry) => equal.every(([name, value]) => option[name] === value);
  const found = matching(equal.length > 0 ? entries.filter(isEqual) : entries, text);
  for (let from = Number(after ?? 0); from < found.length; from += TOGETHER) {
    const next = from + TOGETHER;
    yield {
      found: found
        .slice(from, next)
        .filter(({ item }) => mayBeChosen(item, today))
        .map(candidate),
      next: next < found.length ? String(next) : null,
    };
  }
}

interface Entry {
  item: Choice;
  option: FilterOption & Record<string, unknown>;
  /** Folded names, made by the first search. */
  names?: string;
}

const known = new WeakMap<readonly Choice[], Entry[]>();

/** Returns the items as filters read them. Made again when the list changes. */
function entriesOf(items: readonly Choice[]): Entry[] {
  const entries = known.get(items) ?? items.map((item) => ({ item, option: { ...choiceOption(item) } }));
  known.set(items, entries);
  return entries;
}

/** Returns the items that have all words, in any language or spelling. Those that begin with the text come first. */
function matching(entries: Entry[], text: string): Entry[] {
  const typed = fold(text);
  const words = typed.split(' ').filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return entries;
  const found = entries.filter((entry) => {
    entry.names ??= spellings(entry.item);
    return words.every((word) => entry.names?.includes(word));
  });
  const begins = ({ names }: Entry) => names?.includes(`\n${typed}`);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** Returns the folded names of an item, each behind a line break. */
function spellings({ name_en, name_fa, name_ps, code, aliases }: Choice): string {
  return [name_en, name_fa, name_ps, code, ...aliases].map((name) => `\n${fold(name)}`).join('');
}

/** The cursor is the number of the form and the cursor of its list. */
export async function* recordBatches(asking: Asking, question: OptionQuestion): AsyncGenerator<Batch> {
  const { services, actor } = asking;
  const { node, answers, text, ids, after } = question;
  const forms = formsOf(services, node);
  const [start = 0, cursor] = after ? readCursor(after) : [];
  for (let at = start; at < forms.length; at += 1) {
    const form = forms[at] as CompiledForm;
    const filters: Filter[] | undefined = ids
      ? [{ field: 'id', op: 'in', value: ids }]
      : filtersOf(services, actor, form, node, answers);
    let from = at === start ? cursor : undefined;
    while (filters) {
      const page = await services.records.list(
        {
          form,
          filters,
          sort: ['name'],
          page: 1,
          per_page: ids?.length || TOGETHER,
          ...(text && { text }),
          ...(from && { after: from }),
        },
        actor,
      );
      from = page.next_cursor ?? undefined;
      const isLast = !from && at === forms.length - 1;
      yield {
        found: page.rows.map((row) => recordCandidate(asking, row)),
        next: isLast ? null : from ? `${at} ${from}` : `${at + 1} `,
      };
      if (!from || ids) break;
    }
  }
}

function readCursor(after: string): [number, string | undefined] {
  const [, at, cursor] = /^(\d{1,3}) (.*)$/.exec(after) ?? [];
  if (at === undefined) throw badFilter('after');
  return [Number(at), cursor || undefined];
}

function recordCandidate({ services, language }: Asking, { record, name }: ListRow): Candidate {
  const { id, code } = record;
  const province = record.province_id ? services.registry.place(record.province_id) : undefined;
  const detail = [province && namedRow(province, language).name, code].filter(Boolean).join(' · ');
  return {
    item: { id, name: name || code || id, code, detail: detail || null },
    option: recordOption(record, record.data),
  };
}

function formsOf({ registry }: Services, { def }: FieldNode): CompiledForm[] {
  const named: readonly string[] | undefined = (def.record ?? def.person)?.forms;
  return named
    ? named.flatMap((name) => registry.form(name) ?? [])
    : registry.forms().filter(({ definition }) => definition.kind === 'person');
}

/** Returns what the list itself can find; undefined if no record of the form can be offered. */
function filtersOf(
  { registry }: Services,
  actor: Actor,
  form: CompiledForm,
  { def }: FieldNode,
  answers: RecordData,
): Filter[] | undefined {
  const { where = {}, same = {} } = def.record ?? {};
  const fixed = Object.entries(where).map(([field, value]): Filter => ({ field, op: 'eq', value }));
  const equal = Object.entries(same).flatMap(([field, here]): Filter[] => {
    const value = answers[here];
    return typeof value === 'string' && value !== '' ? [{ field, op: 'eq', value }] : [];
  });
  const roles = def.person?.roles;
  const ofRoles: Filter[] = roles && form.fields.has(ROLE) ? [{ field: ROLE, op: 'in', value: roles }] : [];
  const hidden = hiddenFrom(form, actor, registry).names;
  const listed = new Set((form.definition.list.filters ?? []).filter((name) => !hidden.has(name)));
  const narrowed = equalities(def.filter ?? '', answers)?.filter(([name]) => listed.has(name));
  return (
    narrowed && [
      ...fixed,
      ...equal,
      ...ofRoles,
      ...narrowed.map(([field, value]): Filter => ({ field, op: 'eq', value })),
    ]
  );
}

const EQUALITY = /^\s*option\.(\w+)\s*==\s*(?:(\w+)|"([^"\\]*)")\s*$/;

/**
 * Returns what every offered option equals, by attribute, so that not all of them go through the evaluator, which still decides
 * about each. Undefined if nothing is offered, because an answer is missing.
 */
function equalities(filter: string, answers: RecordData): [attribute: string, value: string][] | undefined {
  if (/[|?(]/.test(filter)) return [];
  const found: [string, string][] = [];
  for (const part of filter.split('&&')) {
    const [, attribute, answer = '', text] = EQUALITY.exec(part) ?? [];
    if (attribute === undefined) continue;
    const value = text ?? answers[answer];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') found.push([attribute, value]);
  }
  return found;
}
