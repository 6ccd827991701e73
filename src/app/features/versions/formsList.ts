/** The rows of the list of forms: forms and drafts by department, as they are searched and filtered. */
import type { Navigation } from '../../../core/definitions/types.ts';
import type { DefinitionDraftEntry, FormEntry } from '../../../core/generated/api.ts';
import { foldText, searchWords } from '../../../core/text/letters.ts';
import { text } from '../../data/words.ts';
import { departmentName, departmentOfProgramme } from '../../shell/navigation/menu.ts';

export const FORM_STATES = ['draft', 'published', 'planned', 'withdrawn', 'retired'] as const;
export type FormState = (typeof FORM_STATES)[number];

export interface FormRow {
  entry: FormEntry;
  draft?: undefined;
  name: string;
  state: FormState;
}

export interface DraftRow {
  draft: DefinitionDraftEntry;
  /** The form whose next version it is. */
  entry: FormEntry | undefined;
  name: string;
  state: 'draft';
}

export type FormsListRow = FormRow | DraftRow;

export interface FormsGroup {
  key: string;
  /** Undefined for drafts that name no programme yet. */
  title: string | undefined;
  isExamples: boolean;
  rows: FormsListRow[];
}

interface Given {
  forms: readonly FormEntry[];
  drafts: readonly DefinitionDraftEntry[];
  departments: Navigation['departments'];
  /** Programmes of examples. */
  examples: readonly string[];
  nameOf: (draft: DefinitionDraftEntry) => string;
}

function stateOf({ retired, captured_with, details }: FormEntry): FormState {
  if (retired) return 'retired';
  if (details?.next) return 'planned';
  return captured_with !== undefined ? 'withdrawn' : 'published';
}

/** Returns all groups: drafts without a programme first, departments in the order of the menu, examples last. */
export function formGroupsOf({ forms, drafts, departments, examples, nameOf }: Given): FormsGroup[] {
  // Where a person may see no records of any form, the programme is not theirs.
  const seen = new Set(forms.filter(({ may }) => may.view).map(({ programme }) => programme));
  const groups = new Map<string, FormsGroup>();
  const add = (programme: string | null, row: FormsListRow) => {
    const isExamples = programme !== null && examples.includes(programme);
    const department = programme === null ? undefined : departmentOfProgramme(programme, departments, forms);
    const key = isExamples ? 'examples' : (department?.id ?? programme ?? '');
    const title = department ? departmentName(department) : (programme ?? undefined);
    const group = groups.get(key) ?? { key, title, isExamples, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  };
  for (const entry of forms)
    if (seen.has(entry.programme))
      add(entry.programme, { entry, name: text(entry.plural) || entry.form, state: stateOf(entry) });
  for (const draft of drafts) {
    const entry = forms.find(({ form }) => form === draft.form);
    // Beside its form, whatever it calls itself.
    const name = entry ? text(entry.plural) : nameOf(draft);
    add(entry?.programme ?? draft.programme, { draft, entry, name, state: 'draft' });
  }
  const order = ({ key, isExamples }: FormsGroup): number => {
    const at = departments.findIndex(({ id }) => id === key);
    return isExamples ? Number.MAX_SAFE_INTEGER : key === '' ? -1 : at < 0 ? departments.length : at;
  };
  return [...groups.values()]
    .sort((a, b) => order(a) - order(b))
    .map((group) => ({ ...group, rows: group.rows.sort(byName) }));
}

function byName(a: FormsListRow, b: FormsListRow): number {
  return a.name.localeCompare(b.name) || Number(a.draft !== undefined) - Number(b.draft !== undefined);
}

/** Returns the groups with the rows that have all words and the state. '' is any state. */
export function matchingGroups(groups: readonly FormsGroup[], searched: string, state: string): FormsGroup[] {
  const words = searchWords(searched);
  return groups.flatMap((group) => {
    const rows = group.rows.filter(({ name, entry, draft, state: own }) => {
      const title = Object.values(draft?.title ?? entry?.title ?? {});
      const hay = foldText([name, group.title, draft?.form ?? entry?.form, ...title].join(' '));
      return (state === '' || own === state) && words.every((word) => hay.includes(word));
    });
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
}
