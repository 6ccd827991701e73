/** Name, user name, language and grants of an account; what the server refuses stands under its field. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../core/records/types.ts';
import { fromEdge, type Language } from '../../../core/text/languages.ts';
import type { AccountInput, AccountView } from '../../data/accounts.ts';
import { isApiError } from '../../data/errors.ts';
import { number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Accounts.module.css';
import { type GrantWords, useGrantWords } from './words.ts';

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

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', fa: 'دری', ps: 'پښتو' };

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
        defaultValue={fromEdge(account?.language ?? 'fa')}
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

interface GrantRowProps {
  row: Grant;
  number: number;
  words: GrantWords;
  refused: (field: string) => string | undefined;
  onChange: (patch: Partial<Grant>) => void;
  onRemove?: () => void;
}

function GrantRow({ row, number: nth, words, refused, onChange, onRemove }: GrantRowProps) {
  const { t } = useTranslation();
  const named = (part: string) => t('accounts.grantPart', { part, number: number(nth) });
  return (
    <div className={classes.grant}>
      <NativeSelect
        aria-label={named(t('accounts.role'))}
        value={row.role}
        error={refused('role')}
        onChange={(event) => onChange({ role: event.currentTarget.value })}
      >
        <option value="">{t('choose')}</option>
        {words.roles.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={named(t('accounts.programme'))}
        value={row.programme ?? ''}
        error={refused('programme')}
        onChange={(event) => onChange({ programme: event.currentTarget.value || null })}
      >
        <option value="">{t('profile.allProgrammes')}</option>
        {words.programmes.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={named(t('accounts.province'))}
        value={row.province_id ?? ''}
        error={refused('province_id')}
        onChange={(event) => onChange({ province_id: event.currentTarget.value || null })}
      >
        <option value="">{t('profile.allProvinces')}</option>
        {words.provinces.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </NativeSelect>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={t('accounts.removeGrant', { number: number(nth) })}
          onClick={onRemove}
        >
          <Icon name="x" />
        </ActionIcon>
      )}
    </div>
  );
}
