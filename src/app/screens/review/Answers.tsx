/** The answers of a record for a reviewer: what changed since the last visit, and a comment pinned by tapping an answer. */

import { Textarea } from '@mantine/core';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { groupByHeading, isHeading } from '../../../core/definitions/sections.ts';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { answerLevelsAt } from '../../../core/form/answersInWords.ts';
import { ratingBars } from '../../../core/form/ratingBars.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { closedOptionsOf, holdsFiles, isAnswerable, isCountsQuestion } from '../../../core/form/types/question.ts';
import type { FormEntry, RecordView, Refs, ReviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { groupBy } from '../../data/groups.ts';
import { comma, date, number, text } from '../../data/words.ts';
import { useSectionComponent } from '../../shell/features.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets } from '../../widgets/environment.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { ReadAnswersProvider, TextWithAnswers } from '../../widgets/WithAnswers.tsx';
import { RatingBars } from '../record/RatingBars.tsx';
import { useHiddenQuestions } from '../record/useHiddenQuestions.ts';
import classes from './Review.module.css';

const SECTION = `am-surface ${classes.section} am-below-3 am-pad-y-2 am-pad-x-4`;

/** With so few changes, what did not change has room on the first screen of a phone. */
const FEW = 6;

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  record: RecordView;
  refs: Refs;
  compared: ReviewResponse | undefined;
  pins: Readonly<Record<string, string>>;
  /** Undefined removes the comment. */
  onPin: (field: string, comment: string | undefined) => void;
}

export function ReviewAnswers({ entry, form, record, refs, compared, pins, onPin }: Props) {
  const { t } = useTranslation();
  const componentOf = useSectionComponent();
  const hidden = useHiddenQuestions(entry, form, record);
  const read = useMemo(
    () => ({ definition: form.definition, levels: answerLevelsAt(form, record.data), refs }),
    [form, record.data, refs],
  );
  const isAsked = (node: FieldNode) => isAnswerable(node) && !hidden.has(node.name);
  const draw = (isWanted: (node: FieldNode) => boolean) =>
    form.sections.map((section) => {
      const shown = section.fields.filter((node) =>
        isHeading(node) ? !hidden.has(node.name) : isAsked(node) && isWanted(node),
      );
      if (!shown.some(isAnswerable)) return null;
      const Component = componentOf(section)?.Display;
      return (
        <section key={section.id} className={SECTION}>
          <h2>
            <TextWithAnswers of={section.def.title} />
          </h2>
          {Component ? (
            <Component waiting={<div aria-busy="true" />} {...{ form, section, record, refs }} />
          ) : (
            groupByHeading(shown).map(({ heading, fields }) => (
              <Fragment key={fields[0].name}>
                {heading && (
                  <h3>
                    <TextWithAnswers of={heading.def.label} />
                  </h3>
                )}
                {fields.map((node) => (
                  <Answer key={node.name} {...{ form, node, record, refs, compared, pins, onPin }} />
                ))}
              </Fragment>
            ))
          )}
        </section>
      );
    });
  const isChanged = ({ name }: FieldNode) => compared?.changed.includes(name) === true;
  const asked = form.sections.flatMap(({ fields }) => fields.filter(isAsked));
  const alike = asked.filter((node) => !isChanged(node));
  if (!compared?.previous || alike.length === 0)
    return <ReadAnswersProvider value={read}>{draw(() => true)}</ReadAnswersProvider>;
  const changed = asked.filter(isChanged);
  // A section that draws itself shows its changes itself.
  const isDrawn = ({ section }: FieldNode) =>
    form.sections.some((one) => one.id === section && componentOf(one)?.Display);
  return (
    <ReadAnswersProvider value={read}>
      <div className={classes.columns}>
        <div>
          <section className={SECTION} data-changes={changed.length}>
            <h2 className="am-cluster am-gap-1 am-row-gap-0">
              {t('record:changes', { count: changed.length, shown: number(changed.length) })}{' '}
              <small className="am-light">
                {t('record:review.since', { day: isolateName(date(compared.previous.at)) })}
              </small>
              <span className="am-at-end am-joined">
                <RatingBars ratings={ratingBars(form, record.data)} />
              </span>
            </h2>
            {changed
              .filter((node) => !isDrawn(node))
              .map((node) => (
                <Answer key={node.name} {...{ form, node, record, refs, compared, pins, onPin }} />
              ))}
          </section>
          {draw((node) => isChanged(node) && isDrawn(node))}
          <Alike nodes={alike} record={record} refs={refs} isOpen={changed.length <= FEW}>
            {draw((node) => !isChanged(node))}
          </Alike>
        </div>
        <Files nodes={alike} record={record} refs={refs} />
      </div>
    </ReadAnswersProvider>
  );
}

/** The photos and files that are not among the changes. */
function Files({ nodes, record: { data }, refs }: Pick<AlikeProps, 'nodes' | 'record' | 'refs'>) {
  const files = nodes.filter((node) => holdsFiles(node) && !FIELD_TYPES[node.type].isEmpty(node, data));
  if (files.length === 0) return null;
  return (
    <section className={`${SECTION} ${classes.files} am-flow`} data-files={files.length}>
      {files.map((node) => (
        <div key={node.name}>
          <small className="am-dimmed">{text(node.def.short ?? node.def.label)}</small>
          <FieldDisplay {...{ node, data, refs }} />
        </div>
      ))}
    </section>
  );
}

interface AlikeProps extends Pick<Props, 'record' | 'refs'> {
  nodes: readonly FieldNode[];
  isOpen: boolean;
  children: ReactNode;
}

/**
 * What is as at the visit before: how often each answer was chosen. Opened, the questions of each answer in one paragraph, and all
 * of them on request.
 */
function Alike({ nodes, record, refs, isOpen, children }: AlikeProps) {
  const { t } = useTranslation();
  const { constants } = useWidgets();
  const chosen = nodes.filter(
    (node) => closedOptionsOf(node, constants) && !FIELD_TYPES[node.type].isEmpty(node, record.data),
  );
  const groups = groupBy(chosen, ({ properties: [property = ''], type }) => `${type} ${getOwn(record.data, property)}`);
  return (
    <details className={`${SECTION} am-fold ${classes.unchanged}`} data-unchanged={nodes.length} open={isOpen}>
      <summary>
        <h2 className="am-whole">{t('record:review.asBefore', { shown: number(nodes.length) })}</h2>
        <span className="am-as-words am-meta" data-closed aria-hidden>
          {groups.map((group) => (
            <Fragment key={group[0]?.name}>
              {group[0] && <FieldDisplay node={group[0]} data={record.data} refs={refs} />}{' '}
              <b>{number(group.length)}</b>
            </Fragment>
          ))}
          {nodes.length > chosen.length && (
            <>
              {t('record:review.others')} <b>{number(nodes.length - chosen.length)}</b>
            </>
          )}
        </span>
        <span data-opened aria-hidden />
        <Icon name="chevron-down" />
      </summary>
      {groups.map((group) => (
        <p key={group[0]?.name} className="am-beside am-baseline am-gap-2 am-below-1">
          <span className="am-whole">
            {group[0] && <FieldDisplay node={group[0]} data={record.data} refs={refs} />}
          </span>
          <span>{group.map(({ def }) => text(def.short ?? def.label)).join(comma())}</span>
        </p>
      ))}
      <details className="am-fold">
        <summary>
          <Icon name="chevron-down" /> {t('record:review.allAnswers')}
        </summary>
        {children}
      </details>
    </details>
  );
}

function Answer({ form, node, record, refs, compared, pins, onPin }: Omit<Props, 'entry'> & { node: FieldNode }) {
  const { t } = useTranslation();
  const { name, type, def } = node;
  const pin = getOwn(pins, name);
  const isPinned = pin !== undefined;
  const isChanged = compared?.changed.includes(name) === true;
  const isFlagged = compared?.flags.some(({ fields }) => fields.includes(name)) === true;
  return (
    <div
      className={`${classes.answer} am-level am-holds am-stack am-row-gap-1 am-line-above`}
      data-field={name}
      data-wide={FIELD_TYPES[type].isWide || isCountsQuestion(node) || undefined}
    >
      <button
        type="button"
        className={`${classes.question} am-tall am-covers`}
        aria-expanded={isPinned}
        title={t('record:review.pin')}
        onClick={() => onPin(name, isPinned && pin === '' ? undefined : (pin ?? ''))}
      >
        <TextWithAnswers of={def.short ?? def.label} />
        {isFlagged && <Icon name="alert-triangle" size={16} label={t('record:review.flagged')} />}
      </button>
      <div className={isChanged ? `${classes.compared} am-cluster am-end am-gap-2 am-row-gap-0` : undefined}>
        {FIELD_TYPES[type].isEmpty(node, record.data) ? (
          <span className="am-dimmed">{t('review.blank')}</span>
        ) : (
          <FieldDisplay node={node} data={record.data} refs={refs} />
        )}
        {isChanged && compared && <Before {...{ form, node, compared }} />}
      </div>
      <span className={`${classes.pinned} am-beside am-dimmed`} aria-hidden="true">
        <Icon name="message" size={20} />
      </span>
      {isPinned && (
        <Textarea
          className={`${classes.pin} am-wide am-below-2 am-holds`}
          label={t('step.whatToCorrect')}
          rows={2}
          autoFocus
          value={pin}
          onChange={(event) => onPin(name, event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** The answer of the last visit, where it was another one. */
function Before({ form, node, compared }: Pick<Props, 'form'> & { node: FieldNode; compared: ReviewResponse }) {
  const { t } = useTranslation();
  const { before: data, refs } = compared;
  const read = useMemo(
    () => ({ definition: form.definition, levels: answerLevelsAt(form, data), refs }),
    [form, data, refs],
  );
  return (
    <div className={`${classes.before} am-as-words am-inline am-dimmed`} data-changed>
      <span className="am-visually-hidden">{t('record:review.before')}</span>{' '}
      {FIELD_TYPES[node.type].isEmpty(node, data) ? (
        <span className="am-dimmed">{t('review.blank')}</span>
      ) : (
        <ReadAnswersProvider value={read}>
          <FieldDisplay {...{ node, data, refs }} />
        </ReadAnswersProvider>
      )}
    </div>
  );
}
