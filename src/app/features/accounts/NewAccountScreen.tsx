/** Creates an account, shows its one-time password once, then opens the account. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { NewAccountResponse } from '../../../core/generated/api.ts';
import { Screen } from '../../shell/Screen.tsx';
import { AccountForm } from './AccountForm.tsx';
import { accountKeys, accountsApi } from './api.ts';
import { OneTimePassword } from './OneTimePassword.tsx';

export default function NewAccountScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<NewAccountResponse | null>(null);
  const create = useMutation({
    mutationFn: accountsApi.create,
    onSuccess: (response) => {
      setMade(response);
      void client.invalidateQueries({ queryKey: accountKeys.all });
    },
  });
  return (
    <Screen
      name="account-create"
      title={t('accounts.new')}
      width="narrow"
      crumbs={[{ label: t('accounts.title'), to: '/admin/accounts' }, { label: t('accounts.new') }]}
    >
      <section className="am-card">
        <AccountForm
          busy={create.isPending}
          error={create.error}
          submitLabel={t('accounts.create')}
          onSubmit={(input) => create.mutate(input)}
        />
      </section>
      {made && (
        <OneTimePassword
          username={made.data.username}
          given={made}
          onClose={() => navigate(`/admin/accounts/${made.data.id}`, { replace: true })}
        />
      )}
    </Screen>
  );
}
