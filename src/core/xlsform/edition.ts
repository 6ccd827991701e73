/**
 * Makes the next version of a form of a workbook that has changed. Questions are matched by their names, and what no workbook says
 * (who may read an answer, remarks, lists, words that were translated elsewhere) stays as the form has it. What is gone is asked for by the check of the draft.
 */
import { didYouMean } from '../check/issues/issue.ts';
import { languagesOf } from '../definitions/texts.ts';
import type { Field, FormDefinition, Section } from '../definitions/types.ts';
import { nextVersion } from '../definitions/versions/newVersion.ts';
import { equalJson, getOwn } from '../json.ts';
import { constructOf } from './constructs.ts';
import { withEarlierWords } from './earlierWords.ts';
import { withNewIds } from './ids.ts';
import type { ImportedDefinition } from './types.ts';

export interface NextVersionDraft {
  definition: FormDefinition;
  /** Questions that are taken for earlier ones under another name. Whoever makes the draft looks at them. */
  renamed: { from: string; to: string }[];
  added: string[];
  /** Their answers need a place, or a reason why nobody reads them any more. */
  removed: string[];
}

type Fields = Record<string, Field>;

/** Keys of a question that a workbook says: where it says none, there is none. */
const SAID = new Set([
  ...['type', 'label', 'help', 'visibleWhen', 'required', 'requiredWhen', 'messages', 'limits', 'default', 'derived'],
  ...['choices', 'options', 'filter', 'order', 'ui:widget', 'ui:options', 'ui:readonly', 'columns', 'groups', 'count'],
  ...['bind', 'show'],
]);

/** `newest` is the newest version of the form. */
export function makeNextVersionDraft(newest: FormDefinition, read: ImportedDefinition): NextVersionDraft {
  const { origin, ...texts } = read;
  const made = withEarlierWords(texts, newest, languagesOf(read as unknown as FormDefinition));
  const changes: Omit<NextVersionDraft, 'definition'> = { renamed: [], added: [], removed: [] };
  const fields = matched(newest.fields, made.fields, '', changes);
  const base = nextVersion(newest);
  const gone = new Set(changes.removed);
  const { languages, lists, constraints } = made;
  const { languages: _languages, lists: _lists, constraints: _constraints, origin: _origin, list, ...others } = base;
  const columns = list?.columns?.filter((column) => !gone.has(String(column)));
  const definition = {
    ...others,
    ...(languages && { languages }),
    title: { ...newest.title, ...made.title },
    sections: made.sections.map((section) => sectionOf(newest, section)),
    fields: withNewIds(fields, newest.form, newest.fields),
    ...(lists && { lists }),
    ...(constraints && { constraints }),
    ...(origin && { origin }),
    ...(list && { list: { ...list, columns } }),
  } as unknown as FormDefinition;
  return { definition, ...changes };
}

function sectionOf({ sections }: FormDefinition, section: Section): Section {
  const before = sections.find(({ id }) => id === section.id);
  if (!before) return section;
  const { title: _title, help: _help, visibleWhen: _visible, fields: _fields, ...kept } = before;
  return { ...kept, ...section };
}

function matched(before: Fields, made: Fields, around: string, changes: Omit<NextVersionDraft, 'definition'>): Fields {
  const there = Object.entries(made).filter(([name, field]) => {
    const earlier = getOwn(before, name);
    return earlier !== undefined && isAlike(earlier, field);
  });
  const names = new Map(there.map(([name]) => [name, name]));
  const open = (all: Fields, taken: Iterable<string>) => {
    const used = new Set(taken);
    return Object.keys(all).filter((name) => !used.has(name));
  };
  for (const name of open(made, names.keys())) {
    const from = renamedFrom(getOwn(made, name) as Field, name, before, open(before, names.values()));
    if (from === undefined) continue;
    names.set(name, from);
    changes.renamed.push({ from: around + from, to: around + name });
  }
  changes.removed.push(...open(before, names.values()).map((name) => around + name));
  changes.added.push(...open(made, names.keys()).map((name) => around + name));
  return Object.fromEntries(
    Object.entries(made).map(([name, field]) => {
      const earlier = getOwn(before, names.get(name) ?? '');
      const { id: _, ...fresh } = field;
      if (!earlier) return [name, fresh as Field];
      return [name, question(earlier, fresh as Field, `${around}${name}.`, changes)];
    }),
  );
}

/** An earlier question of the same type with the same words, or with a name that differs by a letter. */
function renamedFrom(field: Field, name: string, before: Fields, open: readonly string[]): string | undefined {
  const alike = open.filter((one) => isAlike(getOwn(before, one) as Field, field));
  const worded = alike.filter((one) => equalJson(getOwn(before, one)?.label, field.label));
  if (worded.length === 1) return worded[0];
  const near = didYouMean(name, alike).meant;
  return near === undefined ? undefined : alike.find((one) => one === near);
}

function question(earlier: Field, field: Field, around: string, changes: Omit<NextVersionDraft, 'definition'>): Field {
  const kept = Object.fromEntries(Object.entries(earlier).filter(([key]) => !SAID.has(key)));
  const columns = field.columns && { columns: matched(earlier.columns ?? {}, field.columns, around, changes) };
  return { ...kept, ...field, type: earlier.type, ...columns } as Field;
}

/** Answers of another type are answers to another question, unless a workbook has no other type for it. */
function isAlike(earlier: Field, field: Field): boolean {
  if (earlier.type === field.type) return true;
  const [own, written] = [constructOf(earlier), constructOf(field)];
  return own?.isNearest === true && own.takes === undefined && own.types[0] === written?.types[0];
}
