// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a list that is a listbox, as the combobox pattern asks
/**
 * A searchable picker: an input with a list below it. Searching folds Arabic-script variants and both digit sets; with
 * `onSearch` the list comes from elsewhere. One choice or several.
 */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { fold } from '../../../core/text/fold.ts';
import { Icon } from '../../theme/Icon.tsx';
import { itemName, useWidgets, useWords } from '../environment.tsx';
import type { PickItem } from '../source.ts';
import { usePopup } from './usePopup.ts';

interface ComboProps {
  id: string;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  items: readonly PickItem[];
  /** Items known by id but not in the list now: the chosen ones. */
  known?: readonly PickItem[];
  value: readonly string[];
  onPick: (ids: string[]) => void;
  multiple?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  required?: boolean;
  loading?: boolean;
  /** The list could not be loaded: words, and a way to try again. */
  failed?: { message: string; retry: () => void };
  placeholder?: string;
  /** Remote search instead of filtering here; called while typing. */
  onSearch?: (text: string) => void;
  /** An item that cannot be chosen now, with the reason. */
  refuse?: (item: PickItem) => string | undefined;
}

/** Rows drawn at once; whoever wants others types. */
const SHOWN = 60;

export function Combo(props: ComboProps) {
  const { id, items, known, value, onPick, multiple, disabled, invalid, required, loading, failed, onSearch, refuse } =
    props;
  const { language } = useWidgets();
  const { t } = useWords();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const popup = usePopup(() => setText(null));
  const { open, setOpen } = popup;

  const byId = useMemo(() => new Map([...items, ...(known ?? [])].map((item) => [item.id, item])), [items, known]);
  const nameOf = (one: string) => {
    const item = byId.get(one);
    return item ? itemName(item, language) : loading ? '…' : one;
  };
  const chosen = !multiple && value[0] !== undefined ? nameOf(value[0]) : '';

  const found = useMemo(() => {
    if (!open) return [];
    const words = fold(text ?? '')
      .split(' ')
      .filter(Boolean);
    const left = multiple ? items.filter((item) => !value.includes(item.id)) : items;
    if (onSearch || words.length === 0) return left.slice(0, SHOWN);
    return left
      .filter((item) => {
        const hay = fold(
          [item.name, item.name_en, item.name_fa, item.name_ps, item.code, ...(item.aliases ?? [])]
            .filter(Boolean)
            .join(' '),
        );
        return words.every((word) => hay.includes(word));
      })
      .slice(0, SHOWN);
  }, [open, text, items, value, multiple, onSearch]);

  useEffect(() => {
    if (!open) setText(null);
    setActive(0);
  }, [open]);

  useEffect(() => {
    if (open) document.getElementById(`${list}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [open, active, list]);

  const take = (item: PickItem | undefined) => {
    if (!item || refuse?.(item)) return;
    onPick(multiple ? [...value, item.id] : [item.id]);
    setText(multiple ? '' : null);
    if (multiple) onSearch?.('');
    else setOpen(false);
    input.current?.focus();
  };
  const drop = (one: string) => {
    onPick(value.filter((v) => v !== one));
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((was) => Math.max(0, Math.min(found.length - 1, was + step)));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      take(found[active]);
    } else if (event.key === 'Backspace' && multiple && !text && value.length > 0) {
      onPick(value.slice(0, -1));
    } else if (
      (event.key === 'Delete' || event.key === 'Backspace') &&
      !multiple &&
      text === null &&
      value.length > 0
    ) {
      event.preventDefault();
      onPick([]);
    } else if (event.key === 'Tab' && open) {
      setOpen(false);
    }
  };

  return (
    <div className="am-combo" ref={popup.ref} {...popup.around}>
      {multiple && value.length > 0 && (
        <ul className="am-pills">
          {value.map((one) => (
            <li key={one} className="am-pill">
              <span>{nameOf(one)}</span>
              {!disabled && (
                <button type="button" aria-label={t('choice.remove', { name: nameOf(one) })} onClick={() => drop(one)}>
                  <Icon name="x" size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="am-combo-control">
        <input
          ref={input}
          id={id}
          className="am-input"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-activedescendant={open && found[active] ? `${list}-${active}` : undefined}
          aria-label={props.label}
          aria-labelledby={props.label ? undefined : props.labelledBy}
          aria-describedby={props.describedBy}
          aria-invalid={invalid || undefined}
          aria-required={required || undefined}
          disabled={disabled}
          placeholder={chosen || (props.placeholder ?? t('choice.search'))}
          value={text ?? chosen}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            onSearch?.(event.target.value);
            if (!open) setOpen(true);
          }}
          onFocus={(event) => event.target.select()}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {!multiple && value.length > 0 && !disabled && (
          <button
            type="button"
            className="am-combo-clear"
            aria-label={t('choice.remove', { name: chosen })}
            onClick={() => drop(value[0]!)}
          >
            <Icon name="x" size={16} />
          </button>
        )}
        <span className="am-combo-arrow" aria-hidden="true" />
      </div>
      {open && (
        <div className="am-popup am-list">
          {failed ? (
            <p className="am-list-note" role="alert">
              {failed.message}{' '}
              <button type="button" className="am-link" onClick={failed.retry}>
                {t('retry')}
              </button>
            </p>
          ) : (
            found.length === 0 && (
              <p className="am-list-note" role="status">
                {t(loading ? 'choice.loading' : 'choice.nothing')}
              </p>
            )
          )}
          <ul id={list} role="listbox" aria-label={props.label ?? t('choice.list')} hidden={found.length === 0}>
            {found.map((item, index) => {
              const reason = refuse?.(item);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard acts through the combobox input
                // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant carries the focus
                <li
                  key={item.id}
                  id={`${list}-${index}`}
                  role="option"
                  aria-selected={value.includes(item.id)}
                  aria-disabled={reason ? true : undefined}
                  data-active={index === active || undefined}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => take(item)}
                >
                  <span>{itemName(item, language)}</span>
                  {(reason ?? item.detail ?? item.code) && (
                    <small>{reason ?? item.detail ?? <bdi dir="ltr">{item.code}</bdi>}</small>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
