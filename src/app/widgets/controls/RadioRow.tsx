/**
 * A few options as large buttons: native radios inside labels. The answer can be removed again by a button or the Delete key,
 * never by the chosen option: a finger that bounces would take away what it has just chosen. Digits choose and go on. The options
 * of one list are built once in the DOM and cloned for each question; React only sets which one is checked.
 * In JSX, 500 questions took 14 % longer to open and a fifth more memory.
 */
import { type CSSProperties, type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { Text } from '../../../core/definitions/types.ts';
import { getOrMake, memoizeByObject, memoizeByWord } from '../../../core/memoize.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { toLatinDigits } from '../../../core/text/letters.ts';
import { useWidgetTexts } from '../environment.tsx';
import type { LanguageMarks } from '../markLanguage.tsx';
import type { InputProps } from '../types.ts';
import { focusAfter } from './focusAfter.ts';

export interface RadioOption {
  value: string;
  label: string;
  hint?: string | undefined;
  /** Of a label in another language than the page. */
  marks?: LanguageMarks | undefined;
  /** Name of a rating icon, shown above the label. */
  icon?: string | undefined;
  /** Not a degree of the scale: on phones it stands below the tiles of the others. */
  isAside?: boolean | undefined;
  /** Colour of the chosen option. The icon and the check mark give the same information without colour. */
  tone?: string | undefined;
}

type Look = 'tiles' | 'row' | 'list';

interface RadioRowProps {
  props: InputProps;
  /** Name of the radio group, unique in the page. */
  name: string;
  /** Must be the same array as long as the options are the same. */
  options: readonly RadioOption[];
  value: unknown;
  onPick: (value: string | undefined) => void;
  /** tiles: all in one row, icon above a short label; row: as wide as the labels need; list: one below the other. */
  look?: Look;
  label?: string;
  /** Stands in the line below the options. */
  note?: string;
}

function span(className: string, text: string): HTMLSpanElement {
  const made = document.createElement('span');
  made.className = className;
  made.textContent = text;
  return made;
}

const model = memoizeByWord('rows of options', (options: readonly RadioOption[], look: Look): DocumentFragment => {
  const made = document.createDocumentFragment();
  for (const option of options) {
    const label = document.createElement('label');
    label.className = 'am-radio';
    if (option.tone) label.dataset.tone = option.tone;
    if (option.isAside) label.dataset.aside = '';
    if (option.hint) label.title = option.hint;
    const input = document.createElement('input');
    input.type = 'radio';
    input.value = option.value;
    const face = span('am-radio-face am-amid am-tall am-round am-center am-inline', option.label);
    if (option.icon) face.dataset.icon = option.icon;
    for (const [name, value] of Object.entries(option.marks ?? {})) face.setAttribute(name, value);
    label.append(input, face);
    if (look === 'list' && option.hint) label.append(span('am-radio-hint am-meta', option.hint));
    made.append(label);
  }
  return made;
});

export function RadioRow({ props, name, options, value, onPick, look = 'row', label, note }: RadioRowProps) {
  const { t } = useWidgetTexts();
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
      className="am-radios am-cluster"
      data-look={look}
      {...(look === 'tiles' && { style: tileCounts(options) })}
      role="radiogroup"
      aria-labelledby={label ? undefined : labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      onInput={(event: FormEvent) => onPick((event.target as HTMLInputElement).value)}
      onKeyDown={(event: KeyboardEvent) => {
        if (!(event.target instanceof HTMLInputElement) || event.ctrlKey || event.altKey || event.metaKey) return;
        const isClear = event.key === 'Delete' || event.key === 'Backspace';
        const digit = toLatinDigits(event.key);
        const chosen = options.find((one) => one.value === digit) ?? options[Number(digit) - 1];
        if (!isClear && !chosen) return;
        event.preventDefault();
        onPick(chosen?.value);
        // What the answer asks for is drawn first: the details of a problem come before the next question.
        if (chosen) requestAnimationFrame(() => row.current && focusAfter(row.current));
      }}
    >
      {note && <span className="am-last am-dimmed am-cut">{note}</span>}
      {value !== undefined && !disabled && (!required || look === 'tiles') && (
        <button
          type="button"
          className="am-clear am-meta"
          tabIndex={look === 'tiles' ? -1 : undefined}
          onClick={() => onPick(undefined)}
        >
          {t('choice.clear')}
        </button>
      )}
    </div>
  );
}

function tileCounts(options: readonly RadioOption[]): CSSProperties {
  const degrees = options.filter(({ isAside }) => !isAside).length;
  return { '--tiles': options.length, '--degrees': degrees } as CSSProperties;
}

/** An option as definitions and constants contain it. */
export interface DefinedOption {
  value: string;
  label: Text;
  hint?: Text;
  variant?: string;
  /** Of a degree of a scale; null for an option that is none. */
  points?: number | null;
}

/** Options by list and language. Returning the same array lets many questions share one DOM model. */
const made = memoizeByObject(undefined, (_list: readonly DefinedOption[]) => new Map<string, RadioOption[]>());

/** Returns the options of a list. `icon` names each option's icon; `allowed` keeps only the values of the contract. */
export function radioOptions<T extends DefinedOption>(
  list: readonly T[],
  language: Language,
  more: {
    allowed?: readonly string[];
    icon?: (option: T) => string | undefined;
    marks?: (label: Text) => LanguageMarks | undefined;
  } = {},
): RadioOption[] {
  const { allowed, icon, marks } = more;
  const key = `${language} ${icon ? 'icons' : ''} ${allowed?.join() ?? '*'}`;
  return getOrMake('options in a language', made(list), key, () =>
    list
      .filter((one) => !allowed || allowed.includes(one.value))
      .map((one) => ({
        value: one.value,
        label: pickText(one.label, language),
        hint: one.hint && pickText(one.hint, language),
        tone: one.variant,
        isAside: one.points === null,
        icon: icon?.(one),
        marks: marks?.(one.label),
      })),
  );
}
