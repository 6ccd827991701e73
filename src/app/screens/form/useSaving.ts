/** Handles a click on Save: checks the form, asks about open questions, sends the record and shows the result. */
import i18next from 'i18next';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import type { DuplicateRecords, FormEntry, RecordView, SameProblem } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { connectionMode } from '../../data/device/mode.ts';
import type { FillTime } from '../../data/drafts/drafts.ts';
import { isApiError } from '../../data/errors.ts';
import { useInvalidateForms, useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { codeOf, text } from '../../data/words.ts';
import { failureText } from '../../shell/FailureNote.tsx';
import { NOTE_TIMES } from '../../shell/toasts/noteTimes.ts';
import { toast } from '../../shell/toasts/toast.tsx';
import { finishInputs } from '../../widgets/controls/unfinished.ts';
import { useWidgets, useWidgetTexts } from '../../widgets/environment.tsx';
import type { PickedFileStore } from '../../widgets/host.tsx';
import { mergeWithEarlierProblem } from '../../widgets/problems/rows.ts';
import type { FormStore } from '../../widgets/store.ts';
import type { Transition } from '../record/actions.ts';
import type { ProblemDecision } from './asking/AskProblems.tsx';
import { countUnanswered, type UnansweredCount } from './asking/countUnanswered.ts';
import { lostAnswers } from './asking/lostAnswers.ts';
import type { TheirRecord } from './conflict/ConflictResolver.tsx';
import type { DraftSaving } from './draft/useAutosave.ts';
import { focusConflict } from './focus.ts';
import { type SaveOutcome, saveRecord } from './save.ts';

interface SavingProps {
  entry: FormEntry;
  form: CompiledForm;
  record?: RecordView;
  params: Record<string, string>;
  /** Answers that the form opened with, before any draft. */
  opened: RecordData;
  store: FormStore;
  files: PickedFileStore;
  client_id: string;
  /** Version of the record when the form was opened or its conflict was resolved. */
  version: number | undefined;
  keeping: DraftSaving;
  filling: () => FillTime;
  left: RefObject<boolean>;
  /** The step that the main button takes together with the save. */
  afterEdit?: Transition | undefined;
  /** Words of the main button, where saving hands the record on. */
  save?: string | undefined;
  goPointer: (pointer: string) => void;
}

const UNSAID = { second: false, without: false, others: [] };

export function useSaving(props: SavingProps) {
  const { entry, form, record, params, store, files, client_id, version, filling, goPointer } = props;
  const { source: widgets, constants } = useWidgets();
  const { isBusy, busy, busily } = useBusy();
  const { said, ...asked } = useQuestions();
  const { setAsking, setSame, setProblems, setLost } = asked;
  const [outcome, setOutcome] = useState<SaveOutcome>();
  /** What somebody else saved in the meantime. */
  const [theirs, setTheirs] = useState<TheirRecord>();
  /** Answers that the person gave up at a conflict. The record's history keeps them. */
  const notTaken = useRef<RecordData>({});
  // Not a frame later: a slow phone has not drawn the answers by then.
  useEffect(() => {
    if (theirs) focusConflict();
  }, [theirs]);
  /** False once the user chose only to save. Kept while a question or a conflict is open. */
  const takesStep = useRef(true);
  const onSaved = useSaved(props);

  const finish = async (result: SaveOutcome) => {
    setOutcome(result);
    if (result.kind === 'saved') return onSaved(result.answer, takesStep.current);
    props.keeping.flush();
    sayFailure(result, form);
    if (result.kind === 'invalid') {
      store.showErrors(result.errors);
      const first = firstErrorPointer(form, store.errors);
      if (first) goPointer(first);
    } else if (result.kind === 'same') setSame(result.duplicates);
    else if (result.kind === 'problems') setProblems(result.problems);
    else if (result.kind === 'conflict') setTheirs(result.theirs);
  };

  /** `isSure` also saves with open questions, `isSecond` also besides records that say the same. */
  const submit = async (at = version, isSure = false, isSecond = false) => {
    if (busy.current) return;
    const unfinished = finishInputs();
    if (unfinished) await busily(() => unfinished);
    // Check before "Saving" is shown, so that all errors appear in one render.
    if (!store.check()) return finish({ kind: 'invalid', errors: store.errors });
    const gone = record && !isSure && !said.current.without ? lostAnswers(store, form, props.opened) : [];
    if (gone.length > 0) return setLost(gone);
    const open = countUnanswered(store, form, constants);
    if (open && !isSure) return setAsking(open);
    setOutcome(undefined);
    if (isSecond) said.current = { ...said.current, second: true };
    const known = record && { record: { id: record.id, version: at ?? record.version } };
    const transition = takesStep.current ? props.afterEdit?.action : undefined;
    const { second, others } = said.current;
    const body = {
      ...{ source, widgets, files, store, client_id, params, transition, filling, others, api: entry.api, ...known },
      same: second ? ('save' as const) : ('ask' as const),
      notTaken: notTaken.current,
    };
    await busily(async () => finish(await saveRecord(body))).catch((error) => finish({ kind: 'refused', error }));
  };
  const begin = (withStep: boolean) => {
    takesStep.current = withStep;
    said.current = { ...said.current, second: false, without: false };
    return submit();
  };
  const giveUp = (answers: RecordData) => {
    notTaken.current = { ...notTaken.current, ...answers };
  };
  /** Takes the answers to the question about problems, and saves. */
  const decide = (answers: readonly ProblemDecision[]) => {
    setProblems(undefined);
    for (const { row, known } of answers) if (known) mergeWithEarlierProblem(store, row, known);
    const others = answers.flatMap(({ row, known }) => (known ? [] : [row]));
    said.current = { ...said.current, others: [...said.current.others, ...others] };
    return submit(version, true);
  };
  const saveWithout = () => {
    setLost(undefined);
    said.current = { ...said.current, without: true };
    return submit();
  };
  const words = useActs(props, takesStep);
  return { ...asked, saveWithout, decide, giveUp, isBusy, outcome, theirs, setTheirs, submit, begin, ...words };
}

/** Words of the two buttons that save. Questions before the save repeat those of the button that was pressed. */
function useActs({ afterEdit, save }: SavingProps, takesStep: RefObject<boolean>) {
  const { t } = useWidgetTexts();
  const main = afterEdit?.after_edit ? text(afterEdit.after_edit) : (save ?? t('screen.save'));
  const only = t('screen.saveOnly');
  return { act: { main, only }, pressed: takesStep.current ? main : only };
}

/** Whether a save runs. `busy` knows it before the next drawing. */
function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const busily = async (work: () => Promise<unknown>) => {
    busy.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { isBusy, busy, busily };
}

/** What the user is asked before or instead of a save, and what was answered. */
function useQuestions() {
  /** Set while the user is asked whether to save with open questions. */
  const [asking, setAsking] = useState<UnansweredCount>();
  /** Set while the user is asked whether to save besides records that say the same. */
  const [same, setSame] = useState<DuplicateRecords>();
  /** Set while the user is asked whether new problems are the open ones of their type. */
  const [problems, setProblems] = useState<SameProblem[]>();
  /** Set while the user is asked whether answers of the stored record are really to go. */
  const [lost, setLost] = useState<FieldNode[]>();
  /** What was answered to these questions. */
  const said = useRef<{ second: boolean; without: boolean; others: readonly string[] }>(UNSAID);
  return { said, asking, setAsking, same, setSame, problems, setProblems, lost, setLost };
}

/** Shows that the record was saved, removes the draft and opens the record. */
function useSaved({ entry, form, record, store, keeping, left, afterEdit }: SavingProps) {
  const { t } = useWidgetTexts();
  const navigate = useNavigate();
  const forget = useInvalidateRecords();
  const forgetForms = useInvalidateForms();
  return async (
    { id, record: stored, newest_version }: (SaveOutcome & { kind: 'saved' })['answer'],
    tookStep: boolean,
  ) => {
    const time = form.definition.notices?.saved;
    left.current = true;
    store.saved();
    await keeping.forget().catch((error: unknown) => console.warn('the draft was not removed', error));
    const sent = tookStep ? afterEdit && text(afterEdit.done) : afterEdit && t('screen.savedNotSent');
    const isHere = connectionMode.get() === 'offline';
    toast('success', codeOf(stored) ?? '', {
      title: isHere ? t('screen.savedHere') : (sent ?? t(record ? 'screen.updated' : 'screen.created')),
      ...(time !== undefined && { autoClose: time }),
    });
    if (!record && newest_version > form.version) {
      toast('info', t('screen.newerForm'), { autoClose: false });
      await forgetForms();
    }
    if (record && filesChanged(form, record.data, store.data))
      toast('success', t('screen.attachmentChanged'), { autoClose: NOTE_TIMES.attachmentChanged });
    await forget();
    navigate(recordPath(entry, id), { replace: true, state: { isSent: !record } });
  };
}

/** Shows a message, except for errors the form found itself and for conflicts, which are already visible. */
function sayFailure(result: SaveOutcome, { definition }: CompiledForm): void {
  const error = 'error' in result && result.error;
  if (!error && result.kind !== 'files') return;
  const t = i18next.getFixedT(null, 'form');
  const said = error ? (isApiError(error) && error.errorInfo) || failureText(error, i18next.t) : t('screen.files');
  const isRequest = definition.notices?.failed === 'request-failed';
  const title = isRequest ? 'screen.requestFailed' : 'screen.failedRequest';
  toast('error', said, { title: t(connectionMode.get() === 'offline' ? 'screen.offlineFailed' : title) });
}

/** True if the edit added or removed files. */
function filesChanged(form: CompiledForm, before: RecordData, now: RecordData): boolean {
  const files = [...form.fields.values()].filter(holdsFiles);
  return files.some(({ name }) => JSON.stringify(before[name] ?? []) !== JSON.stringify(now[name] ?? []));
}

export function firstErrorPointer(form: CompiledForm, errors: Record<string, unknown>): string | undefined {
  const order = new Map([...form.byProperty.keys()].map((name, index) => [name, index]));
  const place = (pointer: string) => order.get(pointer.split('/')[1] ?? '') ?? Number.MAX_SAFE_INTEGER;
  return Object.keys(errors).sort((a, b) => place(a) - place(b))[0];
}
