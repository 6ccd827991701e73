/** The bar of the designer: back, name, whether it is saved, undo, findings, changes, words, and publishing. */
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Text } from '../../../core/definitions/types.ts';
import { outlineOf, outlineRowAt } from '../../../core/edit/outline.ts';
import type { DefinitionDraftEntry, DefinitionDraftResponse, DefinitionIssue } from '../../../core/generated/api.ts';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import drafting from '../drafting/drafting.module.css';
import { SaveStatus } from '../drafting/SaveState.tsx';
import { ToolButton } from '../drafting/ToolButton.tsx';
import type { OpenDraft } from '../drafting/useDraft.ts';
import { DifferenceList } from '../versions/Differences.tsx';
import { draftKeys, draftsApi } from '../versions/drafts.ts';
import { FindingsOrFailure } from '../versions/Findings.tsx';
import { PublishDialog } from '../versions/PublishDialog.tsx';
import classes from './Bar.module.css';
import { type Designer, FORM_KEY } from './context.ts';

const WORD = `${classes.wide} am-target am-whole am-pad-x-2 am-round am-plain am-strong am-hovers`;

interface Props {
  open: OpenDraft<DefinitionDraftResponse>;
  designer: Designer | undefined;
  issues: readonly DefinitionIssue[];
  onJump: () => void;
  onPublishing: (isPublishing: boolean) => void;
}

export function DesignerBar({ open, designer, issues, onJump, onPublishing }: Props) {
  const { t } = useTranslation('designer');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'findings' | 'changes' | 'publish'>();
  const [entry, setEntry] = useState<DefinitionDraftEntry>();
  const definition = (open.content.definition ?? {}) as { title?: Text; version?: number; form?: string };
  const name = text(definition.title) || definition.form || t('unnamed');
  const version = typeof definition.version === 'number' ? definition.version : undefined;
  /** What the server has is checked and published, so it gets the last change first. */
  const ask = async (what: 'changes' | 'publish') => {
    const saved = await open.flush();
    if (saved === undefined) return;
    setEntry({
      ...open.found.data,
      version: saved,
      form: definition.form ?? null,
      title: (definition.title as never) ?? null,
    });
    setAsked(what);
  };
  const errors = issues.filter(({ advice }) => !advice);
  const findings =
    errors.length > 0 ? t('bar.findings', { count: errors.length, number: number(errors.length) }) : t('bar.sound');
  const words = `/admin/drafts/${open.found.data.id}/words`;
  const close = () => setAsked(undefined);
  return (
    <header className={`${classes.bar} am-gap-1 am-shrinks am-line-below am-inline`}>
      <Link to="/admin/forms" className="am-sign am-hovers" aria-label={t('bar.back')} data-action="close">
        <Icon name="x" size={22} />
      </Link>
      <div className={`${classes.title} am-grow am-beside am-baseline am-clipped am-gap-2 am-code`}>
        <h1 id="designer-title" className="am-cut">
          <bdi>{name}</bdi>
        </h1>
        {version !== undefined && <span className="am-hint">{t('bar.draftOf', { version: number(version) })}</span>}
        <SaveStatus state={open.state} />
      </div>
      <Steps open={open} />
      <button
        type="button"
        className={WORD}
        data-action="findings"
        data-wrong={errors.length > 0 || undefined}
        onClick={() => setAsked('findings')}
      >
        {findings}
      </button>
      <button type="button" className={WORD} data-action="changes" onClick={() => void ask('changes')}>
        {t('bar.changes')}
      </button>
      <Link to={words} className={WORD} data-action="translate">
        {t('bar.translate')}
      </Link>
      <ActionButton icon="send" size="sm" action="publish" onClick={() => void ask('publish')}>
        {t('bar.publish')}
      </ActionButton>
      <NarrowMenu
        {...{ open, findings, words }}
        onFindings={() => setAsked('findings')}
        onChanges={() => void ask('changes')}
      />
      {asked === 'findings' && <Findings issues={issues} designer={designer} onJump={onJump} onClose={close} />}
      {asked === 'changes' && entry && <Changes entry={entry} onClose={close} />}
      {asked === 'publish' && entry && (
        <PublishDialog
          draft={entry}
          onClose={close}
          onWork={onPublishing}
          onDone={(form) => void navigate(`/admin/forms/${form}`, { replace: true })}
        />
      )}
    </header>
  );
}

function Steps({ open }: { open: OpenDraft<DefinitionDraftResponse> }) {
  const { t } = useTranslation('designer');
  return (
    <>
      <span className={classes.step}>
        <ToolButton
          icon="arrow-back-up"
          action="undo"
          label={t('bar.undo')}
          isOff={!open.undo}
          onClick={() => open.undo?.()}
        />
      </span>
      <span className={`${classes.step} ${classes.forward}`}>
        <ToolButton
          icon="arrow-back-up"
          action="redo"
          label={t('bar.redo')}
          isOff={!open.redo}
          onClick={() => open.redo?.()}
        />
      </span>
    </>
  );
}

interface MenuProps {
  open: OpenDraft<DefinitionDraftResponse>;
  findings: string;
  words: string;
  onFindings: () => void;
  onChanges: () => void;
}

/** On a phone, what has no room in the bar. */
function NarrowMenu({ open, findings, words, onFindings, onChanges }: MenuProps) {
  const { t } = useTranslation('designer');
  return (
    <span className={classes.narrow}>
      <DropMenu
        label={t('bar.more')}
        align="end"
        trigger={(props) => (
          <button
            type="button"
            className={`${drafting.tool} am-sign am-hovers`}
            aria-label={t('bar.more')}
            data-action="more"
            {...props}
          >
            <Icon name="dots" size={20} />
          </button>
        )}
      >
        <DropItem icon="alert-triangle" action="menu-findings" onSelect={() => onFindings()}>
          {findings}
        </DropItem>
        <DropItem
          icon="arrow-back-up"
          action="menu-undo"
          {...(open.undo && { onSelect: open.undo })}
          refused={!open.undo}
        >
          {t('bar.undo')}
        </DropItem>
        <DropItem icon="history" action="menu-changes" onSelect={onChanges}>
          {t('bar.changes')}
        </DropItem>
        <DropItem icon="language" action="menu-translate" to={words}>
          {t('bar.translate')}
        </DropItem>
      </DropMenu>
    </span>
  );
}

interface FindingsProps {
  issues: readonly DefinitionIssue[];
  designer: Designer | undefined;
  onJump: () => void;
  onClose: () => void;
}

/** Every finding, each of which leads to its place. */
function Findings({ issues, designer, onJump, onClose }: FindingsProps) {
  const { t } = useTranslation('designer');
  const rows = designer ? outlineOf(designer.draft) : [];
  const placeOfIssue = ({ file, pointer }: DefinitionIssue) =>
    (file === undefined && outlineRowAt(rows, pointer)?.key) || FORM_KEY;
  return (
    <Dialog title={t('bar.findingsTitle')} size="lg" onClose={onClose}>
      {issues.length === 0 && <p>{t('bar.soundText')}</p>}
      <ul className={`${classes.findings} am-gap-1 am-stack`}>
        {issues.map((issue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
          <li key={index} data-advice={issue.advice || undefined}>
            <button
              type="button"
              className="am-hovers am-full am-pad-2 am-tall"
              data-finding={issue.code}
              onClick={() => {
                designer?.choose(placeOfIssue(issue));
                onJump();
                onClose();
              }}
            >
              {issue.place && <strong>{issue.place}: </strong>}
              <bdi>{issue.message}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What the draft changes, in sentences. */
function Changes({ entry, onClose }: { entry: DefinitionDraftEntry; onClose: () => void }) {
  const { t, i18n } = useTranslation('designer');
  const check = useQuery({
    queryKey: draftKeys.check(entry, i18n.language),
    queryFn: () => draftsApi.check(entry),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title={t('bar.changes')} size="lg" onClose={onClose}>
      {check.isPending && <Skeleton height={96} />}
      {check.error && (
        <>
          <Alert color="saffron" variant="light" mb="md">
            {t('bar.notYet')}
          </Alert>
          <FindingsOrFailure error={check.error} />
        </>
      )}
      {check.data &&
        (check.data.differences.length > 0 ? (
          <DifferenceList found={check.data.differences} isOpen />
        ) : (
          <p>{t('bar.noChange')}</p>
        ))}
    </Dialog>
  );
}
