/**
 * A draft of a definition on the screen: what is typed is saved by itself, a moment after the last change. Until the server has it,
 * it is also kept in this browser, so that a reload or a lost network loses nothing. Steps can be undone and done again.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VersionDifference } from '../../../core/generated/api.ts';
import { isObject } from '../../../core/json.ts';
import { isApiError } from '../../data/errors.ts';
import {
  contentToRestore,
  type DraftObject,
  emptyUndoHistory,
  historyAfterChange,
  historyAfterStep,
  type UndoHistory,
} from './history.ts';

const PAUSE_MS = 700;
const AGAIN_MS = 5000;
const CONFLICT = 417;

export interface TheirDraft {
  version: number;
  data: DraftObject;
  by: { name: string | null };
  at: string;
  /** What it says otherwise than the draft on the screen. */
  differences: VersionDifference[];
}

export interface DraftVersion {
  content: DraftObject;
  /** Version of the draft that the content was made of. */
  version: number;
}

/** Where drafts of one kind are kept. */
export interface DefinitionDraftStore<Found> {
  /** Begins the names under which this browser keeps what the server does not have yet. */
  kind: string;
  key: (id: string) => readonly unknown[];
  /** What lists drafts, to be read again after a save. */
  lists: readonly unknown[];
  get: (id: string) => Promise<Found>;
  held: (found: Found) => DraftVersion;
  /** Returns the version that the server has now. */
  save: (id: string, held: DraftVersion) => Promise<number>;
}

export interface OpenDraft<Found> extends DraftVersion {
  found: Found;
  /** saved; waiting or saving; failed: it is tried again; conflict: somebody else has saved. */
  state: 'saved' | 'saving' | 'failed' | 'conflict';
  theirs: TheirDraft | undefined;
  /** `step`: changes of one step that follow each other, such as letters of one text, are undone together. */
  change: (content: object, step?: string) => void;
  /** Undefined if there is nothing to undo, or to do again. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Saves now. Returns the version that the server has, or undefined if it could not be saved. */
  flush: () => Promise<number | undefined>;
  /**
   * Saves, then lets an act change what the server keeps beside the content, such as states of its words. The act gets the version
   * that it changes and returns the one that is there then. Throws what the act throws, unless somebody else saved meanwhile.
   */
  changeBeside: (act: (version: number) => Promise<number>) => Promise<void>;
  keepMine: () => void;
  takeTheirs: () => void;
}

function readHeld(name: string): DraftVersion | undefined {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isObject(held) && isObject(held.content) && typeof held.version === 'number' ? (held as never) : undefined;
  } catch {
    return undefined;
  }
}

function hold(name: string, held: DraftVersion | null): void {
  try {
    if (held) localStorage.setItem(name, JSON.stringify(held));
    else localStorage.removeItem(name);
  } catch {
    // Without room in the browser, the server keeps it a moment later.
  }
}

export function useDefinitionDraft<Found>(store: DefinitionDraftStore<Found>, id: string) {
  const found = useQuery({
    queryKey: store.key(id),
    queryFn: () => store.get(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const open = useOpenDraft(store, id, found.data);
  return { found, open };
}

/** What is on the screen and on its way, read by what runs later. */
interface Now {
  held?: DraftVersion;
  isSaved: boolean;
  running?: Promise<number | undefined> | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

interface Show {
  set: (held: DraftVersion) => void;
  setState: (state: OpenDraft<unknown>['state']) => void;
  setTheirs: (theirs: TheirDraft) => void;
}

/** Returns a function that saves what is not saved, after a save that already runs, and one for what stands beside the content. */
function useSave<Found>(
  store: DefinitionDraftStore<Found>,
  id: string,
  now: RefObject<Now>,
  { set, setState, setTheirs }: Show,
): Pick<OpenDraft<Found>, 'flush' | 'changeBeside'> {
  const client = useQueryClient();
  const name = `${store.kind} ${id}`;
  const save = useCallback(
    async function save(): Promise<number | undefined> {
      clearTimeout(now.current.timer);
      await now.current.running;
      const { held: mine, isSaved } = now.current;
      if (!mine || isSaved) return mine?.version;
      now.current.isSaved = true;
      setState('saving');
      const running = store.save(id, mine).then(
        (version) => {
          const { held: later = mine } = now.current;
          set({ content: later.content, version });
          if (now.current.isSaved) {
            hold(name, null);
            setState('saved');
          } else hold(name, { content: later.content, version });
          void client.invalidateQueries({ queryKey: store.lists });
          return version;
        },
        (error: unknown) => {
          now.current.isSaved = false;
          if (isApiError(error) && error.status === CONFLICT) {
            const { theirs, differences } = error.body;
            setTheirs({
              ...(theirs as unknown as TheirDraft),
              differences: (differences ?? []) as VersionDifference[],
            });
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
    [store, id, name, client, now, set, setState, setTheirs],
  );
  useEffect(() => () => void save(), [save]);
  return { flush: save, changeBeside: useActs(now, set, save) };
}

/** Returns `changeBeside` of an open draft. What is typed meanwhile is saved after the act. */
function useActs(now: RefObject<Now>, set: (held: DraftVersion) => void, save: OpenDraft<unknown>['flush']) {
  return useCallback<OpenDraft<unknown>['changeBeside']>(
    async (act) => {
      const seen = await save();
      if (seen === undefined) return;
      const acting = act(seen);
      now.current.running = acting.catch(() => undefined);
      try {
        const version = await acting;
        if (now.current.held) set({ ...now.current.held, version });
      } catch (error) {
        if (!isApiError(error) || error.status !== CONFLICT) throw error;
        now.current.isSaved = false;
      } finally {
        now.current.running = undefined;
      }
      // Shows both sides if somebody else has saved.
      await save();
    },
    [now, set, save],
  );
}

/** Opens what the server has, or what it did not get before a reload. */
function useFirst<Found>(
  store: DefinitionDraftStore<Found>,
  name: string,
  found: Found | undefined,
  now: RefObject<Now>,
  set: (held: DraftVersion) => void,
  put: (content: DraftObject) => void,
): void {
  useEffect(() => {
    if (!found || now.current.held) return;
    const kept = readHeld(name);
    set(kept ?? store.held(found));
    // What the server did not get before a reload is sent now; if somebody saved meanwhile, it answers with both.
    if (kept) put(kept.content);
  }, [found, store, name, now, set, put]);
}

function useOpenDraft<Found>(
  store: DefinitionDraftStore<Found>,
  id: string,
  found: Found | undefined,
): OpenDraft<Found> | undefined {
  const name = `${store.kind} ${id}`;
  const [held, setHeld] = useState<DraftVersion>();
  const [state, setState] = useState<OpenDraft<Found>['state']>('saved');
  const [theirs, setTheirs] = useState<TheirDraft>();
  const [history, setHistory] = useState<UndoHistory>(emptyUndoHistory);
  const now = useRef<Now>({ isSaved: true });

  const set = useCallback((next: DraftVersion) => {
    now.current.held = next;
    setHeld(next);
  }, []);

  const saving = useSave(store, id, now, { set, setState, setTheirs });
  const { flush: save } = saving;

  const put = useCallback(
    (content: DraftObject) => {
      const next = { content, version: now.current.held?.version ?? 0 };
      set(next);
      now.current.isSaved = false;
      hold(name, next);
      setState((before) => (before === 'conflict' ? before : 'saving'));
      clearTimeout(now.current.timer);
      now.current.timer = setTimeout(() => void save(), PAUSE_MS);
    },
    [name, save, set],
  );

  const change = useCallback(
    (content: object, step?: string) => {
      const before = now.current.held?.content;
      if (before) setHistory((all) => historyAfterChange(all, before, step, Date.now()));
      put(content as DraftObject);
    },
    [put],
  );

  useFirst(store, name, found, now, set, put);

  if (!found || !held) return undefined;
  const walk = (to: 'past' | 'future') => {
    const content = contentToRestore(history, to);
    if (content === undefined) return undefined;
    return () => {
      setHistory(historyAfterStep(history, to, held.content));
      put(content);
    };
  };
  return {
    ...held,
    found,
    state,
    theirs,
    change,
    undo: walk('past'),
    redo: walk('future'),
    ...saving,
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
      hold(name, null);
      set({ content: theirs.data, version: theirs.version });
      setTheirs(undefined);
      setState('saved');
    },
  };
}
