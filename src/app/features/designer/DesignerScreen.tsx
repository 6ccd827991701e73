/**
 * `/admin/form-drafts/:draft`: a form is written here, without code. The outline, the form as people will see it, and what is
 * chosen; on a phone one of the three. The draft is the definition itself, so every key that no input knows stays as it is.
 */
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useParams, useSearchParams } from 'react-router-dom';
import { languagesOf } from '../../../core/definitions/texts.ts';
import { readFormDraft } from '../../../core/edit/draft.ts';
import { idsIn } from '../../../core/edit/names.ts';
import { inEachLanguage } from '../../../core/edit/questions.ts';
import type { DefinitionDraftResponse } from '../../../core/generated/api.ts';
import { LANGUAGES, ownTag } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useRootAttribute } from '../../theme/useRootAttribute.ts';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import '../../widgets/widgets.css';
import { FindingsContext } from '../drafting/findings.ts';
import { DraftConflict } from '../drafting/SaveState.tsx';
import { type OpenDraft, useDefinitionDraft } from '../drafting/useDraft.ts';
import { usePreview } from '../versions/usePreview.ts';
import { designerApi, formDrafts } from './api.ts';
import { DesignerBar } from './Bar.tsx';
import { type Designer, DesignerContext, FORM_KEY } from './context.ts';
import classes from './Designer.module.css';
import { LivePreviewPane } from './LivePane.tsx';
import { NewerVersionNotice } from './NewerVersionNotice.tsx';
import { FormOutline } from './Outline.tsx';
import { StaleTextsProvider } from './parts/StaleTextsProvider.tsx';
import { QuestionPane } from './QuestionPane.tsx';
import { UnreadableDraft } from './UnreadableDraft.tsx';
import { useUndoKeys } from './useUndoKeys.ts';

export type DesignerPane = 'outline' | 'form' | 'question';

export default function DesignerScreen() {
  const { draft: id = '' } = useParams();
  const session = useSession();
  const { found, open } = useDefinitionDraft(formDrafts, id);
  const words = useAllWords();
  const common = useCommon();
  const forms = useForms();
  if (session.data && !session.data.may.definitions) return <ForbiddenScreen />;
  const queries = [session, found, words, common, forms];
  const error = queries.find((one) => one.error)?.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all(queries.map((one) => one.refetch()))} />;
  if (!open || !words.data || !common.data || !forms.data) return <Loading />;
  return <Opened key={id} id={id} open={open} />;
}

/** The words of the designer in every language: what is new begins with texts in all of them. */
function useAllWords() {
  return useQuery({
    queryKey: ['form drafts', 'words'],
    queryFn: async () => {
      await i18next.loadNamespaces('designer');
      await i18next.loadLanguages([...LANGUAGES]);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Texts of what is new: in the source, and in the language of whoever writes. The other languages stay to be translated. */
function beginningIn(languages: readonly string[]): Designer['begin'] {
  const source = languages[0] ?? 'en';
  const own = ownTag(languages, preferences().language) ?? source;
  const all = [...new Set([source, own])];
  const said = (key: string, values: Record<string, unknown> = {}) =>
    inEachLanguage(all, (language) => {
      const spoken = LANGUAGES.find((one) => one === language) ?? preferences().language;
      return i18next.getFixedT(spoken, 'designer')(key, values);
    });
  return {
    label: said('begin.question'),
    part: (at) => said('begin.option', { number: at }),
    section: said('begin.section'),
    group: said('begin.group'),
    message: said('begin.message'),
  };
}

function Opened({ id, open }: { id: string; open: OpenDraft<DefinitionDraftResponse> }) {
  const [chosen, setChosen] = useChosen();
  const [pane, setPane] = useState<DesignerPane>('outline');
  const [both, setBoth] = useState<string[]>();
  const draft = useMemo(() => readFormDraft(open.content as never), [open.content]);
  const [isPublishing, setPublishing] = useState(false);
  const { preview } = usePreview(id, !isPublishing && (open.state === 'saved' || open.state === 'saving'));
  useUndoKeys(open, preview.refetch);
  useBeforeUnload((event) => open.state !== 'saved' && event.preventDefault());
  const designer = useDesignerOf(id, open, draft, chosen, (key, opens = true) => {
    setChosen(key);
    if (opens) setPane((before) => (before === 'form' ? before : 'question'));
  });
  // What the data contract gains follows from the questions, and is nothing to look at here.
  const issues = (preview.data?.issues ?? []).filter(({ file, advice }) => file === undefined || !advice);
  const mistakes = issues.filter(({ advice }) => !advice).length;
  return (
    <div className={classes.screen} data-pane-open={pane}>
      <FindingsContext value={issues}>
        <DesignerBar
          open={open}
          designer={designer}
          issues={issues}
          onJump={() => setPane('question')}
          onPublishing={setPublishing}
        />
        <main id="main" data-screen="designer" aria-labelledby="designer-title" className={classes.main}>
          <div className={classes.notices}>
            {open.state === 'conflict' && <DraftConflict open={open} focus="[data-pane=outline] [data-row]" />}
            {designer && (
              <DesignerContext value={designer}>
                <NewerVersionNotice both={both} setBoth={setBoth} />
              </DesignerContext>
            )}
          </div>
          {designer ? (
            <DesignerContext value={designer}>
              <OnlineWidgets>
                <FormOutline />
                <LivePreviewPane version={open.version} isOff={isPublishing} />
                <StaleTextsProvider open={open}>
                  <QuestionPane />
                </StaleTextsProvider>
              </OnlineWidgets>
            </DesignerContext>
          ) : (
            <UnreadableDraft open={open} />
          )}
        </main>
      </FindingsContext>
      <Tabs pane={pane} mistakes={mistakes} onPane={setPane} />
    </div>
  );
}

/** The three panes on a phone, one at a time. */
function Tabs({
  pane,
  mistakes,
  onPane,
}: {
  pane: DesignerPane;
  mistakes: number;
  onPane: (pane: DesignerPane) => void;
}) {
  const { t } = useTranslation('designer');
  useRootAttribute('panes');
  return (
    <nav className={classes.tabs} aria-label={t('tabs.title')}>
      {(
        [
          ['outline', 'list-details'],
          ['form', 'eye'],
          ['question', 'pencil'],
        ] as const
      ).map(([one, icon]) => (
        <button
          key={one}
          type="button"
          data-tab={one}
          aria-current={pane === one || undefined}
          onClick={() => onPane(one)}
        >
          <Icon name={icon} size={20} />
          {t(`tabs.${one}`)}
          {one === 'outline' && mistakes > 0 && (
            <span
              className={`${classes.dot} am-dot`}
              role="img"
              aria-label={t('bar.findings', { count: mistakes, number: number(mistakes) })}
            />
          )}
        </button>
      ))}
    </nav>
  );
}

/**
 * Returns what is chosen. The address follows it, so that a reload comes back there; it changes together with the draft, in which
 * a new name must be the chosen one at once.
 */
function useChosen() {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState(search.get('at') ?? FORM_KEY);
  const put = useEffectEvent((key: string) => setSearch(key === FORM_KEY ? {} : { at: key }, { replace: true }));
  useEffect(() => put(chosen), [chosen]);
  return [chosen, setChosen] as const;
}

function useDesignerOf(
  id: string,
  open: OpenDraft<DefinitionDraftResponse>,
  draft: Designer['draft'] | undefined,
  chosen: string,
  choose: Designer['choose'],
): Designer | undefined {
  const common = useCommon().data;
  const forms = useForms().data;
  const { form, changes } = (draft?.definition ?? {}) as { form?: string; changes?: { from?: number } };
  const from = typeof changes?.from === 'number' ? changes.from : 0;
  const published = useQuery({
    queryKey: ['form drafts', 'published', form, from],
    queryFn: () => designerApi.published(form ?? '', from),
    enabled: typeof form === 'string' && from > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const before = useMemo(() => published.data && readFormDraft(published.data)?.definition, [published.data]);
  const languages = languagesOf((draft?.definition ?? {}) as object).join();
  const begin = useMemo(() => beginningIn(languages.split(',')), [languages]);
  const ids = useMemo(() => new Set(before ? idsIn(before.fields) : []), [before]);
  // Until the version before is known, no name may change.
  if (!draft || !common || !forms || (from > 0 && published.isPending)) return undefined;
  return {
    id,
    draft,
    change: (next, step) => open.change({ ...open.content, ...next }, step),
    chosen,
    choose,
    languages: languages.split(','),
    constants: common.constants,
    forms,
    published: ids,
    before,
    begin,
  };
}
