// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a list that is a listbox, as the combobox pattern asks
/** The open list of a picker, or the reason why it is empty. */

import { useEffect } from 'react';
import { RecordName } from '../../theme/RecordName.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { useItemNode } from '../markLanguage.tsx';
import type { PickItem } from '../source.ts';

export interface ComboChoice {
  label?: string;
  value: readonly string[];
  loading?: boolean;
  /** Set if the list could not be loaded: the message, and a function that tries again. */
  failed?: { message: string; retry: () => void } | undefined;
  /** Loads the next page. Absent if all items are there. */
  more?: (() => void) | undefined;
  /** Returns the reason if the item cannot be chosen now. */
  refuse?: (item: PickItem) => string | undefined;
}

interface ComboListProps extends ComboChoice {
  id: string;
  found: readonly PickItem[];
  /** Index of the item that is active for the keyboard. */
  active: number;
  onTake: (item: PickItem) => void;
}

export function ComboList({ id, label, value, found, active, loading, failed, more, refuse, onTake }: ComboListProps) {
  const drawn = useItemNode();
  const { t } = useWidgetTexts();
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, active]);
  return (
    <div
      className="am-popup am-box am-list"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollTop + 2 * clientHeight >= scrollHeight) more?.();
      }}
    >
      {failed ? (
        <p className="am-meta am-pad-3" role="alert">
          {failed.message}{' '}
          <button type="button" className="am-link" onClick={failed.retry}>
            {t('retry')}
          </button>
        </p>
      ) : (
        found.length === 0 && (
          <p className="am-meta am-pad-3" role="status">
            {t(loading ? 'choice.loading' : 'choice.nothing')}
          </p>
        )
      )}
      <ul id={id} role="listbox" aria-label={label ?? t('choice.list')} hidden={found.length === 0}>
        {found.map((item, index) => {
          const reason = refuse?.(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard acts through the combobox input
            // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant carries the focus
            <li
              key={item.id}
              id={`${id}-${index}`}
              role="option"
              className="am-flow am-gap-3 am-row-gap-0 am-baseline am-between am-tall am-round"
              aria-selected={value.includes(item.id)}
              aria-disabled={reason ? true : undefined}
              data-active={index === active || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onTake(item)}
            >
              <span>{drawn(item)}</span>
              {(reason ?? item.detail ?? item.code) && (
                <small>
                  {reason ?? (item.detail ? <RecordName of={item.detail} /> : <bdi dir="ltr">{item.code}</bdi>)}
                </small>
              )}
            </li>
          );
        })}
      </ul>
      {more && found.length > 0 && (
        <button
          type="button"
          className="am-meta am-pad-3 am-link"
          onPointerDown={(event) => event.preventDefault()}
          onClick={more}
        >
          {t('choice.more')}
        </button>
      )}
    </div>
  );
}
