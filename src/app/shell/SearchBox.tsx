/** Inputs for search words: a form that searches when submitted, and a field that searches at every keystroke. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../theme/Icon.tsx';
import { ActionButton } from './ActionButton.tsx';
import classes from './SearchBox.module.css';

interface Props {
  label: string;
  /** Shown while the input is empty; by default the label. */
  placeholder?: string;
  words: string;
}

interface BoxProps extends Props {
  onAsk: (words: string) => void;
}

/** A form: searches by button or Enter, so that each search is one step in the browser's history. */
export function SearchBox({ label, placeholder = label, words, onAsk }: BoxProps) {
  const { t } = useTranslation();
  return (
    <search className={classes.area}>
      <form
        // Shows words that changed elsewhere, for example by going back.
        key={words}
        className="am-beside am-gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onAsk(String(new FormData(event.currentTarget).get('text') ?? '').trim());
        }}
      >
        <TextInput
          name="text"
          type="search"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={words}
          className="am-grow"
        />
        <ActionButton icon="search" type="submit" variant="default">
          {t('list.search')}
        </ActionButton>
      </form>
    </search>
  );
}

interface FieldProps extends Props {
  onType: (words: string) => void;
}

/** Filters what is on the screen while the user types. */
export function SearchField({ label, placeholder = label, words, onType }: FieldProps) {
  return (
    <search className={classes.area}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </search>
  );
}
