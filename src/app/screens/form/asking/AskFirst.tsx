/** What the person is asked before an open form is saved, one question at a time. */
import type { CompiledForm, RecordData } from '../../../../core/definitions/types.ts';
import type { FormEntry, Refs } from '../../../../core/generated/api.ts';
import type { FormStore } from '../../../widgets/store.ts';
import { AskLost, AskProblems, AskSame, AskUnanswered, OfferOffline } from '../SaveBar.tsx';
import type { useSaving } from '../useSaving.ts';

interface AskFirstProps {
  entry: FormEntry;
  form: CompiledForm;
  store: FormStore;
  saving: ReturnType<typeof useSaving>;
  /** Version of the record. */
  version: number | undefined;
  /** Answers that the form opened with. */
  before: RecordData;
  refs: Refs;
  goPointer: (pointer: string) => void;
}

export function AskFirst(props: AskFirstProps) {
  const { entry, form, store, saving, version, before, refs, goPointer } = props;
  const { submit, asking, setAsking, same, setSame, lost, setLost, problems, setProblems, outcome } = saving;
  const save = (isSecond = false) => void submit(version, true, isSecond);
  return (
    <>
      {lost && (
        <AskLost
          {...{ lost, before, refs }}
          onBack={() => {
            setLost(undefined);
            goPointer(`/${lost[0]?.properties[0]}`);
          }}
          onSave={() => void saving.saveWithout()}
        />
      )}
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
