/** The open form: sections, navigator, saving, drafts, leaving. Everything it needs is here already. */
import i18next from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import type { CompiledForm, RecordData, ValidatorModule } from '../../../core/definitions/types.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import { type Draft, dropFile, keepFile, keptFile, removeDraft, sentFile } from '../../data/drafts.ts';
import { isApiError } from '../../data/errors.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { recordPath } from '../../data/paths.ts';
import { useForgetRecords } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { FormEntry, RecordView, Refs } from '../../data/types.ts';
import { FailureNote, failureText } from '../../shell/FailureNote.tsx';
import { NOTE_TIMES } from '../../shell/toasts/noteTimes.ts';
import { fetchToasts, toast } from '../../shell/toasts/toast.tsx';
import { flushTyping } from '../../widgets/controls/typing.ts';
import { today, useWidgets, useWords } from '../../widgets/environment.tsx';
import { type FileKeeper, FormHostProvider } from '../../widgets/host.tsx';
import { createFormStore } from '../../widgets/store.ts';
import { ProblemTypes, Restored } from './asides.tsx';
import { Conflict, type Theirs } from './Conflict.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { focusPointer, focusSection } from './focus.ts';
import { type FormView, FormViewContext } from './formView.ts';
import { onceIdle } from './idle.ts';
import { Navigator } from './Navigator.tsx';
import { Sections } from './Sections.tsx';
import { type Outcome, save } from './save.ts';
import { type Unanswered, unanswered } from './unanswered.ts';
import { useDraft } from './useDraft.ts';
import './form.css';

const loadQuestions = () => import('./questions.tsx');
const AskLeaving = onDemand(async () => ({ default: (await loadQuestions()).AskLeaving }));
const AskUnanswered = onDemand(async () => ({ default: (await loadQuestions()).AskUnanswered }));

export interface EditorProps {
  entry: FormEntry;
  form: CompiledForm;
  validator: ValidatorModule;
  /** Answers the form opens with, before a draft. */
  opened: RecordData;
  refs: Refs;
  record?: RecordView;
  /** Create call's parameter that names the parent. */
  params: Record<string, string>;
  parent?: string;
  /** Province of the record or its parent, where the form asks none. */
  province?: string;
  comments: Readonly<Record<string, string>>;
  draft: Omit<Draft, 'data' | 'at'>;
  found?: Draft;
  /** Where giving up leads. */
  backTo: string;
}

/** Whether an edit added or took away files. */
function filesChanged(form: CompiledForm, before: RecordData, now: RecordData): boolean {
  const files = [...form.fields.values()].filter(holdsFiles);
  return files.some(({ name }) => JSON.stringify(before[name] ?? []) !== JSON.stringify(now[name] ?? []));
}

export function Editor({
  entry,
  form,
  validator,
  opened,
  refs,
  record,
  params,
  parent,
  province,
  comments,
  draft: about,
  found,
  backTo,
}: EditorProps) {
  const { t } = useWords();
  const source = useSource();
  const { source: widgets, constants } = useWidgets();
  const navigate = useNavigate();
  const forget = useForgetRecords();
  const [day] = useState(today);
  const [store] = useState(() => {
    const made = createFormStore(form, validator, opened, day);
    if (found) made.replace(found.data, true);
    return made;
  });
  const [restored, setRestored] = useState(found);
  const [version, setVersion] = useState(found?.record_version ?? record?.version);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Unanswered>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [theirs, setTheirs] = useState<Theirs>();
  const [all, setAll] = useState(false);
  const [round, setRound] = useState(0);
  const client_id = found?.client_id ?? about.client_id;
  const keeping = useDraft(store, { ...about, client_id, ...(version !== undefined && { record_version: version }) });
  const changed = useSyncExternalStore(store.subscribe, () => store.changed);
  const left = useRef(false);
  const saving = useRef(false);

  const files = useMemo<FileKeeper>(
    () => ({
      keep: ({ name, blob, question }) => keepFile(about.key, name, blob, question),
      get: keptFile,
      sent: sentFile,
      drop: dropFile,
    }),
    [about.key],
  );
  const host = useMemo(
    () => ({ form, store, files, refs, ...(province && { province }) }),
    [form, store, files, refs, province],
  );
  const view = useMemo<FormView>(() => {
    const parentField = form.definition.parent?.field;
    return {
      comments,
      fixed: new Set(parentField && (parent ?? record?.parent) ? [parentField] : []),
      disabled: false,
      isTaken: async (field, value) => !(await source.isUnique(entry.api, field, value, record?.id)),
    };
  }, [comments, form, parent, record, source, entry]);

  // An ended session leads to the login page without asking: the draft is kept, and logging in leads back to it.
  const blocker = useBlocker(
    useCallback(({ nextLocation }) => store.changed && !left.current && nextLocation.pathname !== '/login', [store]),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      flushTyping();
      keeping.flush();
      if (store.changed && !left.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store, keeping.flush]);

  useEffect(() => {
    // For scroll-padding; a :has() on the root would be asked at every change of the page.
    document.documentElement.dataset.saveBar = 'true';
    return () => {
      delete document.documentElement.dataset.saveBar;
    };
  }, []);

  // Fetched while the connection is likely still there; drawn at once when they are needed.
  useEffect(
    () => (changed ? onceIdle(() => void Promise.all([loadQuestions(), fetchToasts()]).catch(later)) : undefined),
    [changed],
  );

  const goTo = useCallback((act: () => void) => {
    setAll(true);
    // Two frames: the sections that were not drawn yet are there then.
    requestAnimationFrame(() => requestAnimationFrame(() => act()));
  }, []);
  const goSection = useCallback((id: string) => goTo(() => focusSection(id)), [goTo]);
  const goPointer = useCallback((pointer: string) => goTo(() => focusPointer(form, pointer)), [goTo, form]);

  const submit = async (at = version, sure = false) => {
    if (saving.current) return;
    flushTyping();
    // Looked at before anything says "saving": what is missing is told in one drawing.
    if (!store.check()) {
      await finish({ kind: 'invalid', errors: store.errors });
      return;
    }
    const open = unanswered(store, form, constants);
    if (open && !sure) {
      setAsking(open);
      return;
    }
    saving.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      const result = await save({
        source,
        widgets,
        files,
        store,
        api: entry.api,
        client_id,
        params,
        ...(record && { record: { id: record.id, version: at ?? record.version } }),
      });
      await finish(result);
    } catch (error) {
      setOutcome({ kind: 'refused', error });
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };

  const { notices } = form.definition;
  const finish = async (result: Outcome) => {
    setOutcome(result);
    if (result.kind === 'saved') {
      left.current = true;
      store.saved();
      await keeping.forget().catch((error: unknown) => console.warn('the draft was not removed', error));
      toast('success', result.answer.code ?? '', {
        title: t(record ? 'screen.updated' : 'screen.created'),
        ...(notices?.saved !== undefined && { autoClose: notices.saved }),
      });
      if (record && filesChanged(form, record.data, store.data))
        toast('success', t('screen.attachmentChanged'), { autoClose: NOTE_TIMES.attachmentChanged });
      await forget();
      navigate(recordPath(entry, result.answer.id), { replace: true });
      return;
    }
    keeping.flush();
    // What the form found itself, or shows (the other side of a conflict), is not said twice.
    const error = 'error' in result && result.error;
    if (error || result.kind === 'files') {
      const said = error ? (isApiError(error) && error.errorInfo) || failureText(error, i18next.t) : t('screen.files');
      toast('error', said, {
        title: t(notices?.failed === 'request-failed' ? 'screen.requestFailed' : 'screen.failedRequest'),
      });
    }
    if (result.kind === 'invalid') {
      store.showErrors(result.errors);
      const first = firstPointer(form, result.errors);
      if (first) goPointer(first);
    } else if (result.kind === 'conflict') {
      setTheirs(result.theirs);
      requestAnimationFrame(() => {
        const desk = document.getElementById('conflict');
        desk?.focus({ preventScroll: true });
        desk?.scrollIntoView({ block: 'start' });
      });
    }
  };

  const startOver = async () => {
    store.replace(opened, false);
    setRestored(undefined);
    setVersion(record?.version);
    setRound((n) => n + 1);
    // Only this draft's text goes; the keeping itself goes on with the next change.
    await removeDraft(about.key);
  };

  const stale = restored && record && restored.record_version !== undefined && restored.record_version < record.version;

  return (
    <FormHostProvider value={host}>
      <FormViewContext value={view}>
        <form
          className="am-form"
          data-short={form.sections.length < 2 || undefined}
          noValidate
          onBlur={(event) => {
            // One listener for all questions: whoever leaves one sees at once what is wrong with it.
            const from = event.target.closest<HTMLElement>('[data-question]');
            if (from && !from.contains(event.relatedTarget)) store.leave(from.dataset.question!);
          }}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
          onKeyDown={(event) => {
            if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
              event.preventDefault();
              void submit();
            } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
              // Enter in a field of a long form is a slip, not a wish to send it.
              event.preventDefault();
            }
          }}
        >
          <div className="am-form-side">
            <Navigator onGo={goSection} />
          </div>
          <div className="am-form-main">
            {restored && (
              <Restored
                draft={restored}
                stale={Boolean(stale)}
                otherForm={restored.form_version !== form.version}
                onStartOver={() => void startOver()}
              />
            )}
            {theirs && (
              <Conflict
                key={theirs.version}
                form={form}
                base={record?.data ?? {}}
                mine={store.data}
                theirs={theirs}
                refs={refs}
                onSettle={(data, newer) => {
                  setTheirs(undefined);
                  store.replace(data, true);
                  setVersion(newer);
                  void submit(newer, true);
                }}
              />
            )}
            <ErrorSummary onGo={goPointer} />
            <Sections key={round} all={all} />
            <div className="am-save-bar">
              {outcome && outcome.kind !== 'saved' && outcome.kind !== 'invalid' && outcome.kind !== 'conflict' && (
                <Trouble outcome={outcome} />
              )}
              <div className="am-save-buttons">
                <button
                  type="submit"
                  className="am-button am-primary"
                  aria-disabled={busy || undefined}
                  disabled={theirs !== undefined}
                >
                  {t(busy ? 'screen.saving' : 'screen.save')}
                </button>
                <button type="button" className="am-button" onClick={() => navigate(backTo)}>
                  {t('screen.cancel')}
                </button>
                <span className="am-save-state" role="status">
                  {keeping.state === 'failed'
                    ? t('draft.failed')
                    : changed && keeping.state === 'kept'
                      ? t('draft.kept')
                      : ''}
                </span>
              </div>
            </div>
          </div>
        </form>
        {blocker.state === 'blocked' && (
          <AskLeaving
            onStay={() => blocker.reset()}
            onLeave={() => {
              flushTyping();
              keeping.flush();
              blocker.proceed();
            }}
            onDiscard={() => {
              left.current = true;
              void keeping.forget().finally(() => blocker.proceed());
            }}
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
              void submit(version, true);
            }}
          />
        )}
        {form.definition.problems?.types && <ProblemTypes list={form.definition.problems.types} store={store} />}
      </FormViewContext>
    </FormHostProvider>
  );
}

/** Asked for again when they are needed. */
function later(error: unknown): void {
  console.warn('questions and messages were not fetched ahead', error);
}

function Trouble({ outcome }: { outcome: Outcome }) {
  const { t } = useWords();
  if (outcome.kind === 'refused') {
    return (
      <>
        <FailureNote error={outcome.error} />
        <p className="am-aside">{t('screen.failed')}</p>
      </>
    );
  }
  return (
    <p className="am-warning" role="alert">
      {t(outcome.kind === 'files' ? 'screen.files' : 'screen.offline')}
    </p>
  );
}

function firstPointer(form: CompiledForm, errors: Record<string, unknown>): string | undefined {
  const order = new Map([...form.byProperty.keys()].map((name, index) => [name, index]));
  const place = (pointer: string) => order.get(pointer.split('/')[1] ?? '') ?? Number.MAX_SAFE_INTEGER;
  return Object.keys(errors).sort((a, b) => place(a) - place(b))[0];
}
