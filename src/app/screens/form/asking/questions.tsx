/** Dialogs before leaving or saving an incomplete form. Loaded after the first answer, because none appears before. */

import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CompiledForm, FieldNode, RecordData } from '../../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import type { ChosenParent, DuplicateRecords, FormEntry, Refs } from '../../../../core/generated/api.ts';
import { recordPath } from '../../../../core/paths/screens.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { localDigits } from '../../../../core/text/letters.ts';
import { comma, instant, recordName, text } from '../../../data/words.ts';
import { Dialog, DialogButtons } from '../../../widgets/controls/Dialog.tsx';
import { useWidgets, useWidgetTexts } from '../../../widgets/environment.tsx';
import type { UnansweredCount } from './countUnanswered.ts';

interface AskProps {
  title: string;
  text: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

function Ask({ title, text, onClose, children }: AskProps) {
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      {typeof text === 'string' ? <Text>{text}</Text> : text}
      <DialogButtons>{children}</DialogButtons>
    </Dialog>
  );
}

interface AskUnvisitedProps {
  site: ChosenParent;
  onBack: () => void;
  onVisit: () => void;
}

/** Asks before a visit of a place of which its own answers say that no visits are due there. */
export function AskUnvisited({ site: { name, unvisited = [] }, onBack, onVisit }: AskUnvisitedProps) {
  const { t } = useWidgetTexts();
  const why = unvisited.map(({ label, answer }) => `${text(label)}: ${text(answer)}`);
  return (
    <Ask
      title={t('site.unvisited', { site: isolateName(recordName(name)) })}
      text={
        <>
          {why.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          <Text>{t('site.visitAnyway')}</Text>
        </>
      }
      onClose={onBack}
    >
      <Button variant="default" onClick={onBack}>
        {t('site.leave')}
      </Button>
      <Button onClick={onVisit}>{t('site.visit')}</Button>
    </Ask>
  );
}

interface AskLeavingProps {
  /** The draft has the answers. */
  isKept: boolean;
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
}

export function AskLeaving({ isKept, onStay, onLeave, onDiscard }: AskLeavingProps) {
  const { t } = useWidgetTexts();
  return (
    <Ask
      title={t('screen.unsavedTitle')}
      text={t(isKept ? 'screen.unsavedText' : 'screen.unsavedNoDraft')}
      onClose={onStay}
    >
      {isKept && (
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {t('screen.discard')}
        </Button>
      )}
      <Button variant="default" onClick={onLeave}>
        {t(isKept ? 'screen.leave' : 'screen.leaveNoDraft')}
      </Button>
      <Button onClick={onStay}>{t('screen.stay')}</Button>
    </Ask>
  );
}

interface AskUnansweredProps {
  counts: UnansweredCount;
  /** Words of the button that was pressed. */
  act: string;
  onBack: () => void;
  onSave: () => void;
}

/** A visit may be saved incomplete. This dialog warns people who did so by mistake. */
export function AskUnanswered({ counts, act, onBack, onSave }: AskUnansweredProps) {
  const { language } = useWidgets();
  const { t, fill } = useWidgetTexts();
  const digits = { open: localDigits(counts.open, language), total: localDigits(counts.total, language) };
  return (
    <Ask title={t('screen.unansweredTitle')} text={fill('screen.unansweredText', digits)} onClose={onBack}>
      <Button variant="default" onClick={onSave} data-answer="save">
        {act}
      </Button>
      <Button onClick={onBack}>{t('screen.unansweredBack')}</Button>
    </Ask>
  );
}

interface AskLostProps {
  lost: readonly FieldNode[];
  before: RecordData;
  refs: Refs;
  onBack: () => void;
  onSave: () => void;
}

/** Names the answers that the stored record has and that saving would take away. */
export function AskLostAnswers({ lost, before, refs, onBack, onSave }: AskLostProps) {
  const environment = useWidgets();
  const { t } = useWidgetTexts();
  const answer = (node: FieldNode) => {
    const { name, type, def, properties } = node;
    const said = Object.fromEntries(properties.map((one) => [one, before[one]]));
    const words = FIELD_TYPES[type].text(node, said, { ...environment, refs });
    return (
      <li key={name}>
        {isolateName(text(def.short ?? def.label))}
        {words && `: ${isolateName(words)}`}
      </li>
    );
  };
  const body = (
    <>
      <Text>{t('screen.lostText')}</Text>
      <ul className="am-stack am-gap-3 am-above-3">{lost.map(answer)}</ul>
    </>
  );
  return (
    <Ask title={t('screen.lostTitle')} text={body} onClose={onBack}>
      <Button variant="default" onClick={onSave} data-answer="save">
        {t('screen.lostSave')}
      </Button>
      <Button onClick={onBack}>{t('screen.unansweredBack')}</Button>
    </Ask>
  );
}

interface AskSameProps {
  entry: FormEntry;
  form: CompiledForm;
  same: DuplicateRecords;
  onBack: () => void;
  onSave: () => void;
}

/** A second visit of one site on one day is possible. This dialog warns people who enter one twice. */
export function AskDuplicate({ entry, form, same, onBack, onSave }: AskSameProps) {
  const { t, fill } = useWidgetTexts();
  const fields = (form.definition.sameAs?.fields ?? []).flatMap((name) => form.fields.get(name)?.def ?? []);
  const labels = fields.map(({ short, label }) => isolateName(text(short ?? label))).join(comma());
  const body = (
    <>
      <Text>{fill('screen.sameText', { fields: labels })}</Text>
      <ul className="am-stack am-gap-3 am-above-3">
        {same.records.map(({ id, code, name, at, by }) => (
          <li key={id}>
            <Link to={recordPath(entry, id)} className="am-target am-gap-1 am-strong" target="_blank" rel="noreferrer">
              {t('screen.sameOpen')}: <bdi>{code ?? recordName(name)}</bdi>
            </Link>
            <span className="am-block am-hint">
              {fill('screen.sameBy', { name: isolateName(by.name ?? ''), when: instant(at) })}
            </span>
          </li>
        ))}
        {same.hidden && <li>{t('screen.sameHidden')}</li>}
      </ul>
    </>
  );
  return (
    <Ask title={t('screen.sameTitle')} text={body} onClose={onBack}>
      <Button variant="default" onClick={onSave} data-answer="save">
        {t('screen.sameSave')}
      </Button>
      <Button onClick={onBack}>{t('screen.sameBack')}</Button>
    </Ask>
  );
}
