/** A choice list that somebody begins: what they typed, what is missing, and the definition that it becomes. */
import { isCommonPart } from '../../../core/definitions/parts.ts';
import type { ChoiceList } from '../../../core/definitions/types.ts';
import { type FullText, LANGUAGES } from '../../../core/text/languages.ts';
import { cleanText, isBlankText } from '../../../core/text/letters.ts';

type AttributeType = NonNullable<ChoiceList['attributes']>[string]['type'];

export interface ListDraft {
  list: string;
  title: FullText;
  /** Empty for all departments. */
  programme: string;
  /** Empty if the entries belong to nothing. */
  parentList: string;
  attributes: { name: string; type: AttributeType; label: FullText }[];
  items: { label: FullText; parent: string | null }[];
}

export const EMPTY_LABEL: FullText = { en: '', fa: '', ps: '' };

export const EMPTY_LIST: ListDraft = {
  list: '',
  title: EMPTY_LABEL,
  programme: '',
  parentList: '',
  attributes: [],
  items: [{ label: EMPTY_LABEL, parent: null }],
};

const ATTRIBUTE = /^[a-z][a-z0-9_]*$/;

export const listPartName = (list: string): string => `choices.${list}`;

/** Returns codes of errors and keys of texts, by pointer. `taken` are the names of the lists that are there. */
export function listErrors(draft: ListDraft, taken: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const mustHave = (pointer: string, text: FullText) => {
    for (const one of LANGUAGES) if (isBlankText(text[one])) found[`${pointer}/${one}`] = 'errors:required';
  };
  if (!isCommonPart(listPartName(draft.list))) found['/list'] = 'newList.badName';
  else if (taken.includes(draft.list)) found['/list'] = 'errors:unique';
  mustHave('/title', draft.title);
  const names = draft.attributes.map(({ name }) => name);
  for (const [index, { name, label }] of draft.attributes.entries()) {
    if (!ATTRIBUTE.test(name)) found[`/attributes/${index}/name`] = 'newList.badAttribute';
    else if (names.indexOf(name) < index) found[`/attributes/${index}/name`] = 'errors:unique';
    mustHave(`/attributes/${index}/label`, label);
  }
  for (const [index, { label }] of draft.items.entries()) mustHave(`/items/${index}/label`, label);
  return found;
}

export function listOfDraft({ list, title, programme, parentList, attributes, items }: ListDraft): ChoiceList {
  const ids = new Set<string>();
  return {
    list,
    title: trimmed(title),
    ...(programme && { programme }),
    ...(parentList && { parentList }),
    ...(attributes.length > 0 && {
      attributes: Object.fromEntries(
        attributes.map(({ name, type, label }) => [name, { type, label: trimmed(label) }] as const),
      ),
    }),
    items: items.map(({ label, parent }) => {
      const id = freeId(label.en, ids);
      ids.add(id);
      return { id, label: trimmed(label), ...(parentList && parent !== null && { parent }) };
    }),
  };
}

/** Returns an id made of the English name: `Night school` becomes `night-school`. */
function freeId(name: string, taken: ReadonlySet<string>): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['item'];
  const id = words.join('-').slice(0, 56);
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`;
  return free;
}

function trimmed({ en, fa, ps }: FullText): FullText {
  return { en: cleanText(en), fa: cleanText(fa), ps: cleanText(ps) };
}
