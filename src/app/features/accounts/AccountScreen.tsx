/** One account: its words and grants, its logins and password, and everything that was done to it. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { OneTime } from '../../data/accounts.ts';
import { useSession } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import { instant, isolate, number } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { AccountChanges } from './AccountChanges.tsx';
import { AccountForm } from './AccountForm.tsx';
import classes from './Accounts.module.css';
import { AccountState } from './AccountsScreen.tsx';
import { OneTimePassword } from './OneTimePassword.tsx';
import { accountKeys, useCrumbs } from './words.ts';

type Act = 'password' | 'sessions' | 'close' | 'open';

export default function AccountScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const above = useCrumbs();
  const source = useSource();
  const client = useQueryClient();
  const me = useSession().data?.user.id;
  const [asked, setAsked] = useState<Act | null>(null);
  const [oneTime, setOneTime] = useState<OneTime | null>(null);
  const account = useQuery({ queryKey: accountKeys.one(id), queryFn: () => source.accounts.get(id) });
  const forget = () => client.invalidateQueries({ queryKey: accountKeys.all });
  const save = useMutation({
    mutationFn: (input: Parameters<typeof source.accounts.update>[1]) => source.accounts.update(id, input),
    onSuccess: async ({ message }) => {
      toast('success', message);
      await forget();
    },
  });
  const act = useMutation({
    mutationFn: async (what: Act): Promise<{ message: string } & Partial<OneTime>> => {
      if (what === 'password') return source.accounts.resetPassword(id);
      if (what === 'sessions') return source.accounts.endSessions(id);
      return source.accounts.update(id, { disabled: what === 'close' });
    },
    onSuccess: async (answer) => {
      setAsked(null);
      const { password, expires_at } = answer;
      if (password && expires_at) setOneTime({ password, expires_at });
      else toast('success', answer.message);
      await forget();
    },
  });
  if (account.error) return <Failed error={account.error} onRetry={() => void account.refetch()} />;
  if (!account.data) return <Loading />;
  const it = account.data;
  const isMe = it.id === me;
  const ask = (what: Act) => {
    act.reset();
    setAsked(what);
  };
  return (
    <Screen
      name="account"
      title={it.name}
      badge={<AccountState account={it} />}
      crumbs={[...above, { label: t('accounts.title'), to: '/admin/accounts' }, { label: it.username, code: true }]}
    >
      <div className={classes.columns}>
        <section className={classes.panel}>
          <AccountForm
            // Saved words become the new start; another account is another form.
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
          <section className={classes.panel}>
            <h2>{t('accounts.access')}</h2>
            <p className={classes.hint}>
              {it.last_login_at
                ? t('accounts.lastLogin', { at: instant(it.last_login_at) })
                : t('accounts.state.never')}
            </p>
            <p className={classes.hint}>{t('accounts.openSessions', { shown: number(it.sessions) })}</p>
            <div className={classes.acts}>
              <Button variant="default" leftSection={<Icon name="lock" size={16} />} onClick={() => ask('password')}>
                {t('accounts.act.password')}
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="logout" size={16} />}
                disabled={it.sessions === 0}
                onClick={() => ask('sessions')}
              >
                {t('accounts.act.sessions')}
              </Button>
              {!isMe && (
                <Button
                  variant="outline"
                  {...(!it.disabled && { color: 'red' })}
                  leftSection={<Icon name={it.disabled ? 'circle-check' : 'circle-x'} size={16} />}
                  onClick={() => ask(it.disabled ? 'open' : 'close')}
                >
                  {t(it.disabled ? 'accounts.act.open' : 'accounts.act.close')}
                </Button>
              )}
            </div>
          </section>
          <AccountChanges id={it.id} />
        </div>
      </div>
      {asked && (
        <Dialog title={t(`accounts.act.${asked}`)} onClose={() => setAsked(null)}>
          {act.error ? <FailureNote error={act.error} /> : null}
          <p>{t(`accounts.ask.${asked}`, { name: isolate(it.name) })}</p>
          <div className={classes.dialogButtons}>
            <Button variant="default" onClick={() => setAsked(null)}>
              {t('cancel')}
            </Button>
            <Button
              loading={act.isPending}
              {...(asked === 'close' && { color: 'red' })}
              onClick={() => act.mutate(asked)}
            >
              {t(`accounts.act.${asked}`)}
            </Button>
          </div>
        </Dialog>
      )}
      {oneTime && <OneTimePassword username={it.username} given={oneTime} onClose={() => setOneTime(null)} />}
    </Screen>
  );
}
