/** The open form: sections, navigator, saving, drafts and leaving. All it needs is already loaded. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CompiledForm, RecordData, ValidatorModule } from '../../../core/definitions/types.ts';
import type { EvaluationContext } from '../../../core/expressions/types.ts';
import type { DefaultSources } from '../../../core/form/defaults.ts';
import type { ChangeView, ChosenParent, FormEntry, RecordView, Refs } from '../../../core/generated/api.ts';
import { type MergeChoices, mergedAnswers, rejectedAnswers } from '../../../core/sync/merge.ts';
import {
  addDraftFile,
  type Draft,
  markFileUploaded,
  readDraftFile,
  removeDraftFile,
} from '../../data/drafts/drafts.ts';
import { discardDraft } from '../../data/drafts/sending.ts';
import { source } from '../../data/source.ts';
import { type FormHost, FormHostProvider, type PickedFileStore } from '../../widgets/host.tsx';
import { FormStore } from '../../widgets/store.ts';
import type { Transition } from '../record/actions.ts';
import { OtherDeviceNotice, RestoredDraftNotice, ReturnedComments, WatchDeviceClock } from './asides.tsx';
import { QuestionsBeforeSaving } from './asking/QuestionsBeforeSaving.tsx';
import type { SiteBeginning } from './beginning.ts';
import { ConflictResolver } from './conflict/ConflictResolver.tsx';
import { mergeDraftAnswers, type RestoredDraft } from './draft/restoredDraft.ts';
import { useAutosave } from './draft/useAutosave.ts';
import { type OtherDeviceDraft, useOtherDeviceDraft } from './draft/useOtherDevice.ts';
import { FormFrame, useJump } from './FormFrame.tsx';
import { FormMenu } from './FormMenu.tsx';
import { startFillTimer } from './filling.ts';
import { useFirstComment } from './focus.ts';
import {
  type CommentsByQuestion,
  commentOnQuestion,
  type FormView,
  FormViewContext,
  readOnlyFields,
} from './formView.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LockedRecordNotice } from './LockedRecordNotice.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useSaving } from './useSaving.ts';
import { type OtherSiteQuery, SiteNote, useSiteChoice } from './useSiteChoice.tsx';

export interface FormEditorProps {
  entry: FormEntry;
  form: CompiledForm;
  validator: ValidatorModule;
  /** Answers the form opens with, before a draft replaces them. */
  opened: RecordData;
  refs: Refs;
  record?: RecordView;
  /** Parameters of the create request that name the parent. */
  params: Record<string, string>;
  parent?: string;
  /** The site of a new record, as it was opened. */
  around?: ChosenParent | undefined;
  /** How a new record begins at another site. Absent in a stored one. */
  elsewhere?: OtherSiteQuery | undefined;
  /** Called with what a chosen site brings, and with nothing once the form is again as it was opened. */
  onSite?: (site: SiteBeginning | undefined) => void;
  /** Province of the record or its parent, for forms that do not ask for it. */
  province?: string;
  /** Who fills in the form, and what its defaults read of other records. */
  moment: EvaluationContext & DefaultSources;
  /** The workflow step that the main button takes together with the save, such as sending a returned record again. */
  afterEdit?: Transition | undefined;
  /** Why the record was returned. */
  review?: ChangeView | undefined;
  comments: CommentsByQuestion;
  draft: Omit<Draft, 'data' | 'at'>;
  found?: RestoredDraft;
  /** Words of the button that saves a new record, where its workflow has some. */
  save?: string | undefined;
  /** Path that Cancel leads to. */
  backTo: string;
  /** What the form is for. */
  help?: ReactNode;
}

export function FormEditor(props: FormEditorProps) {
  const { form, record, draft: about, found, onSite } = props;
  const [store] = useState(() => storeOf(props));
  const [restored, setRestored] = useState(found);
  const [version, setVersion] = useState(found?.record_version ?? record?.version);
  const [round, setRound] = useState(0);
  const jump = useJump(form, store, found?.step ?? sectionOf(form, props.comments));
  const { goPointer, steps } = jump;
  useFirstComment(form, found ? {} : props.comments, goPointer);
  const [client_id, setClientId] = useState(found?.client_id ?? about.client_id);
  const [filling] = useState(() => startFillTimer(found?.filling));
  const device = useOtherDeviceDraft({ form, store, key: about.key, opened: props.opened, found, onId: setClientId });
  const site = useSiteChoice(store, props.parent ? undefined : props.elsewhere, found?.site);
  const { begun } = site;
  useEffect(() => onSite?.(begun), [onSite, begun]);
  const refs = useMemo(() => ({ ...props.refs, ...begun?.refs }), [props.refs, begun]);
  const { province } = begun ?? props;
  const draft = draftNow(about, { client_id, version, restored, step: steps.current, device, site: store.site });
  const keeping = useAutosave(store, draft, filling);
  const left = useRef(false);
  const recordId = record?.id ?? client_id;
  const host = useHost(about.key, { form, store, refs, recordId, ...(province && { province }) });
  const { files } = host;
  const saving = useSaving({ ...props, ...{ store, files, client_id, version, keeping, filling, left, goPointer } });
  const { submit, begin, theirs, setTheirs } = saving;
  const merge = useMerge(props, store, theirs);
  const onStartOver = async () => {
    store.startOver();
    device.forget();
    setRestored(undefined);
    setVersion(record?.version);
    setRound((n) => n + 1);
    // Removes only this draft. The next change writes a new one.
    await discardDraft(about.key);
  };
  const onResolve = (choices: MergeChoices) => {
    if (!merge || !theirs) return;
    const newer = theirs.version;
    setTheirs(undefined);
    saving.giveUp(rejectedAnswers(merge, choices));
    store.replace(mergedAnswers(merge, choices), true);
    setVersion(newer);
    void submit(newer, true);
  };
  const bound = {
    steps,
    isHeld: theirs !== undefined || device.other !== undefined,
    onSaveOnly: () => void begin(false),
  };
  const bar = (
    <SaveBar
      {...{ ...props, ...saving, ...bound, store }}
      draft={keeping.state}
      isOther={device.other !== undefined}
      late={record && <LockedRecordNotice {...{ ...props, record, store }} outcome={saving.outcome} />}
    />
  );
  return (
    <FormHostProvider value={host}>
      <FormViewContext value={useFormView(props)}>
        <FormFrame jump={jump} round={round} help={props.help} onSubmit={() => void begin(true)} bar={bar}>
          <FormMenu {...{ ...props, ...bound, keeping, saving, restored, onStartOver }} />
          <WatchDeviceClock />
          <ReturnedComments review={props.review} {...{ form, goPointer }} />
          <SiteNote site={site} />
          <DraftNotes {...{ form, restored, record, device, onStartOver }} />
          {!theirs && <OwnConflict device={device} refs={refs} />}
          {theirs && merge && (
            <ConflictResolver key={theirs.version} {...{ merge, theirs, refs, onResolve }} comments={props.comments} />
          )}
        </FormFrame>
        <LeaveGuard store={store} keeping={keeping} left={left} />
        <QuestionsBeforeSaving
          {...{ ...props, store, saving, version, refs, goPointer, begun }}
          before={props.opened}
        />
      </FormViewContext>
    </FormHostProvider>
  );
}

/** Compares the answers here with those that somebody else saved meanwhile. */
function useMerge({ form, record }: FormEditorProps, store: FormStore, theirs: ReturnType<typeof useSaving>['theirs']) {
  return useMemo(
    () => theirs && mergeDraftAnswers(form, record?.data ?? {}, store.data, theirs.data),
    [form, record, store, theirs],
  );
}

interface DraftNotesProps extends Pick<FormEditorProps, 'form' | 'record'> {
  restored: RestoredDraft | undefined;
  device: OtherDeviceDraft;
  onStartOver: () => void;
}

/** What the person should know of the draft: that it was restored, and what other devices did with it. */
function DraftNotes({ form, restored, record, device, onStartOver }: DraftNotesProps) {
  if (!restored) return <OtherDeviceNotice device={device} />;
  return <RestoredDraftNotice {...{ record, device, onStartOver }} draft={restored} version={form.version} />;
}

/** Answers of this person on another device that differ from those here. */
function OwnConflict({ device: { merge, other, resolve }, refs }: { device: OtherDeviceDraft; refs: Refs }) {
  if (!merge || !other) return null;
  return <ConflictResolver key={other.at} {...{ merge, refs }} theirs={{ at: other.at }} isOwn onResolve={resolve} />;
}

interface DraftState {
  client_id: string;
  version: number | undefined;
  restored: RestoredDraft | undefined;
  step: string | undefined;
  device: Pick<OtherDeviceDraft, 'other' | 'earlier' | 'wasRemoved'>;
  site: string | undefined;
}

function draftNow(about: FormEditorProps['draft'], { client_id, version, restored, step, device, site }: DraftState) {
  const { earlier, other, wasRemoved } = device;
  return {
    ...about,
    client_id,
    ...(earlier && { earlier }),
    ...(other && { other }),
    ...(restored?.elsewhere && { elsewhere: restored.elsewhere }),
    ...(wasRemoved && { removedElsewhere: true as const }),
    ...(version !== undefined && { record_version: version }),
    ...(step && { step }),
    ...(site && { site }),
  };
}

function storeOf({ form, validator, opened, record, moment, found, around }: FormEditorProps): FormStore {
  const store = new FormStore(form, validator, opened, moment, record === undefined, around?.id);
  if (found) store.replace(found.data, true);
  return store;
}

/** Keeps picked files on this device under the key of the draft. */
function filesOf(key: string): PickedFileStore {
  return {
    keep: ({ name, blob, question }) => addDraftFile(key, name, blob, question),
    get: readDraftFile,
    sent: markFileUploaded,
    drop: removeDraftFile,
  };
}

type HostProps = Omit<FormHost, 'files'> & { recordId: string };

function useHost(key: string, { form, store, refs, recordId, province }: HostProps): FormHost {
  const files = useMemo(() => filesOf(key), [key]);
  return useMemo(
    () => ({ form, store, files, refs, recordId, ...(province && { province }) }),
    [form, store, files, refs, recordId, province],
  );
}

function useFormView({ entry, form, parent, record, comments }: FormEditorProps): FormView {
  return useMemo(() => {
    const parentField = form.definition.parent?.field;
    return {
      comments,
      fixed: new Set([...(parentField && (parent ?? record?.parent) ? [parentField] : []), ...readOnlyFields(form)]),
      isTaken: async (field, value) => !(await source.isUnique(entry.api, field, value, record?.id)),
    };
  }, [comments, form, parent, record, entry]);
}

/** Returns the section of the first question that the review says something of. */
function sectionOf({ sections }: CompiledForm, comments: CommentsByQuestion): string | undefined {
  return sections.find(({ fields }) => fields.some((node) => commentOnQuestion(node, comments)))?.id;
}
