/**
 * The draft on the screen: what is typed is saved by itself, a moment after the last change. Until the server has it, it is
 * also kept in this browser, so that a reload or a lost network loses nothing.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isObject } from '../../../core/errors/json.ts';
import type { ReportDraftResponse, VersionDifference } from '../../../core/generated/api.ts';
import { isApiError } from '../../data/errors.ts';
import { builderApi, builderKeys } from './api.ts';

const PAUSE_MS = 700;
const AGAIN_MS = 5000;
const CONFLICT = 417;

export interface Theirs {
  version: number;
  data: Record<string, unknown>;
  by: { name: string | null };
  at: string;
  /** What it says otherwise than the draft on the screen. */
  differences: VersionDifference[];
}

interface Held {
  content: Record<string, unknown>;
  /** Version of the draft that the content was made of. */
  version: number;
}

export interface OpenDraft extends Held {
  data: ReportDraftResponse['data'];
  seen: string | null;
  /** saved; waiting or saving; failed: it is tried again; conflict: somebody else has saved. */
  state: 'saved' | 'saving' | 'failed' | 'conflict';
  theirs: Theirs | undefined;
  change: (content: object) => void;
  /** Saves now. Returns the version that the server has, or undefined if it could not be saved. */
  flush: () => Promise<number | undefined>;
  keepMine: () => void;
  takeTheirs: () => void;
}

const keyOf = (id: string) => `report draft ${id}`;

function readHeld(id: string): Held | undefined {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null');
    return isObject(held) && isObject(held.content) && typeof held.version === 'number' ? (held as never) : undefined;
  } catch {
    return undefined;
  }
}

function hold(id: string, held: Held | null): void {
  try {
    if (held) localStorage.setItem(keyOf(id), JSON.stringify(held));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // Without room in the browser, the server keeps it a moment later.
  }
}

export function useDraft(id: string) {
  const found = useQuery({
    queryKey: builderKeys.draft(id),
    queryFn: () => builderApi.draft(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const open = useOpenDraft(id, found.data);
  return { found, open };
}

/** What is on the screen and on its way, read by what runs later. */
interface Now {
  held?: Held;
  isSaved: boolean;
  running?: Promise<number | undefined> | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

interface Show {
  set: (held: Held) => void;
  setState: (state: OpenDraft['state']) => void;
  setTheirs: (theirs: Theirs) => void;
}

/** Returns a function that saves what is not saved, after a save that already runs. */
function useSave(id: string, now: RefObject<Now>, { set, setState, setTheirs }: Show): OpenDraft['flush'] {
  const client = useQueryClient();
  return useCallback(
    async function save(): Promise<number | undefined> {
      clearTimeout(now.current.timer);
      await now.current.running;
      const { held: mine, isSaved } = now.current;
      if (!mine || isSaved) return mine?.version;
      now.current.isSaved = true;
      setState('saving');
      const running = builderApi.save(id, mine).then(
        ({ data: { version } }) => {
          const { held: later = mine } = now.current;
          set({ content: later.content, version });
          if (now.current.isSaved) {
            hold(id, null);
            setState('saved');
          } else hold(id, { content: later.content, version });
          void client.invalidateQueries({ queryKey: builderKeys.drafts });
          return version;
        },
        (error: unknown) => {
          now.current.isSaved = false;
          if (isApiError(error) && error.status === CONFLICT) {
            const { theirs, differences } = error.body;
            setTheirs({ ...(theirs as unknown as Theirs), differences: (differences ?? []) as VersionDifference[] });
            setState('conflict');
          } else {
            setState('failed');
            now.current.timer = setTimeout(() => void save(), AGAIN_MS);
          }
          return undefined;
        },
      );
      now.current.running = running;
      const version = await running;
      now.current.running = undefined;
      return version;
    },
    [id, client, now, set, setState, setTheirs],
  );
}

function useOpenDraft(id: string, found: ReportDraftResponse | undefined): OpenDraft | undefined {
  const [held, setHeld] = useState<Held>();
  const [state, setState] = useState<OpenDraft['state']>('saved');
  const [theirs, setTheirs] = useState<Theirs>();
  const now = useRef<Now>({ isSaved: true });

  const set = useCallback((next: Held) => {
    now.current.held = next;
    setHeld(next);
  }, []);

  const save = useSave(id, now, { set, setState, setTheirs });

  const change = useCallback(
    (content: object) => {
      const next = { content: content as Record<string, unknown>, version: now.current.held?.version ?? 0 };
      set(next);
      now.current.isSaved = false;
      hold(id, next);
      setState((before) => (before === 'conflict' ? before : 'saving'));
      clearTimeout(now.current.timer);
      now.current.timer = setTimeout(() => void save(), PAUSE_MS);
    },
    [id, save, set],
  );

  useEffect(() => {
    if (!found || now.current.held) return;
    const kept = readHeld(id);
    set(kept ?? { content: found.content, version: found.data.version });
    // What the server did not get before a reload is sent now; if somebody saved meanwhile, it answers with both.
    if (kept) change(kept.content);
  }, [found, id, set, change]);

  useEffect(() => () => void save(), [save]);

  if (!found || !held) return undefined;
  return {
    ...held,
    data: found.data,
    seen: found.seen,
    state,
    theirs,
    change,
    flush: save,
    keepMine: () => {
      if (!theirs) return;
      set({ content: held.content, version: theirs.version });
      setTheirs(undefined);
      setState('saving');
      void save();
    },
    takeTheirs: () => {
      if (!theirs) return;
      now.current.isSaved = true;
      hold(id, null);
      set({ content: theirs.data, version: theirs.version });
      setTheirs(undefined);
      setState('saved');
    },
  };
}
