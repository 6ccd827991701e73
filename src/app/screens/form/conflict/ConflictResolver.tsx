/** Compares both versions after someone else saved first, by question and row. What is chosen is saved on the newer version. */

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '../../../../core/definitions/types.ts';
import type { Refs } from '../../../../core/generated/api.ts';
import { getOwn } from '../../../../core/json.ts';
import type { MergeSide } from '../../../../core/records/merge.ts';
import type { MergeChoices, MergedQuestion, RecordMerge } from '../../../../core/sync/merge.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { useSession } from '../../../data/queries.ts';
import { instant, number, text } from '../../../data/words.ts';
import { useDefinitionText } from '../../../widgets/environment.tsx';
import { FieldDisplay } from '../../../widgets/FieldDisplay.tsx';
import { type CommentsByQuestion, commentOnQuestion } from '../formView.ts';
import { ConflictRows } from './ConflictRows.tsx';
import { type ConflictParties, ConflictSide, MERGE_SIDES, SideNamesContext } from './ConflictSide.tsx';

export interface TheirRecord {
  /** Of a record. */
  version: number;
  data: RecordData;
  by?: { id: string; name: string };
  at?: string;
}

interface ConflictProps {
  merge: RecordMerge;
  theirs: Omit<TheirRecord, 'data' | 'version'>;
  /** Both sides are of this person, who began a form on two devices. */
  isOwn?: boolean;
  /** When this person made their change. Absent while they are making it. */
  mineAt?: string;
  /** Name of the person for whom somebody else decides about a change in a file. */
  writer?: string;
  refs: Refs;
  /** Comments of a reviewer, by question. */
  comments?: CommentsByQuestion;
  /** What else changed, shown above the answers. */
  children?: ReactNode;
  isBusy?: boolean;
  onResolve: (choices: MergeChoices) => void;
}

const TITLES = {
  people: 'conflict.title',
  file: 'conflict.titleFile',
  devices: 'conflict.devices.title',
} as const satisfies Record<ConflictParties, string>;

export function ConflictResolver(props: ConflictProps) {
  const { merge, theirs, isOwn, mineAt, writer, refs, comments = {}, children, isBusy, onResolve } = props;
  const { t } = useTranslation('form');
  const [choices, setChoices] = useState<Record<string, MergeSide | Record<string, MergeSide>>>({});
  const me = useSession().data?.user.name;
  const asked = merge.questions.filter(({ isConflict }) => isConflict);
  const merged = merge.questions.filter(({ isConflict }) => !isConflict);
  const draw = (question: MergedQuestion) => (
    <Question
      key={question.node.name}
      {...{ question, merge, refs }}
      comment={commentOnQuestion(question.node, comments)}
      choice={getOwn(choices, question.node.name)}
      onChoose={(choice) => setChoices((now) => ({ ...now, [question.node.name]: choice }))}
    />
  );
  const isFromFile = writer !== undefined;
  const between: ConflictParties = isFromFile ? 'file' : isOwn ? 'devices' : 'people';
  const names = {
    between,
    mine: isOwn ? [] : [writer ?? me, mineAt && instant(mineAt)],
    theirs: [theirs.by?.name, theirs.at && instant(theirs.at)],
  };
  return (
    <section
      className="am-after am-card am-conflict"
      role="alertdialog"
      aria-labelledby="conflict-title"
      tabIndex={-1}
      id="conflict"
    >
      <h2 id="conflict-title">{t(TITLES[between], { name: isolateName(theirs.by?.name ?? '') })}</h2>
      {children}
      <p>
        {isOwn ? t('conflict.devices.text') : t(asked.length > 0 || isFromFile ? 'conflict.text' : 'conflict.same')}
      </p>
      {merge.lost.length > 0 && <Lost merge={merge} />}
      <SideNamesContext value={names}>
        {asked.map(draw)}
        {merged.length > 0 && (
          <details open={isFromFile && asked.length === 0}>
            <summary className="am-opener">
              {t(isOwn ? 'conflict.devices.settledAnswers' : 'conflict.settledAnswers', {
                total: number(merged.length),
              })}
            </summary>
            {merged.map(draw)}
          </details>
        )}
      </SideNamesContext>
      {asked.length > 0 && !isOwn && <p className="am-hint">{t('conflict.kept')}</p>}
      <Button loading={isBusy === true} onClick={() => onResolve(choices)}>
        {t(isOwn ? 'conflict.devices.apply' : 'conflict.apply')}
      </Button>
    </section>
  );
}

/** Answers of mine that the newer version of the form does not ask for. */
function Lost({ merge: { lost, written } }: { merge: RecordMerge }) {
  const { t } = useTranslation(['form', 'app']);
  const names = lost.map((name) => text(written.byProperty.get(name)?.def.label) || name);
  return (
    <p className="am-warning" data-lost>
      {t('conflict.lost', { questions: [...new Set(names)].join(t('app:comma')) })}
    </p>
  );
}

interface QuestionProps {
  question: MergedQuestion;
  merge: RecordMerge;
  choice: MergeSide | Record<string, MergeSide> | undefined;
  refs: Refs;
  comment: string | undefined;
  onChoose: (choice: MergeSide | Record<string, MergeSide>) => void;
}

/** A question with the answer of each side to choose from, or its rows. */
function Question({ question, merge, choice, refs, comment, onChoose }: QuestionProps) {
  const { t } = useTranslation('form');
  const say = useDefinitionText();
  const { node, rows, together } = question;
  const remark = comment && (
    <p className="am-hint">
      {t('conflict.comment')} <bdi>{comment}</bdi>
    </p>
  );
  if (rows) {
    const chosen = typeof choice === 'object' ? choice : {};
    return (
      <>
        <ConflictRows
          {...{ node, rows, refs }}
          choices={chosen}
          onChoose={(key, side) => onChoose({ ...chosen, [key]: side })}
        />
        {remark}
      </>
    );
  }
  if (together !== undefined) {
    return (
      <div className="am-box am-pad-3 am-wraps">
        <span>
          <strong className="am-block">{say(node.def.label)}</strong>
          <span className="am-hint">{t('conflict.together')}</span>
          <FieldDisplay node={node} data={{ [node.properties[0] ?? node.name]: together }} refs={refs} />
        </span>
      </div>
    );
  }
  const side = typeof choice === 'string' ? choice : question.choice;
  return (
    <fieldset className="am-below-3 am-tiles am-fits">
      <legend>
        {say(node.def.label)}
        {remark}
      </legend>
      {MERGE_SIDES.map((one) => (
        <ConflictSide key={one} name={node.name} side={one} choice={side} onChoose={onChoose}>
          <FieldDisplay node={node} data={merge[one]} refs={refs} />
        </ConflictSide>
      ))}
    </fieldset>
  );
}
