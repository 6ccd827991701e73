/**
 * The form one step at a time. The step stands in the address (`#step-` and one of its sections), so that the browser's Back goes
 * one step back and a reload stays. The choice between steps and one page is remembered on the device.
 */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CompiledForm, SectionNode } from '../../../../core/definitions/types.ts';
import { isVisibleField } from '../../../../core/form/types/question.ts';
import { readLocalItem, writeLocalItem } from '../../../data/preferences.ts';
import { useIsNarrowScreen } from '../../../theme/usePhone.ts';
import { finishInputs } from '../../../widgets/controls/unfinished.ts';
import type { FormStore } from '../../../widgets/store.ts';
import { sectionId } from '../focus.ts';

/** Number of sections that a phone still shows on one page. */
const FEW = 2;
/** Most questions of a step that several sections share. */
const MOST = 20;
const HASH = '#step-';
/** Key of the choice in the browser's storage. */
const MEMORY = 'formLayout';

/** Some sections at a time, or all on one page. */
type Layout = 'steps' | 'page';

export interface FormSteps {
  /** Ids of the sections of the shown step; undefined if all are on one page. */
  shown: readonly string[] | undefined;
  /** Id of the one among them that is in view. */
  current: string | undefined;
  /** Position of the shown step, from 0, among `count`. */
  index: number;
  count: number;
  /** Number of sections that are not hidden now. */
  sections: number;
  /** True if a later section of the step was asked for, which is shown when all of them are in the page. */
  isWithin: boolean;
  /** Id of the first section of the next step, if there is one. */
  next: string | undefined;
  /** Shows the step of a section, then calls `act`. On one page it calls `act` at once. */
  go: (section: string, act: () => void) => void;
  /** Shows the section some steps later or earlier, if there is one. */
  move: (by: number) => void;
  choose: (layout: Layout) => void;
}

/** Returns true if a field of the section is asked now. */
export function isSectionShown({ fields }: SectionNode, store: FormStore): boolean {
  return fields.some((node) => isVisibleField(node) && !store.field(node.name).hidden);
}

/**
 * Returns the ids of the sections of each step, hidden ones among them. The first section, which says where and when, has its own.
 * Short ones after it share a step, so that a thumb presses Next less often: 16 ratings in five sections are one step.
 */
function stepsOf({ sections }: CompiledForm): string[][] {
  const steps: string[][] = [];
  let questions = MOST;
  for (const { id, fields } of sections) {
    const own = fields.filter(isVisibleField).length;
    questions += own;
    if (steps.length > 1 && questions <= MOST) steps.at(-1)?.push(id);
    else {
      steps.push([id]);
      questions = own;
    }
  }
  return steps;
}

/** A text, because it is the same value until a section comes or goes. */
function shownIds({ sections }: CompiledForm, store: FormStore): string {
  return sections
    .filter((section) => isSectionShown(section, store))
    .map(({ id }) => id)
    .join(' ');
}

/** `first` is the section of a draft, `onShow` is called when a step is shown that was moved to. */
export function useFormSteps(
  form: CompiledForm,
  store: FormStore,
  first: string | undefined,
  onShow: (section: string) => void,
): FormSteps {
  const [layout, setLayout] = useState(() => readLocalItem<{ layout?: Layout }>(MEMORY, {}).layout);
  const isPhone = useIsNarrowScreen();
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const pending = useRef<{ section: string; act: () => void }>(undefined);
  const shownNow = useSyncExternalStore(store.subscribe, () => shownIds(form, store));
  const groups = useMemo(() => stepsOf(form), [form]);
  const steps = useMemo(() => {
    const ids = shownNow.split(' ');
    if (ids.length <= FEW) return [ids];
    return groups.map((group) => group.filter((id) => ids.includes(id))).filter((step) => step.length > 0);
  }, [groups, shownNow]);
  const isStepwise = steps.length > 1 && (layout ? layout === 'steps' : isPhone);
  const wanted = hash.startsWith(HASH) ? hash.slice(HASH.length) : (first ?? '');
  // Of a step whose section is hidden meanwhile, the others are still shown.
  const group = groups.find((ids) => ids.includes(wanted));
  const index = Math.max(
    0,
    steps.findIndex(([id = '']) => group?.includes(id)),
  );
  const shown = isStepwise ? steps[index] : undefined;
  const start = shown?.[0];
  const isWithin = wanted !== start && shown?.includes(wanted) === true;
  const current = useSectionInView(shown);

  /** The step that was shown. It stays the same while its sections come and go. */
  const before = useRef<readonly string[]>(undefined);
  useEffect(() => {
    const { section, act } = pending.current ?? {};
    const step = groups.find((ids) => ids.includes(start ?? ''));
    if (section && act && shown?.includes(section)) {
      pending.current = undefined;
      inTwoFrames(act);
    } else if (!pending.current) {
      // The browser's Back and Forward also show the beginning of the step; a draft opens at the section where it was left.
      const isNew = before.current === undefined;
      const to = isNew ? (isWithin ? wanted : undefined) : before.current === step ? undefined : start;
      if (to !== undefined) inTwoFrames(() => onShow(to));
    }
    before.current = step;
  }, [groups, shown, start, isWithin, wanted, onShow]);

  const go = useCallback(
    (section: string, act: () => void) => {
      if (!shown || shown.includes(section)) return inTwoFrames(act);
      pending.current = { section, act };
      const show = () => {
        // The step that led here is one entry back in the browser's history.
        const from = (state as { from?: string } | null)?.from;
        if (from && groups.some((ids) => ids.includes(from) && ids.includes(section))) navigate(-1);
        else navigate({ search, hash: HASH + section }, { state: { from: start } });
      };
      const unfinished = finishInputs();
      if (unfinished) void unfinished.then(show);
      else show();
    },
    [shown, start, groups, navigate, search, state],
  );
  const move = (by: number) => {
    const section = steps[index + by]?.[0];
    if (shown && section !== undefined) go(section, () => onShow(section));
  };
  const choose = (next: Layout) => {
    writeLocalItem(MEMORY, { layout: next });
    setLayout(next);
  };
  return {
    ...{ shown, current, index, isWithin, go, move, choose },
    count: steps.length,
    sections: steps.flat().length,
    next: shown && steps[index + 1]?.[0],
  };
}

/** After two frames, sections that come are in the page. */
function inTwoFrames(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** Part of the screen's height, from above, at which one reads. */
const READING_LINE = 0.3;

/** Returns the section at the reading line, the last one at the end of the page. */
function useSectionInView(shown: readonly string[] | undefined): string | undefined {
  const [section, setSection] = useState<string>();
  useEffect(() => {
    if (shown === undefined || shown.length < 2) return;
    const look = () => {
      const { scrollTop, scrollHeight } = document.documentElement;
      const isEnd = scrollTop > 0 && Math.ceil(scrollTop) + window.innerHeight >= scrollHeight;
      const seen = document
        .elementFromPoint(window.innerWidth / 2, READING_LINE * window.innerHeight)
        ?.closest('.am-section');
      setSection((before) => (isEnd ? shown.at(-1) : shown.find((id) => sectionId(id) === seen?.id)) ?? before);
    };
    document.addEventListener('scroll', look, { passive: true });
    return () => document.removeEventListener('scroll', look);
  }, [shown]);
  return section && shown?.includes(section) ? section : shown?.[0];
}
