/** Screen of one account: its names and grants, its sessions and password, and its change log. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { AccountInput, AccountView, OneTimePassword as Given } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useSession } from '../../data/queries.ts';
import { instant, number } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import AskDialog from '../../shell/AskDialog.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { AccountChanges } from './AccountChanges.tsx';
import { AccountForm } from './AccountForm.tsx';
import { AccountState } from './AccountsScreen.tsx';
import { accountKeys, accountsApi } from './api.ts';
import { OneTimePassword } from './OneTimePassword.tsx';

type Action = 'password' | 'sessions' | 'close' | 'open';

export default function AccountScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useSession().data?.user.id;
  const account = useQuery({ queryKey: accountKeys.one(id), queryFn: () => accountsApi.get(id) });
  const save = useMutation({
    mutationFn: (input: AccountInput) => accountsApi.update(id, input),
    onSuccess: async ({ message }) => {
      toast('success', message);
      await client.invalidateQueries({ queryKey: accountKeys.all });
    },
  });
  if (account.error) return <Failed error={account.error} onRetry={() => void account.refetch()} />;
  if (!account.data) return <Loading />;
  const it = account.data;
  const isMe = it.id === me;
  return (
    <Screen
      name="account"
      title={it.name}
      badge={<AccountState account={it} />}
      crumbs={[
        { label: t('accounts.title'), to: '/admin/accounts' },
        { label: it.username, code: true },
      ]}
    >
      <div className="am-sides am-stack am-gap-4 am-start">
        <section className="am-card am-after">
          <AccountForm
            // Restarts the form for another account, and with the grants that were saved.
            key={`${it.id} ${JSON.stringify(it.grants)}`}
            account={it}
            grantsFixed={isMe}
            busy={save.isPending}
            error={save.error}
            submitLabel={t('accounts.save')}
            onSubmit={(input) => save.mutate(input)}
          />
        </section>
        <div>
          <Access account={it} isMe={isMe} />
          <AccountChanges id={it.id} />
        </div>
      </div>
    </Screen>
  );
}

/** Shows the account's sessions and password state. Every action asks for confirmation first. */
function Access({ account, isMe }: { account: AccountView; isMe: boolean }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Action | null>(null);
  const [oneTime, setOneTime] = useState<Given | null>(null);
  const toggle = account.disabled ? 'open' : 'close';
  return (
    <section className="am-card am-after">
      <h2>{t('accounts.access')}</h2>
      <p className="am-after am-meta">
        {account.last_login_at
          ? t('accounts.lastLogin', { at: instant(account.last_login_at) })
          : t('accounts.state.never')}
      </p>
      <p className="am-after am-meta">{t('accounts.openSessions', { shown: number(account.sessions) })}</p>
      <div className="am-flow">
        <ActionButton icon="lock" variant="default" onClick={() => setAsked('password')}>
          {t('accounts.act.password')}
        </ActionButton>
        <ActionButton
          icon="logout"
          variant="default"
          disabled={account.sessions === 0}
          onClick={() => setAsked('sessions')}
        >
          {t('accounts.act.sessions')}
        </ActionButton>
        {!isMe && (
          <ActionButton
            icon={account.disabled ? 'circle-check' : 'circle-x'}
            variant="outline"
            {...(!account.disabled && { color: 'red' })}
            onClick={() => setAsked(toggle)}
          >
            {t(`accounts.act.${toggle}`)}
          </ActionButton>
        )}
      </div>
      {asked && <ActionDialog account={account} action={asked} onOneTime={setOneTime} onClose={() => setAsked(null)} />}
      {oneTime && <OneTimePassword username={account.username} given={oneTime} onClose={() => setOneTime(null)} />}
    </section>
  );
}

interface ActionProps {
  account: AccountView;
  action: Action;
  onOneTime: (password: Given) => void;
  onClose: () => void;
}

function ActionDialog({ account, action, onOneTime, onClose }: ActionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: async (): Promise<{ message: string } & Partial<Given>> => {
      if (action === 'password') return accountsApi.resetPassword(account.id);
      if (action === 'sessions') return accountsApi.endSessions(account.id);
      return accountsApi.update(account.id, { disabled: action === 'close' });
    },
    onSuccess: async ({ message, password, expires_at }) => {
      onClose();
      if (password && expires_at) onOneTime({ message, password, expires_at });
      else toast('success', message);
      await client.invalidateQueries({ queryKey: accountKeys.all });
    },
  });
  return (
    <AskDialog
      title={t(`accounts.act.${action}`)}
      question={t(`accounts.ask.${action}`, { name: isolateName(account.name) })}
      action={t(`accounts.act.${action}`)}
      isDangerous={action === 'close'}
      busy={act.isPending}
      error={act.error}
      onDo={() => act.mutate()}
      onClose={onClose}
    />
  );
}
