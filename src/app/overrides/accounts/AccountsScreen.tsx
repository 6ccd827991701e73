/** Who may come in: every account with its roles, found by name, role, programme, province and state; all in the URL. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { AccountView } from '../../data/accounts.ts';
import { useSource } from '../../data/source.ts';
import { instant, number } from '../../data/words.ts';
import { Pages } from '../../screens/list/Pages.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Accounts.module.css';
import { accountKeys, type GrantWords, type Option, useCrumbs, useGrantWords } from './words.ts';

const FILTERS = ['role', 'programme', 'province', 'state'] as const;

export default function AccountsScreen() {
  const { t } = useTranslation();
  const above = useCrumbs();
  const source = useSource();
  const words = useGrantWords();
  const [params, setParams] = useSearchParams();
  const asked = Object.fromEntries(params);
  const put = (change: Record<string, string>) => {
    const { page: _first, ...kept } = { ...asked, ...change };
    setParams(Object.entries({ ...kept, ...(change.page && { page: change.page }) }).filter(([, value]) => value));
  };
  const query = {
    page: Math.max(1, Math.trunc(Number(asked.page)) || 1),
    text: asked.text ?? '',
    ...Object.fromEntries(FILTERS.map((name) => [name, asked[name] ?? ''])),
  };
  const accounts = useQuery({
    queryKey: accountKeys.list(query),
    queryFn: ({ signal }) => source.accounts.list(query, signal),
    placeholderData: keepPreviousData,
  });
  if (accounts.error) return <Failed error={accounts.error} onRetry={() => void accounts.refetch()} />;
  const isNarrowed = query.text !== '' || FILTERS.some((name) => asked[name]);
  const options: Record<(typeof FILTERS)[number], Option[]> = {
    role: words.roles,
    programme: words.programmes,
    province: words.provinces,
    state: ['active', 'disabled', 'never'].map((value) => ({ value, label: t(`accounts.state.${value}`) })),
  };
  const lookFor = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    put({ text: String(new FormData(event.currentTarget).get('text') ?? '').trim() });
  };
  const rows = accounts.data?.data;
  return (
    <Screen
      name="accounts"
      title={t('accounts.title')}
      width="wide"
      crumbs={[...above, { label: t('accounts.title') }]}
      buttons={
        <BarLink to="/admin/accounts/create" icon="plus" primary>
          {t('accounts.new')}
        </BarLink>
      }
    >
      <div className={classes.tools}>
        <search>
          <form onSubmit={lookFor} className={classes.search} key={query.text}>
            <TextInput
              name="text"
              type="search"
              aria-label={t('accounts.search')}
              placeholder={t('accounts.search')}
              defaultValue={query.text}
            />
            <Button type="submit" leftSection={<Icon name="search" size={16} />}>
              {t('list.search')}
            </Button>
          </form>
        </search>
        {FILTERS.map((name) => (
          <NativeSelect
            key={name}
            aria-label={t(`accounts.by.${name}`)}
            value={asked[name] ?? ''}
            onChange={(event) => put({ [name]: event.currentTarget.value })}
          >
            <option value="">{t(`accounts.any.${name}`)}</option>
            {options[name].map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </NativeSelect>
        ))}
        {isNarrowed && (
          <Button variant="subtle" leftSection={<Icon name="x" size={16} />} onClick={() => setParams({})}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
      <p className={classes.total} role="status">
        {accounts.data ? t('accounts.total', { total: number(accounts.data.meta.total) }) : t('loading')}
      </p>
      {rows?.length === 0 && <p className={classes.none}>{t('empty.narrowed')}</p>}
      {rows && rows.length > 0 && (
        <>
          <ul className={classes.rows} aria-busy={accounts.isFetching}>
            {rows.map((account) => (
              <AccountRow key={account.id} account={account} words={words} />
            ))}
          </ul>
          {accounts.data && (
            <Pages meta={accounts.data.meta} onPage={(page) => put({ page: page > 1 ? String(page) : '' })} />
          )}
        </>
      )}
    </Screen>
  );
}

function AccountRow({ account, words }: { account: AccountView; words: GrantWords }) {
  const { t } = useTranslation();
  return (
    <li className={classes.row} data-account={account.username} data-closed={account.disabled || undefined}>
      <div className={classes.who}>
        <Link to={`/admin/accounts/${account.id}`}>
          <bdi>{account.name}</bdi>
        </Link>
        <bdi dir="ltr">{account.username}</bdi>
      </div>
      <ul className={classes.grants}>
        {account.grants.length === 0 && <li>{t('accounts.noGrants')}</li>}
        {account.grants.map((grant) => (
          <li key={`${grant.role} ${grant.programme} ${grant.province_id}`}>{words.sentence(grant)}</li>
        ))}
      </ul>
      <p className={classes.last}>
        {account.last_login_at
          ? t('accounts.lastLogin', { at: instant(account.last_login_at) })
          : t('accounts.state.never')}
      </p>
      <p className={classes.state}>
        <AccountState account={account} />
      </p>
    </li>
  );
}

export function AccountState({ account }: { account: AccountView }) {
  const { t } = useTranslation();
  const state = account.disabled ? 'disabled' : account.must_change_password ? 'waiting' : 'active';
  const icon = { disabled: 'circle-x', waiting: 'clock', active: 'circle-check' }[state];
  return (
    <span className={classes.badge} data-state={state}>
      <Icon name={icon} size={15} /> {t(`accounts.state.${state}`)}
    </span>
  );
}
