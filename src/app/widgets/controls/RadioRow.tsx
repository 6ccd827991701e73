/**
 * A few options side by side, each as large as a thumb: native radios behind labels. A chosen one can be taken back. The
 * options of one list are built once and copied by the browser for every question, which is far cheaper on a phone than
 * drawing each of hundreds of them; the radios are the page's own and React only says which one is chosen.
 */
import { type CSSProperties, type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { Text } from '../../../core/definitions/types.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import { useWords } from '../environment.tsx';
import type { InputProps } from '../types.ts';

export interface RadioOption {
  value: string;
  label: string;
  hint?: string | undefined;
  /** Name of a rating icon, drawn above the words. */
  icon?: string | undefined;
  /** Colour family of the chosen option; the icon and the mark say the same without colour. */
  tone?: string | undefined;
}

type Look = 'tiles' | 'row' | 'list';

interface RadioRowProps {
  props: InputProps;
  /** Unique within the page. */
  name: string;
  /** The same array as long as the options are the same. */
  options: readonly RadioOption[];
  value: unknown;
  onPick: (value: string | undefined) => void;
  /** tiles: icon above a short label, all in one row; row: as wide as their words; list: one below the other. */
  look?: Look;
  /** Words for taking the answer back. */
  clearLabel?: string;
  label?: string;
}

const models = new WeakMap<readonly RadioOption[], Partial<Record<Look, DocumentFragment>>>();

function span(className: string, text: string): HTMLSpanElement {
  const made = document.createElement('span');
  made.className = className;
  made.textContent = text;
  return made;
}

function model(options: readonly RadioOption[], look: Look): DocumentFragment {
  const known = models.get(options) ?? {};
  models.set(options, known);
  const before = known[look];
  if (before) return before;
  const made = document.createDocumentFragment();
  for (const option of options) {
    const label = document.createElement('label');
    label.className = 'am-radio';
    if (option.tone) label.dataset.tone = option.tone;
    if (option.hint) label.title = option.hint;
    const input = document.createElement('input');
    input.type = 'radio';
    input.value = option.value;
    const face = span('am-radio-face', option.label);
    if (option.icon) face.dataset.icon = option.icon;
    label.append(input, face);
    if (look === 'list' && option.hint) label.append(span('am-radio-hint', option.hint));
    made.append(label);
  }
  known[look] = made;
  return made;
}

export function RadioRow({ props, name, options, value, onPick, look = 'row', clearLabel, label }: RadioRowProps) {
  const { t } = useWords();
  const { disabled, describedBy, labelledBy, invalid, required } = props;
  const row = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ inputs: HTMLInputElement[]; model?: DocumentFragment }>({ inputs: [] });
  useLayoutEffect(() => {
    const wanted = model(options, look);
    const now = drawn.current;
    if (now.model !== wanted) {
      for (const { parentElement } of now.inputs) parentElement?.remove();
      const copy = wanted.cloneNode(true) as DocumentFragment;
      now.inputs = [...copy.querySelectorAll('input')];
      now.model = wanted;
      for (const [index, input] of now.inputs.entries()) {
        input.name = name;
        input.id = index === 0 ? name : `${name}-${index}`;
      }
      row.current!.prepend(copy);
    }
    for (const input of now.inputs) {
      const checked = input.value === value;
      if (input.checked !== checked) input.checked = checked;
      if (input.disabled !== disabled) input.disabled = disabled;
    }
  }, [options, look, name, value, disabled]);
  return (
    <div
      ref={row}
      className="am-radios"
      data-look={look}
      {...(look === 'tiles' && { style: { '--tiles': options.length } as CSSProperties })}
      role="radiogroup"
      aria-labelledby={label ? undefined : labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      onInput={(event: FormEvent) => onPick((event.target as HTMLInputElement).value)}
      onKeyDown={(event: KeyboardEvent) => {
        if ((event.key === 'Delete' || event.key === 'Backspace') && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          onPick(undefined);
        }
      }}
    >
      {value !== undefined && !disabled && (!required || look === 'tiles') && (
        <button type="button" className="am-clear" onClick={() => onPick(undefined)}>
          {clearLabel ?? t('choice.clear')}
        </button>
      )}
    </div>
  );
}

/** An option as definitions and constants write it. */
export interface Worded {
  value: string;
  label: Text;
  hint?: Text;
  variant?: string;
}

/** Made once for a list and a language: the same array is what lets many questions share one model. */
const made = new WeakMap<readonly Worded[], Map<string, RadioOption[]>>();

/** `icon` names an option's icon; `allowed` leaves out the values that the contract does not know. */
export function radioOptions<T extends Worded>(
  list: readonly T[],
  language: Language,
  more: { allowed?: readonly string[]; icon?: (option: T) => string | undefined } = {},
): RadioOption[] {
  const { allowed, icon } = more;
  const key = `${language} ${icon ? 'icons' : ''} ${allowed?.join() ?? '*'}`;
  const known = made.get(list) ?? new Map<string, RadioOption[]>();
  made.set(list, known);
  let options = known.get(key);
  if (!options) {
    options = list
      .filter((one) => !allowed || allowed.includes(one.value))
      .map((one) => ({
        value: one.value,
        label: pick(one.label, language),
        hint: one.hint && pick(one.hint, language),
        tone: one.variant,
        icon: icon?.(one),
      }));
    known.set(key, options);
  }
  return options;
}
