/** Finds by what a person types: on the device at once, on the server after a pause. */

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FindResponse, FormEntry } from '../../../core/generated/api.ts';
import { filteredListPath, listParams } from '../../../core/paths/listState.ts';
import { problemPath, recordPath } from '../../../core/paths/screens.ts';
import { dotSeparated } from '../../../core/records/name.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { searchWords } from '../../../core/text/letters.ts';
import { recentRecords } from '../../data/device/recent.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { departmentOfReports, REPORT_ICONS, useReports } from '../../data/reports/reports.ts';
import { source } from '../../data/source.ts';
import { nameOf, recordName, text } from '../../data/words.ts';
import { type Findable, type FinderGroup, type FinderItem, searchFindables } from './findables.ts';
import { findForms } from './findForms.ts';
import { departmentName } from './menu.ts';
import { useFindableActions } from './useActions.ts';

const PAUSE = 200;
/** The server searches from this number of letters on. */
const FEWEST_LETTERS = 2;
const MOST = { recent: 5, forms: 3, formsAtFirst: 8, reports: 5, actions: 3 };

export type PlaceResult = FindResponse['places'][number];

export interface FinderResults {
  groups: FinderGroup[];
  places: PlaceResult[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  /** False while the typed words are too short to ask the server. */
  isAsked: boolean;
}

export function useFinder(typed: string): FinderResults {
  const forms = useForms().data ?? [];
  const words = searchWords(typed);
  const isAsked = lettersOf(words) >= FEWEST_LETTERS;
  const [asked] = useDebouncedValue(words.join(' '), PAUSE);
  const answer = useQuery({
    queryKey: ['find', asked],
    queryFn: ({ signal }) => source.find(asked, signal),
    enabled: isAsked && lettersOf([asked]) >= FEWEST_LETTERS,
    // What is typed further only needs a moment.
    retry: false,
  });
  const isCurrent = isAsked && asked === words.join(' ');
  const found = isCurrent ? answer.data : undefined;
  const recent = useRecent(typed, forms);
  const known = new Set(recent.map(({ to }) => to));
  const ofServer = useServerGroups(found, forms, typed).map((group) => ({
    ...group,
    items: group.items.filter(({ to }) => !known.has(to)),
  }));
  const local = useLocalGroups(typed, recent);
  return {
    groups: [...local, ...ofServer].filter(({ items }) => items.length > 0),
    places: found?.places ?? [],
    isLoading: isAsked && (!isCurrent || answer.isPending),
    error: isCurrent ? answer.error : null,
    retry: () => void answer.refetch(),
    isAsked,
  };
}

function lettersOf(words: readonly string[]): number {
  return [...words.join('').replaceAll(' ', '')].length;
}

function useRecent(typed: string, forms: readonly FormEntry[]): FinderItem[] {
  const user = useSession().data?.user.id;
  const all = recentRecords(user).flatMap(({ form, id, name, code }): Findable[] => {
    const entry = forms.find((one) => one.form === form && one.may.view);
    if (!entry) return [];
    const label = recordName(name || code);
    return [{ ...recordItem(entry, { id, name, code }, text(entry.title)), words: [label, name, code] }];
  });
  return searchFindables(typed, all).slice(0, MOST.recent);
}

function useLocalGroups(typed: string, recent: FinderItem[]): FinderGroup[] {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const departments = useCommon().data?.navigation.departments ?? [];
  const actions = useFindableActions();
  const reports = useFoundReports(typed);
  const isTyped = searchWords(typed).length > 0;
  // Before anything is typed, the lists of a person's own programme that they add to are the likeliest.
  const own = new Set(useSession().data?.grants.map(({ programme }) => programme));
  const likeliness = ({ may, programme }: FormEntry) => (own.has(programme) ? 2 : 0) + (may.create ? 1 : 0);
  const likely = isTyped ? forms : [...forms].sort((a, b) => likeliness(b) - likeliness(a));
  const lists = findForms(typed, likely, departments).slice(0, isTyped ? MOST.forms : MOST.formsAtFirst);
  return [
    { id: 'recent', title: t('find.recent'), items: recent },
    {
      id: 'lists',
      title: t('find.lists'),
      items: lists.map(({ entry, department }) => ({
        key: entry.form,
        to: entry.paths.list,
        icon: entry.icon ?? 'file',
        label: text(entry.plural),
        detail: department && departmentName(department),
      })),
    },
    { id: 'reports', title: t('find.reports'), items: isTyped ? reports.slice(0, MOST.reports) : [] },
    {
      id: 'actions',
      title: t('find.actions'),
      items: isTyped ? searchFindables(typed, actions).slice(0, MOST.actions) : [],
    },
  ];
}

/** Returns the reports that this person may open, by their names, what they say and their department's name. */
function useFoundReports(typed: string): FinderItem[] {
  const departments = useCommon().data?.navigation.departments ?? [];
  const all = (useReports().data?.data ?? []).map((entry): Findable => {
    const department = departmentOfReports(departments, entry.programme);
    const names = [entry.title, entry.description, department?.heading, department?.title];
    return {
      key: entry.report,
      to: entry.path,
      icon: REPORT_ICONS[entry.kind],
      label: text(entry.title),
      detail: department && departmentName(department),
      words: names.flatMap((name) => Object.values(name ?? {})),
    };
  });
  return searchFindables(typed, all);
}

function useServerGroups(found: FindResponse | undefined, forms: readonly FormEntry[], typed: string): FinderGroup[] {
  const { t } = useTranslation();
  if (!found) return [];
  const names = [...new Set(found.records.map(({ form }) => form))];
  const groups = names.flatMap((name): FinderGroup[] => {
    const entry = forms.find(({ form }) => form === name);
    if (!entry) return [];
    const items = found.records
      .filter(({ form }) => form === name)
      .map((record) => recordItem(entry, record, nameOf(record.province)));
    if (found.more.includes(name))
      items.push(allOf(entry, typed, t('find.all', { name: isolateName(text(entry.plural)) })));
    return [{ id: name, title: text(entry.plural), items }];
  });
  const accounts = found.accounts.map(({ id, name, username }) => ({
    key: id,
    to: `/admin/accounts/${encodeURIComponent(id)}`,
    icon: 'user',
    label: name,
    code: username,
  }));
  const problems = (found.problems ?? []).flatMap((problem): FinderItem[] => {
    const entry = forms.find(({ form }) => form === problem.site.form);
    if (!entry) return [];
    const { id, site, code, open } = problem;
    const place = dotSeparated([recordName(site.name || site.code), nameOf(site.province)]);
    return [
      {
        key: id,
        to: problemPath(entry, site.id, code),
        icon: open ? 'alert-triangle' : 'circle-check',
        label: nameOf(problem),
        detail: place,
        code,
      },
    ];
  });
  return [
    { id: 'problems', title: t('find.problems'), items: problems },
    ...groups,
    { id: 'accounts', title: t('find.accounts'), items: accounts },
  ];
}

function recordItem(
  entry: FormEntry,
  { id, name, code }: { id: string; name: string; code: string | null },
  detail: string,
): FinderItem {
  const label = recordName(name || code);
  return {
    key: id,
    to: recordPath(entry, id),
    icon: entry.icon ?? 'file',
    label,
    detail,
    code: code === name ? null : code,
  };
}

/** Leads to the list, searched for the same words. */
function allOf(entry: FormEntry, typed: string, label: string): FinderItem {
  const params = listParams({ page: 1, sort: undefined, text: typed.trim(), filters: [] });
  return { key: `all ${entry.form}`, to: `${entry.paths.list}?${params}`, icon: 'list-details', label };
}

/** Returns the lists that this person may see, narrowed to a place. */
export function usePlaceLists({ id, level }: Pick<PlaceResult, 'id' | 'level'>, typed: string): FinderItem[] {
  const forms = useForms().data ?? [];
  const departments = useCommon().data?.navigation.departments ?? [];
  const lists = findForms(
    typed,
    forms.filter(({ placed }) => placed),
    departments,
  );
  const first = (kind: FormEntry['kind']) => (kind === 'site' ? 0 : 1);
  return lists
    .sort((a, b) => first(a.entry.kind) - first(b.entry.kind))
    .map(({ entry, department }) => ({
      key: entry.form,
      to: filteredListPath(entry, [{ field: `${level}_id`, op: 'eq', value: id }]),
      icon: entry.icon ?? 'file',
      label: text(entry.plural),
      detail: department && departmentName(department),
    }));
}
