/** Shows a record's state as icon and text. The colour only repeats it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StateView } from '../../../core/generated/api.ts';
import { nameOf, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './StatusBadge.module.css';

export type BadgeTone = 'gray' | 'blue' | 'orange' | 'green' | 'teal' | 'red';

/** A text on a coloured background. */
export function ToneBadge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={`${classes.badge} am-tag am-code am-strong`} data-tone={tone}>
      {children}
    </span>
  );
}

interface Props {
  state: StateView | null | undefined;
  /** Without a background, as in the rows of a list. */
  isPlain?: boolean;
}

export function StatusBadge({ state, isPlain }: Props) {
  const { t } = useTranslation();
  if (!state) return null;
  // Whatever its state is called, nobody has it yet.
  if (state.unsent)
    return (
      <span
        className={`${classes.badge} am-tag am-code am-strong`}
        data-tone="gray"
        data-plain={isPlain}
        data-state={state.id}
        data-unsent
      >
        <Icon name="clock" size={15} />
        <span>{t('unsentState')}</span>
      </span>
    );
  return (
    <span
      className={`${classes.badge} am-tag am-code am-strong`}
      data-tone={state.variant}
      data-plain={isPlain}
      data-state={state.id}
    >
      <Icon name={state.icon} size={15} />
      <span>{state.label ? text(state.label) : nameOf(state)}</span>
    </span>
  );
}
