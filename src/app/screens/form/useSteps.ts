/**
 * The form one section at a time. The step stands in the address (`#step-…`), so that the browser's Back goes one step back
 * and a reload stays. The choice between steps and one page is remembered on the device.
 */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CompiledForm, SectionNode } from '../../../core/definitions/types.ts';
import { isDrawn } from '../../../core/form/types/question.ts';
import { remember, remembered } from '../../data/preferences.ts';
import { usePhone } from '../../theme/usePhone.ts';
import { finishInputs } from '../../widgets/controls/unfinished.ts';
import type { FormStore } from '../../widgets/store.ts';

/** Number of sections that a phone still shows on one page. */
const FEW = 2;
const HASH = '#step-';
/** Key of the choice in the browser's storage. */
const MEMORY = 'formLayout';

/** Sections one at a time, or all on one page. */
type Layout = 'steps' | 'page';

export interface Steps {
  /** Id of the shown section; undefined if all are on one page. */
  current: string | undefined;
  /** Position of the shown section, from 0, among `count` that are not hidden now. */
  index: number;
  count: number;
  /** Id of the section after the shown one, if there is one. */
  next: string | undefined;
  /** Shows another section, then calls `act`. On one page it calls `act` at once. */
  go: (section: string, act: () => void) => void;
  /** Shows the section some steps later or earlier, if there is one. */
  move: (by: number) => void;
  choose: (layout: Layout) => void;
}

/** Returns true if a field of the section is asked now. */
export function isShown({ fields }: SectionNode, store: FormStore): boolean {
  return fields.some((node) => isDrawn(node) && !store.field(node.name).hidden);
}

/** `first` is the section of a draft, `onShow` is called when a step is shown that was moved to. */
export function useSteps(
  form: CompiledForm,
  store: FormStore,
  first: string | undefined,
  onShow: (section: string) => void,
): Steps {
  const [layout, setLayout] = useState(() => remembered<{ layout?: Layout }>(MEMORY, {}).layout);
  const isPhone = usePhone();
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const pending = useRef<{ section: string; act: () => void }>(undefined);
  const shown = useSyncExternalStore(store.subscribe, () => shownIds(form, store));
  const ids = shown.split(' ');
  const isStepwise = ids.length > FEW && (layout ? layout === 'steps' : isPhone);
  const wanted = hash.startsWith(HASH) ? hash.slice(HASH.length) : first;
  const index = Math.max(0, ids.indexOf(wanted ?? ''));
  const current = isStepwise ? ids[index] : undefined;

  useEffect(() => {
    const { section, act } = pending.current ?? {};
    if (!current || section !== current) return;
    pending.current = undefined;
    // After two frames the section is in the page.
    requestAnimationFrame(() => requestAnimationFrame(() => act?.()));
  }, [current]);

  // The browser's Back and Forward also show the beginning of the step.
  const before = useRef(current);
  useEffect(() => {
    if (before.current !== current && current && !pending.current) onShow(current);
    before.current = current;
  }, [current, onShow]);

  const go = useCallback(
    (section: string, act: () => void) => {
      if (!current || section === current) return act();
      pending.current = { section, act };
      const show = () => {
        // The step that led here is one entry back in the browser's history.
        if ((state as { from?: string } | null)?.from === section) navigate(-1);
        else navigate({ search, hash: HASH + section }, { state: { from: current } });
      };
      const unfinished = finishInputs();
      if (unfinished) void unfinished.then(show);
      else show();
    },
    [current, navigate, search, state],
  );
  const move = (by: number) => {
    const section = ids[index + by];
    if (current && section !== undefined) go(section, () => onShow(section));
  };
  const choose = (next: Layout) => {
    remember(MEMORY, { layout: next });
    setLayout(next);
  };
  return { current, index, count: ids.length, next: current && ids[index + 1], go, move, choose };
}

/** A text, because it is the same value until a section comes or goes. */
function shownIds({ sections }: CompiledForm, store: FormStore): string {
  return sections
    .filter((section) => isShown(section, store))
    .map(({ id }) => id)
    .join(' ');
}
