/**
 * Lists questions that stay protected although the newest version of their form does not protect them, questions with a
 * decision, and all decisions by question.
 */

import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRestriction } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useSession } from '../../data/queries.ts';
import { comma, date, digits, instant, number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { type RestrictionDecision, restrictionKeys, restrictionsApi } from './api.ts';
import { RestrictionDialog } from './DecisionDialog.tsx';

export default function RestrictionsScreen() {
  const { t } = useTranslation('admin');
  const session = useSession();
  const isAllowed = session.data?.may.restrictions;
  const [asked, setAsked] = useState<{ one: ListedRestriction; decision: RestrictionDecision } | null>(null);
  const questions = useQuery({
    queryKey: restrictionKeys.list,
    queryFn: restrictionsApi.all,
    enabled: isAllowed === true,
    staleTime: 0,
  });
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = questions.error ?? session.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), questions.refetch()])} />;
  const title = t('restrictions.title');
  const all = questions.data;
  const open = all?.filter((one) => one.restricted && !one.marked) ?? [];
  const lifted = all?.filter((one) => !one.restricted) ?? [];
  const marked = all?.filter((one) => one.marked) ?? [];
  return (
    <Screen name="restrictions" title={title} crumbs={[{ label: title }]}>
      <p className="am-after am-dimmed">{t('restrictions.lead')}</p>
      {!all && <Skeleton height={180} radius="lg" />}
      {all && (
        <>
          <section className="am-surface am-titled am-after" data-group="open">
            <h2>{t('restrictions.open')}</h2>
            {open.length === 0 && <p>{t('restrictions.openNone')}</p>}
            <ul className="am-entries">
              {open.map((one) => (
                <Question
                  key={keyOf(one)}
                  one={one}
                  button={
                    <Button
                      variant="outline"
                      color="red"
                      onClick={() => setAsked({ one, decision: 'lift' })}
                      aria-label={t('restrictions.liftNamed', { question: isolateName(text(one.label)) })}
                      data-action="lift"
                    >
                      {t('restrictions.lift')}
                    </Button>
                  }
                >
                  <Since one={one} />
                </Question>
              ))}
            </ul>
          </section>
          {lifted.length > 0 && (
            <section className="am-surface am-titled am-after" data-group="lifted">
              <h2>{t('restrictions.lifted')}</h2>
              <ul className="am-entries">
                {lifted.map((one) => (
                  <LiftedQuestion key={keyOf(one)} one={one} onRestore={() => setAsked({ one, decision: 'restore' })} />
                ))}
              </ul>
            </section>
          )}
          {marked.length > 0 && (
            <details className="am-surface am-fold am-titled am-after" data-group="marked">
              <summary>
                <Icon name="chevron-down" size={18} />
                {t('restrictions.marked', { total: number(marked.length) })}
              </summary>
              <p>{t('restrictions.markedHint')}</p>
              <ul className="am-entries">
                {marked.map((one) => (
                  <Question key={keyOf(one)} one={one} />
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {asked && <RestrictionDialog {...asked} onClose={() => setAsked(null)} />}
    </Screen>
  );
}

function keyOf({ form, question }: ListedRestriction): string {
  return `${form} ${question}`;
}

function Question({ one, button, children }: { one: ListedRestriction; button?: ReactNode; children?: ReactNode }) {
  return (
    <li data-question={one.question}>
      <div className="am-column am-words">
        <b>{text(one.label)}</b>
        <DotSeparated parts={[one.plural, ...one.within].map(text)} />
        {children}
      </div>
      {button}
    </li>
  );
}

function LiftedQuestion({ one, onRestore }: { one: ListedRestriction; onRestore: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Question
      one={one}
      button={
        <Button
          variant="default"
          onClick={onRestore}
          aria-label={t('restrictions.restoreNamed', { question: isolateName(text(one.label)) })}
          data-action="restore"
        >
          {t('restrictions.restore')}
        </Button>
      }
    >
      {one.lifted && (
        <>
          <span className="am-hint">
            {t('restrictions.liftedBy', { name: isolateName(one.lifted.by.name ?? '–'), at: instant(one.lifted.at) })}
          </span>
          <span>{t('restrictions.reasonWas', { reason: isolateName(one.lifted.reason) })}</span>
        </>
      )}
      <Since one={one} />
    </Question>
  );
}

/** Shows which versions protect the question, and since when the form is published without protection. */
function Since({ one }: { one: ListedRestriction }) {
  const { t } = useTranslation('admin');
  return (
    <span className="am-hint">
      {t('restrictions.versions', {
        versions: one.versions.map(digits).join(comma()),
        day: isolateName(date(one.since)),
        version: digits(one.version),
      })}{' '}
      {!one.asked && t('restrictions.notAsked')}
    </span>
  );
}
