/**
 * A searchable picker for one or several items: an input with a list below it. The search ignores variants of Arabic-script
 * letters and accepts both digit sets. With `onSearch` the caller searches instead.
 */

import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { getOwn } from '../../../core/json.ts';
import { foldText } from '../../../core/text/letters.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { useItemText } from '../markLanguage.tsx';
import type { PickItem } from '../source.ts';
import { type ComboChoice, ComboList } from './ComboList.tsx';
import { usePopup } from './usePopup.ts';

interface ComboProps extends ComboChoice {
  id: string;
  labelledBy?: string;
  describedBy?: string;
  items: readonly PickItem[];
  /** Chosen items that are known by id but may be missing from the current list. */
  known?: readonly PickItem[];
  onPick: (ids: string[]) => void;
  multiple?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  required?: boolean;
  placeholder?: string;
  /** Searches remotely instead of filtering `items`. Called while the user types. */
  onSearch?: (text: string) => void;
}

/** Most items in the list at once. Typing finds the others. */
const SHOWN = 60;

export function Combo(props: ComboProps) {
  const { value, multiple, disabled } = props;
  const { t } = useWidgetTexts();
  const nameOf = useNames(props);
  const list = useId();
  const chosen = !multiple && value[0] !== undefined ? nameOf(value[0]) : '';
  const { popup, found, active, take, drop, entry } = useCombo(props, chosen);
  const remove = (one: string, size: number, className?: string) =>
    !disabled && (
      <button
        type="button"
        className={className}
        aria-label={t('choice.remove', { name: nameOf(one) })}
        onClick={() => drop(one)}
      >
        <Icon name="x" size={size} />
      </button>
    );
  return (
    <div className="am-holds" ref={popup.ref} {...popup.around}>
      {multiple && value.length > 0 && (
        <ul className="am-pills am-flow">
          {value.map((one) => (
            <li key={one} className="am-pill am-joined">
              <span>{nameOf(one)}</span>
              {remove(one, 14)}
            </li>
          ))}
        </ul>
      )}
      <div className="am-combo-control am-holds am-beside am-gap-1">
        <input
          role="combobox"
          className="am-input"
          {...spoken(props)}
          aria-expanded={popup.open}
          aria-controls={popup.open ? list : undefined}
          aria-activedescendant={popup.open && found[active] ? `${list}-${active}` : undefined}
          placeholder={chosen || (props.placeholder ?? t('choice.search'))}
          {...entry}
        />
        {!multiple && value[0] !== undefined && remove(value[0], 16, 'am-combo-clear')}
        <span className="am-combo-arrow" aria-hidden="true" />
      </div>
      {popup.open && <ComboList {...props} id={list} found={found} active={active} onTake={take} />}
    </div>
  );
}

/** State and event handlers of the picker: typing, choosing and the keyboard. */
function useCombo(props: ComboProps, chosen: string) {
  const { value, onPick, multiple, onSearch, refuse, more } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const popup = usePopup(() => setText(null));
  const { open, setOpen } = popup;
  const found = useFound(props, open, text ?? '');

  useEffect(() => {
    if (!open) setText(null);
    setActive(0);
  }, [open]);

  // A name that comes while the input has the focus would be typed behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the name comes or changes
  useEffect(() => {
    if (text === null && document.activeElement === input.current) input.current?.select();
  }, [chosen]);

  const type = (typed: string) => {
    setText(typed);
    setActive(0);
    onSearch?.(typed);
    setOpen(true);
  };
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
    const { key } = event;
    const step = getOwn({ ArrowDown: 1, ArrowUp: -1 }, key);
    const empties = multiple ? key === 'Backspace' && !text : /^(Delete|Backspace)$/.test(key) && text === null;
    if (step !== undefined) {
      event.preventDefault();
      if (open) setActive((was) => Math.max(0, Math.min(found.length - 1, was + step)));
      else setOpen(true);
      if (open && step > 0 && active + step >= found.length) more?.();
    } else if (key === 'Enter' && open) {
      event.preventDefault();
      take(found[active]);
    } else if (empties && value.length > 0) {
      if (!multiple) event.preventDefault();
      onPick(value.slice(0, -1));
    } else if (key === 'Tab' && open) setOpen(false);
  };

  const entry = {
    ref: input,
    value: text ?? chosen,
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    onClick: () => setOpen(true),
    onKeyDown,
  };
  return { popup, found, active, take, drop, entry };
}

/** Returns the input's id and ARIA attributes. */
function spoken({ id, label, labelledBy, describedBy, invalid, required, disabled }: ComboProps) {
  return {
    id,
    disabled,
    autoComplete: 'off',
    'aria-autocomplete': 'list' as const,
    'aria-label': label,
    'aria-labelledby': label ? undefined : labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
  };
}

/** Returns a function that gives the name of an item by its id. */
function useNames({ items, known, loading }: ComboProps): (id: string) => string {
  const nameOf = useItemText();
  const byId = useMemo(() => new Map([...items, ...(known ?? [])].map((item) => [item.id, item])), [items, known]);
  return (id) => {
    const item = byId.get(id);
    return item ? nameOf(item) : loading ? '…' : id;
  };
}

/** Returns the items that match the typed text. */
function useFound({ items, value, multiple, onSearch }: ComboProps, open: boolean, text: string): readonly PickItem[] {
  return useMemo(() => {
    if (!open) return [];
    const words = foldText(text).split(' ').filter(Boolean);
    const left = multiple ? items.filter((item) => !value.includes(item.id)) : items;
    if (onSearch) return left;
    if (words.length === 0) return left.slice(0, SHOWN);
    const fits = (item: PickItem) => {
      const names = [item.name, item.name_en, item.name_fa, item.name_ps, item.code, ...(item.aliases ?? [])];
      const hay = foldText(names.filter(Boolean).join(' '));
      return words.every((word) => hay.includes(word));
    };
    return left.filter(fits).slice(0, SHOWN);
  }, [open, text, items, value, multiple, onSearch]);
}
