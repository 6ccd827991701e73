/** Parts around the open form that appear only when there is something to show. */

import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import type { ChangeView, RecordView } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { countFilesElsewhere } from '../../data/drafts/content.ts';
import { comma, instant, number, text } from '../../data/words.ts';
import { useIsTask } from '../../shell/TaskBar.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets, useWidgetTexts } from '../../widgets/environment.tsx';
import { useProblemTypes } from '../../widgets/problems/useProblemTypes.ts';
import type { FormStore } from '../../widgets/store.ts';
import { ReviewComments } from '../record/ReviewComments.tsx';
import type { LostAnswer, RestoredDraft } from './draft/restoredDraft.ts';
import type { OtherDeviceDraft } from './draft/useOtherDevice.ts';

/** Passes the problem types to the store, for the rules that need them. */
export function LoadProblemTypes({ store }: { store: FormStore }) {
  const { items } = useProblemTypes();
  useEffect(() => {
    if (items.length > 0)
      store.setProblemTypes(items.map(({ id, code = null, category = null }) => ({ id, code, category })));
  }, [items, store]);
  return null;
}

/** Which words say that the clock of the device is wrong. The app goes on with the server's time, if it knows it. */
function clockWords() {
  if (deviceClock.judge() === 'wrong') return 'date.whichDay';
  return deviceClock.isWrong() ? 'date.deviceClock' : undefined;
}

/** With a wrong clock, the app fills in no day that it does not know. */
export function WatchDeviceClock() {
  const { t } = useWidgetTexts();
  const words = useSyncExternalStore(deviceClock.subscribe, clockWords);
  return words ? (
    <p className="am-warning am-form-note am-after" role="alert">
      {t(words)} {words === 'date.deviceClock' && t('date.deviceClockNext')}
    </p>
  ) : null;
}

/** What another device of the person did with the draft while the form was open here. */
export function OtherDeviceNotice({ device: { wasMerged, wasRemoved } }: { device: OtherDeviceDraft }) {
  const { t } = useWidgetTexts();
  if (!wasMerged && !wasRemoved) return null;
  return (
    <Alert color="lapis" variant="light" className="am-form-note am-after" role="status">
      {wasMerged && t('draft.merged')} {wasRemoved && t('draft.removed')}
    </Alert>
  );
}

interface ReturnedProps {
  review: ChangeView | undefined;
  form: CompiledForm;
  goPointer: (pointer: string) => void;
}

/** What the reviewer wrote. Each comment on a question leads to it. */
export function ReturnedComments({ review, form, goPointer }: ReturnedProps) {
  const isTask = useIsTask();
  if (!review?.comment && !review?.fields?.length) return null;
  const onGo = (name: string) => goPointer(`/${form.fields.get(name)?.properties[0]}`);
  const comments = <ReviewComments change={review} {...{ form, onGo }} />;
  if (isTask)
    return (
      <details className="am-shade am-bleeds am-pad-x-4" data-tone="orange">
        <summary className="am-inline am-tall">
          <Icon name="message" />
          <bdi className="am-grow am-cut">{review.comment || review.fields?.[0]?.comment}</bdi>
          <Icon name="chevron-down" />
        </summary>
        <p className="am-strong">
          <bdi>{review.by.name}</bdi>
        </p>
        {comments}
      </details>
    );
  return (
    <Alert
      color="saffron"
      variant="light"
      icon={<Icon name="message" />}
      title={review.by.name}
      className="am-form-note am-after"
    >
      {comments}
    </Alert>
  );
}

interface RestoredProps {
  draft: RestoredDraft;
  record: RecordView | undefined;
  /** Version of the form. */
  version: number;
  /** What other devices of the person have done with the draft. */
  device: Pick<OtherDeviceDraft, 'wasMerged' | 'wasRemoved'>;
  onStartOver: () => void;
}

export function RestoredDraftNotice({ draft, record, version, device, onStartOver }: RestoredProps) {
  const { t } = useWidgetTexts();
  const environment = useWidgets();
  const answer = ({ node, data }: LostAnswer): string => {
    const { refersTo, text: textOf } = FIELD_TYPES[node.type];
    // Names of records, people and files are not loaded for questions that the form does not ask.
    const words = refersTo ? '' : textOf(node, data, { ...environment, refs: {} });
    return words ? `${text(node.def.label)} (${isolateName(words)})` : text(node.def.label);
  };
  const elsewhere = countFilesElsewhere(draft);
  const isOlder = record && draft.record_version !== undefined && draft.record_version < record.version;
  const when = t('draft.restored', { when: instant(draft.at) });
  const isUsual =
    !draft.isRecord &&
    !isOlder &&
    draft.form_version === version &&
    draft.lost.length + elsewhere === 0 &&
    !device.wasMerged &&
    !device.wasRemoved;
  const isToast = useIsTask() && isUsual;
  useEffect(() => {
    if (isToast) toast('info', when);
  }, [isToast, when]);
  // The menu of the task starts over.
  if (isToast) return null;
  return (
    <Alert color="lapis" variant="light" className="am-form-note am-after" role="status">
      <Group justify="space-between" gap="xs">
        <div>
          {draft.isRecord ? (
            t('draft.ofRecord')
          ) : (
            <>
              {when} {isOlder && t('draft.older')} {draft.form_version < version && t('draft.olderForm')}
              {draft.form_version > version && t('draft.laterForm')}
            </>
          )}{' '}
          {draft.lost.length > 0 &&
            t(draft.isRecord ? 'draft.notSent' : 'draft.lost', { questions: draft.lost.map(answer).join(comma()) })}
          {device.wasMerged && <div>{t('draft.merged')}</div>}
          {device.wasRemoved && <div>{t('draft.removed')}</div>}
          {elsewhere > 0 && <div>{t('draft.elsewhere', { files: number(elsewhere) })}</div>}
        </div>
        {!draft.isRecord && (
          <Button size="compact-sm" variant="outline" onClick={onStartOver}>
            {t('draft.startOver')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
