/** Writes a report: what it is called, what it shows, who may open it. Saved by itself, previewed and published from here. */

import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useNavigate, useParams } from 'react-router-dom';
import { partOfReport } from '../../../core/definitions/parts.ts';
import { type Patch, withPatch } from '../../../core/edit/parts.ts';
import type { DefinitionIssue, ReportDraftResponse } from '../../../core/generated/api.ts';
import { type FullText, LANGUAGES } from '../../../core/text/languages.ts';
import { useForms, useSession } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import '../../widgets/widgets.css';
import type { CommonPartChange } from '../common-parts/api.ts';
import { PublishPartDialog } from '../common-parts/PublishPartDialog.tsx';
import { FindingsContext } from '../drafting/findings.ts';
import { SaveState } from '../drafting/SaveState.tsx';
import { type OpenDraft, useDefinitionDraft } from '../drafting/useDraft.ts';
import { ApiPart } from './ApiPart.tsx';
import { builderApi, builderKeys, reportDrafts, reportNameOfPart, reportParts, reportPreviewPath } from './api.ts';
import { BlockList } from './Blocks.tsx';
import { BuilderContext, useReportChoices } from './context.ts';
import {
  type DraftBlock,
  type DraftReport,
  formsCountedByDraft,
  formsOfBlock,
  freeReportName,
  readReportDraft,
} from './draft.ts';
import { ReportAccess, ReportBasics } from './HeadFields.tsx';

export default function ReportBuilderScreen() {
  const { draft: id = '' } = useParams();
  const session = useSession();
  const { found, open } = useDefinitionDraft(reportDrafts, id);
  const words = useAllWords();
  const parts = useQuery({ queryKey: ['report drafts', 'parts'], queryFn: reportParts, staleTime: 60_000 });
  if (session.data && !session.data.may.definitions) return <ForbiddenScreen />;
  const error = session.error ?? found.error ?? words.error ?? parts.error;
  if (error)
    return (
      <Failed error={error} onRetry={() => void Promise.all([found.refetch(), words.refetch(), parts.refetch()])} />
    );
  if (!open || !words.data || !parts.data) return <Loading />;
  return <Builder key={id} id={id} open={open} taken={new Set(parts.data.map(reportNameOfPart))} />;
}

/** The words of the builder in every language: blocks begin with titles in all three. */
function useAllWords() {
  return useQuery({
    queryKey: ['report drafts', 'words'],
    queryFn: async () => {
      await i18next.loadNamespaces('reportBuilder');
      await i18next.loadLanguages([...LANGUAGES]);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function inAllLanguages(key: string): FullText {
  const said = LANGUAGES.map((language) => [language, i18next.getFixedT(language, 'reportBuilder')(key)]);
  return Object.fromEntries(said) as unknown as FullText;
}

function Frame({ title, buttons, children }: { title: string; buttons?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('reportBuilder');
  return (
    <Screen
      name="report-builder"
      title={title}
      crumbs={[{ label: t('list.title'), to: '/admin/reports' }, { label: title }]}
      buttons={buttons}
    >
      {children}
    </Screen>
  );
}

interface Props {
  id: string;
  open: OpenDraft<ReportDraftResponse>;
  taken: ReadonlySet<string>;
}

function Builder({ id, open, taken }: Props) {
  const { t } = useTranslation(['reportBuilder', 'admin']);
  const navigate = useNavigate();
  const forms = useForms().data ?? [];
  const report = useMemo(() => readReportDraft(open.content), [open.content]);
  const isNew = open.found.seen === null;
  const [chosenForm, setForm] = useState<string>();
  const form =
    chosenForm ??
    formsCountedByDraft(report).at(-1) ??
    forms.find(({ programme, kind }) => programme === report.programme && kind !== 'table')?.form ??
    '';
  const choicesOf = useReportChoices([...new Set([...formsCountedByDraft(report), form])].filter(Boolean));
  const [asked, setAsked] = useState<CommonPartChange>();
  const { issues, failure, whenSound } = useSound(id, open);
  useBeforeUnload((event) => open.state !== 'saved' && event.preventDefault());
  const change = (patch: Patch<DraftReport>) => {
    const next = withPatch(report, patch);
    if (isNew && patch.title) {
      const name = freeReportName(next.title.en, taken);
      open.change({ ...next, report: name, path: `/reports/${name}` });
    } else open.change(next);
  };
  /** A new report belongs to the programme of what it counts first. */
  const begin = (block: DraftBlock) => {
    const programme = forms.find((one) => one.form === formsOfBlock(block)[0])?.programme;
    change({ blocks: [block], ...(isNew && programme !== undefined && { programme }) });
  };
  const title = text(open.found.data.title) || t('list.unnamed');
  return (
    <Frame
      title={text(report.title) || title}
      buttons={
        <Buttons
          onPreview={() => void whenSound(() => navigate(reportPreviewPath(id)))}
          onPublish={() =>
            void whenSound((version) =>
              setAsked({ given: { content: open.content, draft: { id, version } }, hash: open.found.seen }),
            )
          }
        />
      }
    >
      <OnlineWidgets>
        <BuilderContext value={{ forms, choicesOf, words: inAllLanguages }}>
          <FindingsContext value={issues}>
            <SaveState open={open} focus="[name^=title_]" />
            {failure !== undefined && <FailureNote error={failure} />}
            {issues.length > 0 && <ToDo issues={issues} />}
            <div className="am-gap-4 am-stack">
              <ReportBasics value={report} isNew={isNew} onChange={change} />
              <BlockList
                report={report}
                form={form}
                onForm={setForm}
                onChange={(blocks) => change({ blocks })}
                onFirst={begin}
              />
              <ReportAccess value={report} onChange={change} />
              {report.api && <ApiPart api={report.api} blocks={report.blocks} />}
            </div>
          </FindingsContext>
        </BuilderContext>
      </OnlineWidgets>
      {asked && (
        <PublishPartDialog
          part={partOfReport(report.report)}
          name={text(report.title)}
          asked={asked}
          onDone={() => void navigate(report.withdrawn ? '/admin/reports' : report.path, { replace: true })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Frame>
  );
}

function Buttons({ onPreview, onPublish }: { onPreview: () => void; onPublish: () => void }) {
  const { t } = useTranslation('reportBuilder');
  return (
    <>
      <ActionButton icon="eye" variant="outline" size="sm" action="preview" onClick={onPreview}>
        {t('preview')}
      </ActionButton>
      <ActionButton icon="send" size="sm" action="publish" onClick={onPublish}>
        {t('publish')}
      </ActionButton>
    </>
  );
}

/** Checks what is saved. Findings are shown once somebody wanted to go on with a report that has some. */
function useSound(id: string, open: OpenDraft<ReportDraftResponse>) {
  const { language } = useTranslation('reportBuilder').i18n;
  const client = useQueryClient();
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const check = useQuery({
    queryKey: builderKeys.check(id, open.version, language),
    queryFn: () => builderApi.check(id),
    enabled: open.state === 'saved',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const issues = check.data?.issues ?? [];
  const checked = (version: number) =>
    client
      .fetchQuery({ queryKey: builderKeys.check(id, version, language), queryFn: () => builderApi.check(id) })
      .catch((error: unknown) => void setFailure(error));
  /** Saves and checks, then goes on; shows what is wrong instead, also if it could not be checked. */
  const whenSound = async (goOn: (version: number) => void) => {
    setFailure(undefined);
    const version = await open.flush();
    const found = version === undefined ? undefined : await checked(version);
    if (version === undefined || !found) return;
    setTried(found.issues.length > 0);
    if (found.issues.length === 0) goOn(version);
    else
      setTimeout(() => {
        const first = document.querySelector<HTMLElement>('[aria-invalid=true], [data-found]');
        first?.scrollIntoView({ block: 'center' });
        first?.focus();
      });
  };
  return { issues: isTried ? issues : [], failure, whenSound };
}

function ToDo({ issues }: { issues: readonly DefinitionIssue[] }) {
  const { t } = useTranslation('reportBuilder');
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />} mb="md" role="status" data-todo>
      {t('todo', { count: issues.length, number: number(issues.length) })}
    </Alert>
  );
}
