/** Offers for ten seconds to take back what was just done, by the workflow's own steps and with the versions that it made. */
import { useTranslation } from 'react-i18next';
import type { FormEntry, Refused } from '../../../core/generated/api.ts';
import { groupBy } from '../../data/groups.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { number } from '../../data/words.ts';
import { failureText } from '../../shell/FailureNote.tsx';
import { NOTE_TIMES } from '../../shell/toasts/noteTimes.ts';
import { toast, toasts } from '../../shell/toasts/toast.tsx';
import type { Transition } from './actions.ts';
import { groupByReason } from './bulk.ts';

/** A record that was changed, and the step that takes the change back. */
export interface UndoableChange {
  id: string;
  version: number;
  back: string | null;
}

interface Undone {
  changed: number;
  refused: Refused[];
}

const BATCH = 25;
let offers = 0;

export function useUndo(entry: FormEntry) {
  const { t } = useTranslation();
  const forget = useInvalidateRecords();
  const run = async (undo: () => Promise<Undone>) => {
    try {
      const { changed, refused } = await undo();
      if (changed > 0) toast('success', t('bulk.undone', { shown: number(changed) }));
      if (refused.length > 0) toast('error', <Reasons refused={refused} />, { autoClose: NOTE_TIMES.undo });
    } catch (error) {
      toast('error', failureText(error, t), { title: t('bulk.undoFailed') });
    } finally {
      await forget();
    }
  };
  const offer = (kind: 'success' | 'info', message: string, undo: () => Promise<Undone>) => {
    offers += 1;
    const id = `undo-${offers}`;
    const click = () => {
      void toasts().then((system) => system.hide(id));
      void run(undo);
    };
    toast(
      kind,
      <span className="am-gap-4 am-row-gap-1 am-between am-cluster">
        {message}
        <button type="button" data-undo onClick={click}>
          {t('review.undo')}
        </button>
      </span>,
      { id, autoClose: NOTE_TIMES.undo },
    );
  };
  return {
    /** Tells what was done. Records without a step back are left as they are. */
    steps(message: string, done: readonly UndoableChange[], transitions: readonly Transition[]): void {
      const ways = done.filter(({ back }) => back !== null);
      if (ways.length === 0) toast('success', message);
      else offer('success', message, () => takeBack(entry, ways, transitions, t('review.undone')));
    },
    /** Tells that a record was deleted, and offers to restore it. */
    removal(message: string, id: string): void {
      offer('info', message, async () => {
        await source.restore(entry.api, id);
        return { changed: 1, refused: [] };
      });
    },
  };
}

async function takeBack(
  { api }: FormEntry,
  ways: readonly UndoableChange[],
  transitions: readonly Transition[],
  comment: string,
): Promise<Undone> {
  const undone: Undone = { changed: 0, refused: [] };
  for (const same of groupBy(ways, ({ back }) => back ?? '')) {
    const action = same[0]?.back ?? '';
    // The history says why, also where the step asks for no reason.
    const isStep = transitions.some((one) => one.action === action);
    for (let at = 0; at < same.length; at += BATCH) {
      const batch = same.slice(at, at + BATCH);
      const versions = Object.fromEntries(batch.map(({ id, version }) => [id, version]));
      const body = { action, record_id: batch.map(({ id }) => id), versions, ...(isStep && { comment }) };
      const { changed = 0, refused = [] } = await source.transition(api, body);
      undone.changed += changed;
      undone.refused.push(...refused);
    }
  }
  return undone;
}

/** What could not be taken back, and why. */
function Reasons({ refused }: { refused: readonly Refused[] }) {
  const { t } = useTranslation();
  return (
    <>
      {t('bulk.notUndone', { shown: number(refused.length) })}
      <ul className="am-bullets am-above-1">
        {groupByReason(refused).map(({ message, records }) => (
          <li key={message}>
            {message} ({number(records.length)})
          </li>
        ))}
      </ul>
    </>
  );
}
