/** Narrows a list while the person types, or at once with Enter. What is typed in one go is one step back for the browser. */
import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useRecordListContext } from './RecordListContext.ts';
import type { ListControl } from './useListState.ts';

/** Milliseconds. Somebody who types stops for longer than this when the word is finished. */
const PAUSE = 350;

interface Props {
  state: ListControl;
  placeholder: string;
  className: string | undefined;
}

export function ListSearch({ state, placeholder, className }: Props) {
  const { t } = useTranslation();
  const { entry } = useRecordListContext();
  const [words, setWords] = useState(state.text);
  const searched = useRef(state.text);
  const isTyping = useRef(false);
  const search = useEffectEvent((text: string) => {
    if (text === searched.current) return;
    searched.current = text;
    if (isTyping.current) state.replace({ text, page: 1 });
    else state.set({ text });
    isTyping.current = true;
  });
  useEffect(() => {
    const timer = setTimeout(() => search(words.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  // Changed elsewhere, for example by going back.
  useEffect(() => {
    if (state.text === searched.current) return;
    searched.current = state.text;
    setWords(state.text);
  }, [state.text]);
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(words.trim());
          isTyping.current = false;
        }}
      >
        <TextInput
          name="text"
          type="search"
          enterKeyHint="search"
          aria-label={t('list.searchIn', { name: text(entry.plural) })}
          placeholder={placeholder}
          leftSection={<Icon name="search" size={16} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onBlur={() => {
            isTyping.current = false;
          }}
        />
      </form>
    </search>
  );
}
