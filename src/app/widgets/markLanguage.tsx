/** Words of a definition in another language than the page: `lang` and `dir`, and a mark where a translation is missing. */
import type { ReactNode } from 'react';
import { languagesOf } from '../../core/definitions/texts.ts';
import { appendLanguageName } from '../../core/form/types/fieldType.ts';
import { languageName } from '../../core/text/languageNames.ts';
import { formLanguageFor, languageTag, type Text, textDirection } from '../../core/text/languages.ts';
import { itemName, useWidgets, useWidgetTexts } from './environment.tsx';
import { useFormHost } from './host.tsx';
import { useReadAnswers } from './readAnswers.ts';
import type { PickItem } from './source.ts';

export interface LanguageMarks {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Name of the language, which the style shows behind the words. */
  'data-in'?: string;
  title?: string;
}

/** Draws words in the language `tag`; as they are if it is undefined. A function, to spare most questions a component. */
export function markLanguage(tag: string | undefined, children: ReactNode): ReactNode {
  return tag === undefined ? children : <Spoken tag={tag}>{children}</Spoken>;
}

function Spoken({ tag, children }: { tag: string; children: ReactNode }) {
  return <span {...useMarks()(tag)}>{children}</span>;
}

/** Returns what says that words are in a language: with a mark, unless the form is shown in it. */
function useMarks(): (tag: string) => LanguageMarks {
  const { language } = useWidgets();
  const { fill } = useWidgetTexts();
  const read = useReadAnswers();
  const host = useFormHost();
  const definition = read?.definition ?? host?.form.definition;
  return (tag) => {
    const name = languageName(tag);
    const isMissing = definition && tag !== formLanguageFor(languagesOf(definition), language);
    return {
      lang: languageTag(tag),
      dir: textDirection(tag),
      ...(isMissing && { 'data-in': name, title: fill('languages.shownIn', { language: name }) }),
    };
  };
}

/** Returns what says in which language a text of the definition is shown, where that is not the reader's. */
export function useTextMarks(): (text: Text) => LanguageMarks | undefined {
  const { foreign } = useWidgetTexts();
  const marks = useMarks();
  return (text) => {
    const tag = foreign(text);
    return tag === undefined ? undefined : marks(tag);
  };
}

/** Draws the name of an item, in its language if it is an option of the form. */
export function useItemNode(): (item: PickItem) => ReactNode {
  const { language } = useWidgets();
  const { foreign } = useWidgetTexts();
  return (item) => markLanguage(foreign(item.label), itemName(item, language));
}

/** Returns the name of an item as plain text, in which a missing translation is marked by the language's name in brackets. */
export function useItemText(): (item: PickItem) => string {
  const { language } = useWidgets();
  const marks = useTextMarks();
  return (item) => {
    const name = itemName(item, language);
    const shownIn = item.label && marks(item.label)?.['data-in'];
    return shownIn ? appendLanguageName(name, shownIn) : name;
  };
}
