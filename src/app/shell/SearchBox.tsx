/** Where words to look for are typed: asked when they are sent, or, as a field alone, with every letter. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../theme/Icon.tsx';
import { ActButton } from './ActButton.tsx';
import classes from './SearchBox.module.css';

interface Props {
  label: string;
  /** Shown while nothing is typed; the label where there is nothing better to say. */
  placeholder?: string;
  words: string;
}

interface BoxProps extends Props {
  onAsk: (words: string) => void;
}

/** A form of its own: asks by button or Enter, so that every question is one step back in the history. */
export function SearchBox({ label, placeholder = label, words, onAsk }: BoxProps) {
  const { t } = useTranslation();
  return (
    <search className={classes.area}>
      <form
        // Words that came from elsewhere, as by going back, stand in the field.
        key={words}
        className={classes.form}
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
          className={classes.words}
        />
        <ActButton icon="search" type="submit">
          {t('list.search')}
        </ActButton>
      </form>
    </search>
  );
}

interface FieldProps extends Props {
  onType: (words: string) => void;
}

/** Narrows what is on the screen while it is typed. */
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
