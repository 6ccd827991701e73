/** Lists what changed in a part that is published on its own: lines of the menu, rights of roles, items of a list, blocks of a report. */

import type { Block, ReportDefinition } from '../../generated/report.ts';
import { equalJson } from '../../json.ts';
import { otherChanges, withoutKeys } from '../otherChanges.ts';
import { choiceListOfPart, type PartContent, type PartNames, type ReportPartChange, reportOfPart } from '../parts.ts';
import type { ChoiceList, Navigation, Permissions, Text } from '../types.ts';
import type { Difference } from './diff.ts';
import { newOrder } from './order.ts';
import { fourEyesChanges, rightChanges } from './rights.ts';

/** `before` is undefined for a list or a report that is new. */
export function diffPart(
  part: string,
  before: PartContent | undefined,
  after: PartContent,
  names: PartNames,
): Difference[] {
  const found: Difference[] = [];
  const tell: ReportPartChange = (kind, pointer, about, was, now) => {
    found.push({ kind, pointer, about, ...(was && { before: was }), ...(now && { after: now }) });
  };
  if (reportOfPart(part) !== undefined) {
    const report = after as ReportDefinition;
    reportChanges((before as ReportDefinition | undefined) ?? { ...report, blocks: [] as never }, report, tell);
  } else if (choiceListOfPart(part) !== undefined) {
    const list = after as ChoiceList;
    listChanges((before as ChoiceList | undefined) ?? { ...list, items: [] }, list, tell);
  } else if (part === 'permissions') permissionChanges(before as Permissions, after as Permissions, names, tell);
  else menuChanges(before as Navigation, after as Navigation, names, tell);
  return found;
}

function listChanges(was: ChoiceList, now: ChoiceList, tell: ReportPartChange): void {
  if (!equalJson(was.title, now.title)) tell('list_worded', '/title', now.title, was.title, now.title);
  entryChanges(was.items, now.items, '/items', {
    added: (one, at) => tell('option_added', at, now.title, undefined, one.label),
    removed: (one, at) => tell('option_removed', at, now.title, one.label),
    kept: (old, one, at) => {
      if (!equalJson(old.label, one.label)) tell('option_worded', `${at}/label`, now.title, old.label, one.label);
      rest(old, one, ['label'], at, one.label, tell);
    },
    ordered: (old, next) => tell('options_reordered', '/items', now.title, old, next),
  });
  rest(was, now, ['title', 'items'], '', now.title, tell);
}

function reportChanges(was: ReportDefinition, now: ReportDefinition, tell: ReportPartChange): void {
  const worded = ['title', 'description', 'rule', 'button'] as const;
  for (const key of worded)
    if (!equalJson(was[key], now[key])) tell('report_worded', `/${key}`, now.title, was[key], now[key]);
  if (was.withdrawn !== now.withdrawn)
    tell(now.withdrawn ? 'report_withdrawn' : 'report_restored', '/withdrawn', now.title);
  const nameOf = ({ title, id }: Block): Text | string => title ?? id;
  entryChanges(was.blocks, now.blocks, '/blocks', {
    added: (block, at) => tell('block_added', at, nameOf(block)),
    removed: (block, at) => tell('block_removed', at, nameOf(block)),
    kept: (old, block, at) => blockChanges(old, block, at, tell),
    ordered: (old, next) => tell('blocks_reordered', '/blocks', now.title, old, next),
  });
  rest(was, now, [...worded, 'withdrawn', 'blocks'], '', now.title, tell);
}

function blockChanges(was: Block, now: Block, at: string, tell: ReportPartChange): void {
  const about = now.title ?? now.id;
  const worded = ['title', 'help'] as const;
  for (const key of worded)
    if (!equalJson(was[key], now[key])) tell('block_worded', `${at}/${key}`, about, was[key], now[key]);
  entryChanges(was.measures ?? [], now.measures ?? [], `${at}/measures`, {
    added: ({ id, title }, pointer) => tell('measure_added', pointer, about, undefined, title ?? id),
    removed: ({ id, title }, pointer) => tell('measure_removed', pointer, about, title ?? id),
    kept: (old, measure, pointer) => rest(old, measure, [], pointer, about, tell),
    ordered: (old, next) => tell('part_changed', `${at}/measures`, about, old, next),
  });
  rest(was, now, [...worded, 'measures'], at, about, tell);
}

function permissionChanges(was: Permissions, now: Permissions, names: PartNames, tell: ReportPartChange): void {
  entryChanges(was.roles, now.roles, '/roles', {
    added: ({ label }, at) => tell('role_added', at, label),
    removed: ({ label }, at) => tell('role_removed', at, label),
    kept: (old, role, at) => {
      for (const key of ['label', 'note'] as const)
        if (!equalJson(old[key], role[key])) tell('role_worded', `${at}/${key}`, role.label, old[key], role[key]);
      rest(old, role, ['label', 'note'], at, role.label, tell);
    },
  });
  rightChanges(was, now, names, tell);
  fourEyesChanges(was, now, names, tell);
  rest(was, now, ['roles', 'rules', 'fourEyes'], '', names.word('areas'), tell);
}

interface Line {
  id: string;
  form?: string;
  title?: Text;
  crumb?: Text;
}

interface Menu {
  id: string;
  title: Text;
  at: string;
  items: readonly Line[];
}

function menuChanges(was: Navigation, now: Navigation, names: PartNames, tell: ReportPartChange): void {
  const titleOf = ({ id, form, title }: Line): Text | string => title ?? (form === undefined ? id : names.form(form));
  const [old, next] = [menusOf(was, names), menusOf(now, names)];
  entryChanges(was.departments, now.departments, '/departments', {
    added: ({ title }, at) => tell('menu_added', at, title),
    removed: ({ title }, at) => tell('menu_removed', at, title),
    kept: (before, menu, at) => {
      for (const key of ['title', 'heading', 'crumb'] as const)
        if (!equalJson(before[key], menu[key])) tell('menu_worded', `${at}/${key}`, menu.title, before[key], menu[key]);
      rest(before, menu, ['title', 'heading', 'crumb', 'items'], at, menu.title, tell);
    },
    ordered: (before, after) => tell('menus_reordered', '/departments', names.word('menus'), before, after),
  });
  const elsewhere = (menus: Menu[], menu: Menu, { id }: Line): Menu | undefined =>
    menus.find((other) => other.id !== menu.id && other.items.some((line) => line.id === id));
  const isIn = (menus: Menu[], menu: Menu, { id }: Line): boolean =>
    menus.some((other) => other.id === menu.id && other.items.some((line) => line.id === id));
  for (const menu of next) {
    const before = old.find(({ id }) => id === menu.id);
    entryChanges(before?.items ?? [], menu.items, menu.at, {
      added: (line, at) => {
        const from = elsewhere(old, menu, line);
        if (from && !isIn(next, from, line)) tell('line_moved', at, titleOf(line), from.title, menu.title);
        else tell('line_added', at, titleOf(line), undefined, menu.title);
      },
      kept: (one, line, at) => {
        for (const key of ['title', 'crumb'] as const)
          if (!equalJson(one[key], line[key])) tell('line_worded', `${at}/${key}`, titleOf(line), one[key], line[key]);
        rest(one, line, ['title', 'crumb'], at, titleOf(line), tell);
      },
      ordered: (one, other) => tell('lines_reordered', menu.at, menu.title, one, other),
    });
  }
  for (const menu of old)
    for (const [index, line] of menu.items.entries()) {
      const to = elsewhere(next, menu, line);
      const isMoved = to && !isIn(old, to, line);
      if (!isIn(next, menu, line) && !isMoved) tell('line_removed', `${menu.at}/${index}`, titleOf(line), menu.title);
    }
}

/** Returns everything that holds lines of the menu: the departments, the bar and the quick entries. */
function menusOf({ departments, bar, quick = [] }: Navigation, names: PartNames): Menu[] {
  return [
    ...departments.map(({ id, title, items }, at) => ({ id, title, items, at: `/departments/${at}/items` })),
    { id: '/bar', title: names.word('bar'), items: bar, at: '/bar' },
    { id: '/quick', title: names.word('quick'), items: quick.map(({ form }) => ({ id: form, form })), at: '/quick' },
  ];
}

interface Entry {
  id: string;
}

interface Visit<T> {
  added: (entry: T, pointer: string) => void;
  removed?: (entry: T, pointer: string) => void;
  kept: (before: T, after: T, pointer: string) => void;
  ordered?: (before: string, after: string) => void;
}

/** Compares lists whose entries have ids. */
function entryChanges<T extends Entry>(was: readonly T[], now: readonly T[], at: string, visit: Visit<T>): void {
  for (const [index, one] of now.entries()) {
    const before = was.find(({ id }) => id === one.id);
    if (before) visit.kept(before, one, `${at}/${index}`);
    else visit.added(one, `${at}/${index}`);
  }
  for (const [index, one] of was.entries())
    if (!now.some(({ id }) => id === one.id)) visit.removed?.(one, `${at}/${index}`);
  const ids = (list: readonly T[]) => list.map(({ id }) => id);
  const order = newOrder(ids(was), ids(now));
  if (order) visit.ordered?.(order.old, order.now);
}

/** Reports keys that are not compared above. */
function rest(
  was: object,
  now: object,
  told: string[],
  at: string,
  about: Text | string,
  tell: ReportPartChange,
): void {
  const keys = new Set(['$schema', ...told]);
  otherChanges(withoutKeys(was, keys), withoutKeys(now, keys), at, (pointer, before, after) =>
    tell('part_changed', pointer, about, before, after),
  );
}
