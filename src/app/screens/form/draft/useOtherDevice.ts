/** What the person's other devices do with the draft of the open form: their answers are put together with those here. */
import { useEffect, useRef, useState } from 'react';
import type { CompiledForm, RecordData } from '../../../../core/definitions/types.ts';
import { hasConflict, type MergeChoices, mergedAnswers, type RecordMerge } from '../../../../core/sync/merge.ts';
import type { DraftVersionAnswers, OtherDeviceAnswers } from '../../../data/drafts/drafts.ts';
import { watchOpenForm } from '../../../data/drafts/openForms.ts';
import { flushTyping } from '../../../widgets/controls/useTypedText.ts';
import type { FormStore } from '../../../widgets/store.ts';
import { answersWithoutPlace, convertAnswers, mergeDraftAnswers, type RestoredDraft } from './restoredDraft.ts';

interface Opened {
  form: CompiledForm;
  store: FormStore;
  /** Key of the draft. */
  key: string;
  /** Answers that the form opened with before any draft. */
  opened: RecordData;
  found: RestoredDraft | undefined;
  /** Called when a new record has to have another id. */
  onId: (client_id: string) => void;
}

export interface OtherDeviceDraft {
  /** Set until the person has chosen between answers that differ. It is as the open version of the form reads it. */
  other: OtherDeviceAnswers | undefined;
  merge: RecordMerge | undefined;
  resolve: (choices: MergeChoices) => void;
  /** True once answers of another device were added by themselves. */
  wasMerged: boolean;
  wasRemoved: boolean;
  /** Answers that this version of the form does not ask. */
  earlier: DraftVersionAnswers[] | undefined;
  /** The draft was discarded here. */
  forget: () => void;
}

export function useOtherDeviceDraft({ form, store, key, opened, found, onId }: Opened): OtherDeviceDraft {
  const [other, setOther] = useState(found?.other);
  const [merge, setMerge] = useState(() => other && mergeDraftAnswers(form, opened, store.data, other.data));
  const [earlier, setEarlier] = useState(found?.earlier);
  const [wasMerged, setMerged] = useState(found?.wasMerged === true);
  const [wasRemoved, setRemoved] = useState(found?.removedElsewhere === true);
  const take = async (theirs: OtherDeviceAnswers) => {
    const { lost, ...read } = await convertAnswers(form, theirs);
    const left = answersWithoutPlace([{ ...read, lost }]);
    if (left.length > 0) setEarlier((before = []) => [...before, ...left]);
    // What is being typed counts too.
    flushTyping();
    const both = mergeDraftAnswers(form, opened, store.data, read.data);
    if (hasConflict(both)) {
      setOther({ ...theirs, data: read.data });
      setMerge(both);
    } else {
      setOther(undefined);
      setMerge(undefined);
      setMerged(true);
      store.replace(mergedAnswers(both), true);
    }
  };
  const handlers = useRef({ take, onId });
  handlers.current = { take, onId };
  useEffect(
    () =>
      watchOpenForm(key, {
        onOther(theirs) {
          handlers.current.take(theirs).catch((error: unknown) => console.warn('the other draft was not read', error));
        },
        onRemoved(client_id) {
          setRemoved(true);
          handlers.current.onId(client_id);
        },
      }),
    [key],
  );
  const resolve = (choices: MergeChoices) => {
    if (!other) return;
    flushTyping();
    // Typing goes on while the person chooses, so that both are compared once more.
    const both = mergeDraftAnswers(form, opened, store.data, other.data);
    setOther(undefined);
    setMerge(undefined);
    store.replace(mergedAnswers(both, choices), true);
  };
  const forget = () => {
    setOther(undefined);
    setMerge(undefined);
    setEarlier(undefined);
    setMerged(false);
    setRemoved(false);
  };
  return { other, merge, resolve, wasMerged, wasRemoved, earlier, forget };
}
