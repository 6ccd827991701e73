/**
 * `/admin/form-drafts/:draft/live`: the form of a draft alone, as people will see it. It stands in a frame beside the questions, so
 * that a phone's width and another language are true. `?language=`, `?role=`, `?province=` and `?day=` say for whom and when.
 */
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import type { RecordData } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';
import { useCommon, useSession } from '../../data/queries.ts';
import { evaluationContextOf } from '../../screens/form/evaluationContext.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import type { FormStore } from '../../widgets/store.ts';
import { PreviewForm } from '../versions/PreviewForm.tsx';
import { usePreview } from '../versions/usePreview.ts';
import classes from './Live.module.css';
import { isFrameMessage, type MessageToFrame, postMessageTo } from './messages.ts';

export default function LivePreviewScreen() {
  const { draft: id = '' } = useParams();
  const { t } = useTranslation('designer');
  const session = useSession().data;
  const common = useCommon().data;
  const { preview, validator, retry } = usePreview(id, session?.may.definitions === true);
  const chosen = useWritten(preview.data?.data.version, retry);
  const moment = useMoment(preview.data?.form?.definition);
  const answers = useRef<RecordData>(undefined);
  const stop = useRef<() => void>(undefined);
  const onOpen = useCallback((store: FormStore) => {
    stop.current?.();
    answers.current = store.data;
    stop.current = store.subscribe(() => {
      answers.current = store.data;
    });
  }, []);
  const error = preview.error ?? validator.error;
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!preview.data || !common || !moment || (preview.data.validator && !validator.data)) return <Loading />;
  const { data, form: view } = preview.data;
  return (
    <main id="main" aria-label={t('live.title')} data-screen="live" className={classes.live} onClickCapture={choose}>
      {chosen !== undefined && <Marked name={chosen} />}
      {view && validator.data ? (
        <PreviewForm
          key={`${id} ${data.version}`}
          {...{ view, moment }}
          validator={validator.data}
          constants={common.constants}
          beside={{ answers: answers.current, onOpen, chosen }}
        />
      ) : (
        <p className="am-help">{t('live.notDrawn')}</p>
      )}
    </main>
  );
}

/** Says which question was clicked. */
function choose({ target }: MouseEvent): void {
  const question = (target as Element).closest<HTMLElement>('[data-question]')?.dataset.question;
  if (question !== undefined) postMessageTo(window.parent, { designer: 'chosen', question });
}

/** Follows what is written: returns the question, and reads the draft again when the server has a newer one. */
function useWritten(shown: number | undefined, read: () => void): string | undefined {
  const [chosen, setChosen] = useState<string>();
  const latest = useRef({ shown, read });
  latest.current = { shown, read };
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (!isFrameMessage<MessageToFrame>(event, window.parent) || event.data.designer !== 'draft') return;
      setChosen(event.data.chosen);
      if (latest.current.shown !== undefined && event.data.version !== latest.current.shown) latest.current.read();
    };
    window.addEventListener('message', hear);
    postMessageTo(window.parent, { designer: 'ready' });
    return () => window.removeEventListener('message', hear);
  }, []);
  // A draft that was saved while the form was read.
  useEffect(() => {
    if (shown !== undefined) postMessageTo(window.parent, { designer: 'ready' });
  }, [shown]);
  return chosen;
}

function useMoment(definition: { programme?: string; workflow?: string } | undefined) {
  const [asked] = useSearchParams();
  const session = useSession().data;
  const common = useCommon().data;
  if (!session || !common) return undefined;
  const { programme, workflow } = definition ?? {};
  const own = evaluationContextOf(session.user, programme, getOwn(common.workflows, workflow ?? '')?.initial);
  const [role, province, day] = ['role', 'province', 'day'].map((name) => asked.get(name) ?? '');
  return {
    ...own,
    ...(day && { today: day }),
    user: {
      ...own.user,
      name: own.user?.name ?? '',
      roles: role ? [role] : (own.user?.roles ?? []),
      provinces: province ? [province] : (own.user?.provinces ?? []),
    },
    record: { ...own.record, ...(province && { province }) },
  };
}

/** Marks the question that is written by an edge around it, so that nothing moves, and says where it stands. */
function Marked({ name }: { name: string }) {
  useEffect(() => {
    let asked = 0;
    const say = () => {
      const question = document.querySelector(`[data-question="${CSS.escape(name)}"]`);
      postMessageTo(window.parent, { designer: 'marked', top: question?.getBoundingClientRect().top });
    };
    const ask = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(say);
    };
    const drawn = new MutationObserver(ask);
    drawn.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', ask, true);
    window.addEventListener('resize', ask);
    ask();
    return () => {
      cancelAnimationFrame(asked);
      drawn.disconnect();
      window.removeEventListener('scroll', ask, true);
      window.removeEventListener('resize', ask);
      postMessageTo(window.parent, { designer: 'marked', top: undefined });
    };
  }, [name]);
  return (
    <style>{`[data-question="${CSS.escape(name)}"]{outline:2px solid var(--mantine-color-anchor);outline-offset:4px}`}</style>
  );
}
