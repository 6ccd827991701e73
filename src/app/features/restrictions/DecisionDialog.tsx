/** Asks before protection is lifted or restored: shows what becomes readable to whom, and takes the reason. */

import { Button, Skeleton } from '@mantine/core';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListedRestriction, RestrictionReach } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { queryKeys } from '../../data/queries.ts';
import { comma, number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { ReasonDialog } from '../personal-data/ReasonDialog.tsx';
import { type RestrictionDecision, restrictionKeys, restrictionsApi } from './api.ts';

interface Props {
  one: ListedRestriction;
  decision: RestrictionDecision;
  onClose: () => void;
}

export function RestrictionDialog({ one, decision, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const isLift = decision === 'lift';
  const reach = useQuery({
    queryKey: restrictionKeys.reach(one),
    queryFn: () => restrictionsApi.reach(one),
    enabled: isLift,
    // The decision needs the current numbers.
    staleTime: 0,
    gcTime: 0,
  });
  const names = { question: isolateName(text(one.label)), form: isolateName(text(one.plural)) };
  const decide = useMutation({
    mutationFn: (reason: string) => restrictionsApi.decide(one, decision, reason),
    onSuccess: async () => {
      toast('success', t(isLift ? 'restrictions.nowLifted' : 'restrictions.nowRestored', names));
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: restrictionKeys.all }),
        client.invalidateQueries({ queryKey: queryKeys.forms }),
        client.invalidateQueries({ queryKey: queryKeys.allRecords }),
      ]);
    },
  });
  return (
    <ReasonDialog
      title={t(`restrictions.${decision}`)}
      size="lg"
      {...(isLift && { warning: t('restrictions.known') })}
      reasonLabel={t(isLift ? 'restrictions.reason' : 'restrictions.restoreReason')}
      reasonHint={t('restrictions.reasonHint')}
      action={{ label: t(`restrictions.${decision}`), name: `do-${decision}`, isDangerous: isLift }}
      isReady={!isLift || reach.data !== undefined}
      work={decide}
      onDo={decide.mutate}
      onClose={onClose}
    >
      <p className="am-wraps">{t(isLift ? 'restrictions.askLift' : 'restrictions.askRestore', names)}</p>
      {isLift && <ReachNote reach={reach} />}
    </ReasonDialog>
  );
}

/** Shows who would be able to read what, as counted now. */
function ReachNote({ reach }: { reach: UseQueryResult<RestrictionReach> }) {
  const { t } = useTranslation('admin');
  if (reach.isFetching)
    return (
      <div role="status" aria-label={t('restrictions.counting')}>
        <Skeleton height={72} mb="md" />
      </div>
    );
  return (
    <>
      {reach.error && (
        <>
          <FailureNote error={reach.error} />
          <Button variant="default" onClick={() => void reach.refetch()} mb="md">
            {t('retry', { ns: 'app' })}
          </Button>
        </>
      )}
      {reach.data && <Reached reach={reach.data} />}
    </>
  );
}

function Reached({ reach: { records, complete, people, roles, below } }: { reach: RestrictionReach }) {
  const { t } = useTranslation('admin');
  return (
    <ul className="am-bullets am-stack am-gap-1 am-after" data-reach={people}>
      <li>{t(complete ? 'restrictions.records' : 'restrictions.recordsAtLeast', { shown: number(records) })}</li>
      <li>
        {people === 0 ? t('restrictions.peopleNone') : t('restrictions.people', { shown: number(people) })}
        {roles.length > 0 && (
          <ul className="am-bullets am-columns">
            {roles.map((role) => (
              <li key={role.id}>
                {text(role.label)}: {number(role.people)}
              </li>
            ))}
          </ul>
        )}
      </li>
      {below.length > 0 && (
        <li>{t('restrictions.below', { forms: below.map(({ plural }) => text(plural)).join(comma()) })}</li>
      )}
    </ul>
  );
}
