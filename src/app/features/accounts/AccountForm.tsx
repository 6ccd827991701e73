/** Form for the name, user name, language and grants of an account. The server's errors are shown at their fields. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountInput, AccountView } from '../../../core/generated/api.ts';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { fromWireLanguage, type Language } from '../../../core/text/languages.ts';
import { isApiError } from '../../data/errors.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import {
  AddGrant,
  EMPTY_GRANT,
  fromGrantRows,
  GrantRows,
  serverErrorAt,
  toGrantRows,
  withGrant,
} from './GrantRows.tsx';

interface Props {
  account?: AccountView;
  /** True for one's own account, because nobody may change their own grants. */
  grantsFixed?: boolean;
  busy: boolean;
  error: unknown;
  submitLabel: string;
  onSubmit: (input: AccountInput) => void;
}

export function AccountForm({ account, grantsFixed, busy, error, submitLabel, onSubmit }: Props) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(() => toGrantRows(account?.grants ?? [EMPTY_GRANT]));
  const refused = (pointer: string) => serverErrorAt(error, pointer);
  const hasFields = isApiError(error) && error.status === 422 && error.errors !== undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (name: string) => String(given.get(name) ?? '').trim();
    onSubmit({
      username: read('username'),
      name: read('name'),
      language: read('language') as Language,
      ...(!grantsFixed && { grants: fromGrantRows(rows) }),
    });
  };
  return (
    <form onSubmit={submit} noValidate className="am-measure am-stack">
      {Boolean(error) && !hasFields && <FailureNote error={error} />}
      <TextInput
        name="name"
        label={t('accounts.name')}
        required
        maxLength={120}
        defaultValue={account?.name ?? ''}
        error={refused('/name')}
      />
      <TextInput
        name="username"
        label={t('login.username')}
        description={t('accounts.usernameHint')}
        required
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        defaultValue={account?.username ?? ''}
        error={refused('/username')}
      />
      <NativeSelect
        name="language"
        label={t('settings.language')}
        defaultValue={fromWireLanguage(account?.language ?? 'fa')}
        data={Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label }))}
        error={refused('/language')}
      />
      <fieldset disabled={grantsFixed}>
        <legend>{t('accounts.grants')}</legend>
        {grantsFixed && <p className="am-after am-meta">{t('accounts.ownGrants')}</p>}
        {rows.length === 0 && <p className="am-after am-meta">{t('accounts.noGrantsHint')}</p>}
        <GrantRows rows={rows} error={error} fixed={grantsFixed} onChange={setRows} />
        {!grantsFixed && <AddGrant size="sm" onAdd={() => setRows((now) => withGrant(now, EMPTY_GRANT))} />}
      </fieldset>
      <div>
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
