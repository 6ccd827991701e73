/** What the person is asked before a visit where none is due, and before an open form is saved, one question at a time. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CompiledForm, RecordData } from '../../../../core/definitions/types.ts';
import type { ChosenParent, FormEntry, RecordView, Refs } from '../../../../core/generated/api.ts';
import type { Draft } from '../../../data/drafts/drafts.ts';
import type { FormStore } from '../../../widgets/store.ts';
import type { SiteBeginning } from '../beginning.ts';
import { AskDuplicate, AskLost, AskProblems, AskUnanswered, AskUnvisited, OfferOffline } from '../SaveBar.tsx';
import type { useSaving } from '../useSaving.ts';

interface AskFirstProps extends UnvisitedProps {
  entry: FormEntry;
  record?: RecordView;
  saving: ReturnType<typeof useSaving>;
  /** Version of the record. */
  version: number | undefined;
  /** Answers that the form opened with. */
  before: RecordData;
  refs: Refs;
  goPointer: (pointer: string) => void;
}

export function QuestionsBeforeSaving(props: AskFirstProps) {
  const { entry, form, store, saving, version, before, refs, goPointer, record } = props;
  const { submit, asking, setAsking, same, setSame, lost, setLost, problems, setProblems, outcome } = saving;
  const save = (isSecond = false) => void submit(version, true, isSecond);
  return (
    <>
      {!record && <UnvisitedSite {...props} />}
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
          act={saving.pressed}
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
        <AskDuplicate
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

interface UnvisitedProps {
  form: CompiledForm;
  store: FormStore;
  /** The site of a new record, as it was opened. */
  around?: ChosenParent | undefined;
  found?: Pick<Draft, 'site'> | undefined;
  backTo: string;
  /** What a site brings that was chosen in the form. */
  begun: SiteBeginning | undefined;
}

/** Asks once for each site where no visits are due. Whoever has a draft there was asked when they began it. */
function UnvisitedSite({ begun, around, store, form, found, backTo }: UnvisitedProps) {
  const navigate = useNavigate();
  const site = begun ? begun.around : around;
  const [accepted, accept] = useState(found && (found.site ?? site?.id));
  if (!site?.unvisited || site.id === accepted) return null;
  const field = form.definition.parent?.field;
  const onBack = () => (begun && field ? store.set({ [field]: undefined }) : navigate(backTo));
  return <AskUnvisited site={site} onBack={onBack} onVisit={() => accept(site.id)} />;
}
