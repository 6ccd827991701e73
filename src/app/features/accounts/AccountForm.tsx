/** Name, user name, language and grants of an account; what the server refuses stands under its field. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../core/records/types.ts';
import { fromWireLanguage } from '../../../core/text/languages.ts';
import type { AccountInput, AccountView } from '../../data/accounts.ts';
import { isApiError } from '../../data/errors.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { LANGUAGE_NAMES } from '../../shell/Language.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Accounts.module.css';
import { GrantRow } from './GrantRow.tsx';
import { useGrantWords } from './words.ts';

interface Props {
  account?: AccountView;
  /** One's own grants are not one's own to change. */
  grantsFixed?: boolean;
  busy: boolean;
  error: unknown;
  submitLabel: string;
  onSubmit: (input: AccountInput) => void;
}

interface Row extends Grant {
  key: number;
}

export function AccountForm({ account, grantsFixed, busy, error, submitLabel, onSubmit }: Props) {
  const { t } = useTranslation();
  const words = useGrantWords();
  const [rows, setRows] = useState<Row[]>(() =>
    (account?.grants ?? [{ role: '', programme: null, province_id: null }]).map((grant, key) => ({ ...grant, key })),
  );
  const refused = (pointer: string): string | undefined =>
    isApiError(error) ? error.errors?.[pointer]?.map((one) => one.message ?? one.code).join(' ') : undefined;
  const hasFields = isApiError(error) && error.status === 422 && error.errors !== undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (name: string) => String(given.get(name) ?? '').trim();
    onSubmit({
      username: read('username'),
      name: read('name'),
      language: read('language'),
      ...(!grantsFixed && { grants: rows.map(({ key: _key, ...grant }) => grant) }),
    });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
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
      <fieldset className={classes.fieldset} disabled={grantsFixed}>
        <legend>{t('accounts.grants')}</legend>
        {grantsFixed && <p className={classes.hint}>{t('accounts.ownGrants')}</p>}
        {rows.length === 0 && <p className={classes.hint}>{t('accounts.noGrantsHint')}</p>}
        {rows.map((row, index) => (
          <GrantRow
            key={row.key}
            row={row}
            number={index + 1}
            words={words}
            refused={(field) => refused(`/grants/${index}/${field}`)}
            onChange={(patch) => setRows((all) => all.map((one) => (one.key === row.key ? { ...one, ...patch } : one)))}
            {...(!grantsFixed && { onRemove: () => setRows((all) => all.filter((one) => one.key !== row.key)) })}
          />
        ))}
        {!grantsFixed && (
          <Button
            variant="outline"
            size="sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              setRows((all) => [
                ...all,
                { key: Math.max(-1, ...all.map((one) => one.key)) + 1, role: '', programme: null, province_id: null },
              ])
            }
          >
            {t('accounts.addGrant')}
          </Button>
        )}
      </fieldset>
      <div>
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
