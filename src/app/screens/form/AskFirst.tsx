/** What the person is asked before an open form is saved, one question at a time. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import type { FormStore } from '../../widgets/store.ts';
import { AskProblems, AskSame, AskUnanswered, OfferOffline } from './SaveBar.tsx';
import type { useSaving } from './useSaving.ts';

interface AskFirstProps {
  entry: FormEntry;
  form: CompiledForm;
  store: FormStore;
  saving: ReturnType<typeof useSaving>;
  /** Version of the record. */
  version: number | undefined;
  goPointer: (pointer: string) => void;
}

export function AskFirst(props: AskFirstProps) {
  const { entry, form, store, saving, version, goPointer } = props;
  const { submit, asking, setAsking, same, setSame, problems, setProblems, outcome } = saving;
  const save = (isSecond = false) => void submit(version, true, isSecond);
  return (
    <>
      {asking && (
        <AskUnanswered
          counts={asking}
          onBack={() => {
            setAsking(undefined);
            goPointer(`/${asking.first}`);
          }}
          onSave={() => {
            setAsking(undefined);
            save();
          }}
        />
      )}
      {same && (
        <AskSame
          {...{ entry, form, same }}
          onBack={() => setSame(undefined)}
          onSave={() => {
            setSame(undefined);
            save(true);
          }}
        />
      )}
      {problems && (
        <AskProblems
          {...{ store, same: problems }}
          onBack={() => setProblems(undefined)}
          onDecided={(decisions) => void saving.decide(decisions)}
        />
      )}
      {outcome?.kind === 'offline' && <OfferOffline onSave={save} />}
    </>
  );
}
