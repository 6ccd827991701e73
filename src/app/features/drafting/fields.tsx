/** Small inputs and buttons of those who write definitions, and what the check found at a place. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { preferences } from '../../data/preferences.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Combo } from '../../widgets/controls/Combo.tsx';
import { showNumber, typedNumber } from '../../widgets/controls/NumberControl.tsx';
import classes from './drafting.module.css';
import { isMistake, messageAt, useFindings } from './findings.ts';

export interface SelectItem {
  value: string;
  label: string;
}

export interface SelectItemGroup {
  group: string;
  items: SelectItem[];
}

interface OneProps {
  label: string;
  name: string;
  hint?: string;
  /** Label of the empty choice. Without it one must be chosen. */
  none?: string;
  items: readonly (SelectItem | SelectItemGroup)[];
  value: string;
  at?: string;
  onChange: (value: string) => void;
}

export function SelectField({ label, name, hint, none, items, value, at, onChange }: OneProps) {
  const issues = useFindings();
  const flat = items.flatMap((one) => ('group' in one ? one.items : one));
  // What a definition no longer has stays visible, so that it can be replaced.
  const lost = value !== '' && !flat.some((one) => one.value === value) ? [{ value, label: `? ${value}` }] : [];
  const hasEmpty = flat.some((one) => one.value === '');
  const empty = !hasEmpty && (none !== undefined || value === '') ? [{ value: '', label: none ?? '–' }] : [];
  return (
    <NativeSelect
      label={label}
      name={name}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...empty, ...items, ...lost] as never}
      value={value}
      error={at && messageAt(issues, at)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface SeveralProps {
  label: string;
  name: string;
  hint?: string;
  placeholder?: string;
  items: readonly SelectItem[];
  value: readonly string[] | undefined;
  at?: string;
  /** Gets undefined if nothing is chosen. */
  onChange: (value: string[] | undefined) => void;
}

export function MultiSelectField({ label, name, hint, placeholder, items, value = [], at, onChange }: SeveralProps) {
  const issues = useFindings();
  const id = useId();
  const error = at === undefined ? undefined : messageAt(issues, at);
  return (
    <div data-several={name}>
      <label htmlFor={id} className="am-block am-below-1 am-strong">
        {label}
      </label>
      <Combo
        id={id}
        multiple
        items={items.map((one) => ({ id: one.value, name: one.label }))}
        known={value
          .filter((one) => !items.some((item) => item.value === one))
          .map((one) => ({ id: one, name: `? ${one}` }))}
        value={[...value]}
        {...(placeholder !== undefined && { placeholder })}
        invalid={error !== undefined}
        {...(error !== undefined && { describedBy: `${id}-error` })}
        onPick={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
      />
      {hint && <p className="am-above-1 am-hint">{hint}</p>}
      {error && (
        <p id={`${id}-error`} className="am-above-1 am-wrong">
          {error}
        </p>
      )}
    </div>
  );
}

interface FigureProps {
  label: string;
  name: string;
  placeholder?: string;
  value: number | undefined;
  least?: number;
  most?: number;
  /** True if parts of a number are rounded away. */
  whole?: boolean;
  onChange: (value: number | undefined) => void;
}

/** A number, typed in either digit set and shown in the reader's. What is no number is gone when the field is left. */
export function NumberField({ label, name, placeholder, value, least, most, whole = false, onChange }: FigureProps) {
  const [typed, setTyped] = useState<string>();
  const within = (read: number) => Math.min(most ?? read, Math.max(least ?? read, whole ? Math.round(read) : read));
  return (
    <TextInput
      label={label}
      name={name}
      placeholder={placeholder}
      inputMode={whole ? 'numeric' : 'decimal'}
      maxLength={12}
      value={typed ?? showNumber(value, preferences().language)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const read = typedNumber(currentTarget.value);
        if (typeof read !== 'string') onChange(read === undefined ? undefined : within(read));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface MoreProps {
  title: string;
  /** True if something in it is filled at the beginning. What is emptied later does not fold it away under the hands. */
  isFilled?: boolean;
  children: ReactNode;
}

export function CollapsibleFields({ title, isFilled = false, children }: MoreProps) {
  const [isOpen] = useState(isFilled);
  return (
    <details className={classes.more} open={isOpen || undefined}>
      <summary className="am-opener am-action">{title}</summary>
      {children}
    </details>
  );
}

interface CheckProps {
  label: string;
  name: string;
  value: true | undefined;
  onChange: (value: true | undefined) => void;
}

export function CheckboxField({ label, name, value, onChange }: CheckProps) {
  return (
    <Checkbox
      label={label}
      name={name}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? true : undefined)}
    />
  );
}

interface ActProps {
  action: string;
  onClick: () => void;
  children: string;
}

export function AddButton(props: ActProps) {
  return <ActionButton {...props} icon="plus" variant="subtle" size="sm" />;
}

/** What has the focus goes away with what is removed, so the focus moves to where one more is added. */
export function RemoveButton({ action, onClick, children }: ActProps) {
  const remove = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const own = currentTarget.closest('[data-removable]');
    const add = `[data-action=${action.replace('remove', 'add')}]`;
    const beside = own?.parentElement?.querySelector(add) ?? own?.closest('section')?.querySelector(add);
    onClick();
    requestAnimationFrame(() => beside instanceof HTMLElement && beside.focus());
  };
  return (
    <ActionButton icon="trash" variant="subtle" color="gray" size="sm" action={action} onClick={remove}>
      {children}
    </ActionButton>
  );
}

/** Focuses the first of these that is there after the next drawing: what had the focus is moved, disabled or gone. */
export function focusNext(...selectors: string[]): void {
  requestAnimationFrame(() => {
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(`${selector}:not(:disabled)`));
    found.find(Boolean)?.focus();
  });
}

/** Lists mistakes where they stand. */
export function MistakeList({ at }: { at: (pointer: string) => boolean }) {
  const issues = useFindings();
  const here = issues.filter((issue) => isMistake(issue) && at(issue.pointer));
  const messages = [...new Set(here.map(({ message }) => message))];
  if (messages.length === 0) return null;
  return (
    <ul className="am-gap-1 am-stack" data-found>
      {messages.map((message) => (
        <li key={message} className="am-inline am-wrong">
          <Icon name="alert-triangle" size={16} />
          <bdi>{message}</bdi>
        </li>
      ))}
    </ul>
  );
}
