/** Lists where the user is logged in: device, login time, last use. The user can end one session or all others. */

import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSession } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { source } from '../../data/source.ts';
import { instant } from '../../data/words.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { toast } from '../../shell/toasts/toast.tsx';

export default function SessionsScreen() {
  const { t } = useTranslation();
  const sessions = useQuery({
    queryKey: ['own sessions'],
    queryFn: () => source.ownSessions(),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const [asked, setAsked] = useState<OwnSession | 'others' | null>(null);
  const end = useMutation({
    mutationFn: (which: OwnSession | 'others') =>
      which === 'others' ? source.endOtherSessions() : source.endOwnSession(which.id),
    onSuccess: async ({ message }) => {
      setAsked(null);
      toast('success', message);
      await sessions.refetch();
    },
  });
  if (sessions.error) return <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <Loading />;
  const ask = (which: OwnSession | 'others') => {
    end.reset();
    setAsked(which);
  };
  const nameOf = (session: OwnSession) => session.device ?? t('sessions.unknown');
  return (
    <Screen name="sessions" title={t('nav.sessions')} width="narrow" crumbs={[{ label: t('nav.sessions') }]}>
      <p className="am-after am-dimmed">{t('sessions.hint')}</p>
      <ul className="am-surface am-after am-rows">
        {sessions.data.map((session) => (
          <li
            key={session.id}
            className="am-gap-4 am-row-gap-2 am-pad-y-3 am-pad-x-4 am-between am-cluster"
            data-current={session.current}
          >
            <div className="am-words">
              <h2 className="am-cluster">
                <bdi dir={session.device ? 'ltr' : undefined}>{nameOf(session)}</bdi>{' '}
                {session.current && <Badge variant="light">{t('sessions.current')}</Badge>}
              </h2>
              <p className="am-meta">{t('sessions.since', { at: instant(session.created_at) })}</p>
              <p className="am-meta">{t('sessions.lastUsed', { at: instant(session.last_used_at) })}</p>
            </div>
            {!session.current && (
              <Button
                variant="default"
                onClick={() => ask(session)}
                aria-label={t('sessions.endNamed', { name: isolateName(nameOf(session)) })}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.data.some((session) => !session.current) && (
        <Button variant="outline" color="red" onClick={() => ask('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
      {asked && (
        <AskDialog
          title={t(asked === 'others' ? 'sessions.endOthers' : 'sessions.end')}
          question={
            asked === 'others' ? t('sessions.askOthers') : t('sessions.ask', { name: isolateName(nameOf(asked)) })
          }
          action={t(asked === 'others' ? 'sessions.endOthers' : 'sessions.end')}
          isDangerous
          busy={end.isPending}
          error={end.error}
          onDo={() => end.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Screen>
  );
}
