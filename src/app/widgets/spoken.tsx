/** Words of a definition in another language than the page: `lang` and `dir`, and a mark where a translation is missing. */
import type { ReactNode } from 'react';
import { languagesOf } from '../../core/definitions/texts.ts';
import { languageName } from '../../core/text/languageNames.ts';
import { direction, languageTag, wantedIn } from '../../core/text/languages.ts';
import { useWidgets, useWords } from './environment.tsx';
import { useFormHost } from './host.tsx';

export interface Marks {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Name of the language, which the style shows behind the words. */
  'data-in'?: string;
  title?: string;
}

/** Draws words in the language `tag`; as they are if it is undefined. A function, to spare most questions a component. */
export function spoken(tag: string | undefined, children: ReactNode): ReactNode {
  return tag === undefined ? children : <Spoken tag={tag}>{children}</Spoken>;
}

function Spoken({ tag, children }: { tag: string; children: ReactNode }) {
  return <span {...useMarks()(tag)}>{children}</span>;
}

/** Returns what says that words are in a language: with a mark, unless the form is shown in it. */
export function useMarks(): (tag: string) => Marks {
  const { language } = useWidgets();
  const { fill } = useWords();
  const definition = useFormHost()?.form.definition;
  return (tag) => {
    const name = languageName(tag);
    const isMissing = definition && tag !== wantedIn(languagesOf(definition), language);
    return {
      lang: languageTag(tag),
      dir: direction(tag),
      ...(isMissing && { 'data-in': name, title: fill('languages.shownIn', { language: name }) }),
    };
  };
}
