/** The bar at the bottom: where in the queue, previous and next, the two decisions, and what was decided last. */

import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { isBlankText } from '../../../core/text/letters.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { actionState, type Transition } from '../record/actions.ts';
import classes from './Review.module.css';
import type { DecisionComments, useReviewDecisions } from './useDecisions.ts';
import type { ReviewQueue } from './useQueue.ts';

interface Props {
  queue: ReviewQueue & { ids: readonly string[] };
  decisions: ReturnType<typeof useReviewDecisions>;
  /** Left out after the last record. */
  record?: RecordView;
  remarks?: DecisionComments;
  verify?: Transition;
  /** Undefined if the record cannot be returned. */
  back?: Transition | undefined;
}

export function DecisionBar({ queue, decisions, record, remarks, verify, back }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen();
  const [isMissing, setMissing] = useState(false);
  const { decide, isBusy, deciding, undoing, last } = decisions;
  const isSaid =
    remarks !== undefined && [remarks.comment, ...Object.values(remarks.pins)].some((said) => !isBlankText(said));
  useEffect(() => {
    if (isSaid) setMissing(false);
  }, [isSaid]);
  const take = (transition: Transition) => {
    if (!record || !remarks) return;
    if (transition.comment === 'required' && !isSaid) setMissing(true);
    else decide({ record, transition, remarks });
  };
  const why = record && verify ? actionState(record, verify.action).why : undefined;
  const error = undoing.error ?? (deciding.variables?.record.id === record?.id ? deciding.error : null);
  return (
    <div className={`${classes.bar} am-end-bar`} data-no-print>
      {error && <FailureNote error={error} />}
      {isMissing && (
        <p className="am-warning" role="alert">
          {t('record:review.sayWhat')}
        </p>
      )}
      {last && (
        <p className="am-below-1 am-text" role="status" data-decided={last.transition.action}>
          {text(last.transition.label)}: {isolateName(last.title)}
          {last.undo && (
            <Button variant="subtle" size="compact-sm" disabled={isBusy} onClick={last.undo} data-undo>
              {t('review.undo')}
            </Button>
          )}
        </p>
      )}
      <div className="am-cluster">
        {(!record || !isPhone) && <QueuePosition queue={queue} />}
        {record && (
          <div className={`${classes.decisions} am-cluster`}>
            {verify && !why && (
              <Button loading={isBusy} onClick={() => take(verify)} data-action={verify.action}>
                {text(verify.label)}
              </Button>
            )}
            {back && (
              <Button variant="outline" disabled={isBusy} onClick={() => take(back)} data-action={back.action}>
                {text(back.label)}
              </Button>
            )}
            {why && <span className="am-hint">{why}</span>}
          </div>
        )}
      </div>
    </div>
  );
}

/** Where in the queue, with the way to the record before and after. */
export function QueuePosition({ queue: { ids, total, at, goTo } }: Pick<Props, 'queue'>) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.places} am-cluster`}>
      <ActionIcon
        variant="transparent"
        size="xl"
        aria-label={t('record:review.previous')}
        disabled={at === 0}
        onClick={() => goTo(at - 1)}
      >
        <Icon name="chevron-left" />
      </ActionIcon>
      <span className="am-code" data-place>
        {t('record:review.place', { at: number(Math.min(at + 1, ids.length)), total: number(total) })}
      </span>
      <ActionIcon
        variant="transparent"
        size="xl"
        aria-label={t('record:review.next')}
        disabled={at >= ids.length}
        onClick={() => goTo(at + 1)}
      >
        <Icon name="chevron-right" />
      </ActionIcon>
    </div>
  );
}
