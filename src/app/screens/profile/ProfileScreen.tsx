/** Shows the user's own name, roles and places, and lets the user change the password. */
import { Alert, Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SessionView } from '../../../core/generated/api.ts';
import { isApiError } from '../../data/errors.ts';
import { queryKeys, useCommon, useProvinces, useSession } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { nameOf, text } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { changeStorePassword } from '../../offline/wire.ts';
import { Failed } from '../../shell/Failed.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { departmentName } from '../../shell/navigation/menu.ts';
import { SwitchButton } from '../../shell/offline/SwitchButton.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import classes from '../settings/Settings.module.css';

export default function ProfileScreen() {
  const { t } = useTranslation();
  const session = useSession();
  const common = useCommon();
  const isOnline = useOffline().mode === 'online';
  const provinces = useProvinces(session.data?.user.must_change_password === false);
  if (session.error) return <Failed error={session.error} onRetry={() => void session.refetch()} />;
  if (!session.data) return <Loading />;
  const { user } = session.data;
  const grants = session.data.grants ?? user.grants ?? [];
  const roleName = (id: string) => text(common.data?.roles.find((role) => role.id === id)?.label) || id;
  const programmeName = (id: string | null) => {
    if (id === null) return t('profile.allProgrammes');
    const department = common.data?.navigation.departments.find((d) => d.id === id);
    return department ? departmentName(department) : id;
  };
  const placeName = (id: string | null) =>
    id === null ? t('profile.allProvinces') : nameOf(provinces.data?.find((place) => place.id === id)) || id;
  return (
    <Screen name="profile" title={t('nav.profile')} width="narrow" crumbs={[{ label: t('nav.profile') }]}>
      {user.must_change_password && (
        <Alert color="orange" icon={<Icon name="alert-triangle" />} mb="md" role="alert">
          {t('profile.mustChange')}
        </Alert>
      )}
      <section className={`am-card am-after ${classes.panel}`}>
        <dl className="am-facts am-stack am-gap-3">
          <div>
            <dt>{t('profile.name')}</dt>
            <dd>{user.name}</dd>
          </div>
          <div>
            <dt>{t('login.username')}</dt>
            <dd>
              <bdi dir="ltr">{user.username}</bdi>
            </dd>
          </div>
          {/* The server sends place names only after the password was changed. */}
          {!user.must_change_password && (
            <div>
              <dt>{t('profile.roles')}</dt>
              <dd>
                <ul>
                  {grants.map((grant) => (
                    <li key={`${grant.role} ${grant.programme} ${grant.province_id}`}>
                      <DotSeparated
                        parts={[
                          <b key="role">{roleName(grant.role)}</b>,
                          programmeName(grant.programme),
                          placeName(grant.province_id),
                        ]}
                      />
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
      </section>
      {isOnline ? (
        <PasswordPanel forced={user.must_change_password === true} />
      ) : (
        <section className={`am-card am-after ${classes.panel}`} data-needs-server>
          <h2>{t('profile.password')}</h2>
          <p>{t('profile.passwordOnline')}</p>
          <SwitchButton to="online" />
        </section>
      )}
    </Screen>
  );
}

function PasswordPanel({ forced }: { forced: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  const failure = useFailureText();
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: source.changePassword,
    onSuccess: (answer, { current_password, new_password }) => {
      toast('success', answer?.message || t('profile.changed'));
      const user = client.getQueryData<SessionView>(queryKeys.session)?.user;
      if (user) void changeStorePassword(user, current_password, new_password);
      void client.invalidateQueries({ queryKey: queryKeys.session }).then(() => {
        if (forced) navigate(state?.from ?? '/', { replace: true });
      });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const target = event.currentTarget;
    const fields = new FormData(target);
    const read = (name: string) => String(fields.get(name) ?? '');
    const body = { current_password: read('current'), new_password: read('new'), confirmation: read('confirmation') };
    change.reset();
    if (!body.current_password || !body.new_password) setProblem(t('profile.allNeeded'));
    else if (body.new_password !== body.confirmation) setProblem(t('profile.mismatch'));
    else {
      setProblem(null);
      change.mutate(body, { onSuccess: () => target.reset() });
    }
  };
  const said = problem ?? (change.error ? failure(change.error) : null);
  const details = isApiError(change.error) ? Object.values(change.error.errors ?? {}).flat() : [];
  const input = (name: string, label: string, autoComplete: string) => (
    <PasswordInput
      name={name}
      label={label}
      autoComplete={autoComplete}
      dir="ltr"
      mb="sm"
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
    />
  );
  return (
    <section className={`am-card am-after ${classes.panel}`}>
      <h2>{t('profile.password')}</h2>
      <form onSubmit={submit} noValidate>
        {said && (
          <Alert
            color="red"
            variant="light"
            icon={<Icon name="alert-triangle" />}
            mb="md"
            role="alert"
            title={problem ? undefined : t('profile.notChanged')}
          >
            {said}
            {details.map((detail) =>
              detail.message && detail.message !== said ? <div key={detail.message}>{detail.message}</div> : null,
            )}
          </Alert>
        )}
        {input('current', t('profile.current'), 'current-password')}
        {input('new', t('profile.new'), 'new-password')}
        {input('confirmation', t('profile.confirmation'), 'new-password')}
        <Button type="submit" loading={change.isPending}>
          {t('profile.change')}
        </Button>
      </form>
    </section>
  );
}
