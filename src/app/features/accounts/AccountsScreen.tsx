/** Lists all accounts with their roles. Search text and filters (role, programme, province, state) are in the URL. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AccountView } from '../../../core/generated/api.ts';
import { instant, number } from '../../data/words.ts';
import { PageControls } from '../../screens/list/Pages.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchBox } from '../../shell/SearchBox.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { Icon } from '../../theme/Icon.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import classes from './Accounts.module.css';
import { accountKeys, accountsApi } from './api.ts';
import { type GrantOption, type GrantTexts, useGrantTexts } from './grantTexts.ts';

const FILTERS = ['role', 'programme', 'province', 'state'] as const;

export default function AccountsScreen() {
  const { t } = useTranslation();
  const texts = useGrantTexts();
  const asked = useQueryParams();
  const query = asked.query('text', ...FILTERS);
  const accounts = useQuery({
    queryKey: accountKeys.list(query),
    queryFn: ({ signal }) => accountsApi.list(query, signal),
    placeholderData: keepPreviousData,
  });
  if (accounts.error) return <Failed error={accounts.error} onRetry={() => void accounts.refetch()} />;
  const isNarrowed = query.text !== '' || FILTERS.some((name) => query[name]);
  const options: Record<(typeof FILTERS)[number], GrantOption[]> = {
    role: texts.roles,
    programme: texts.programmes,
    province: texts.provinces,
    state: ['active', 'disabled', 'never'].map((value) => ({ value, label: t(`accounts.state.${value}`) })),
  };
  const rows = accounts.data?.data;
  return (
    <Screen
      name="accounts"
      title={t('accounts.title')}
      width="wide"
      crumbs={[{ label: t('accounts.title') }]}
      buttons={
        <>
          <BarLink to="/admin/accounts/create" icon="plus" primary>
            {t('accounts.new')}
          </BarLink>
          <BarLink to="/admin/accounts/taking-in" icon="inbox">
            {t('accounts.takeIn')}
          </BarLink>
        </>
      }
    >
      <ToolRow>
        <SearchBox label={t('accounts.search')} words={query.text} onAsk={(words) => asked.put({ text: words })} />
        {FILTERS.map((name) => (
          <SelectWithAny
            key={name}
            aria-label={t(`accounts.by.${name}`)}
            any={t(`accounts.any.${name}`)}
            options={options[name]}
            value={query[name]}
            onChange={(value) => asked.put({ [name]: value })}
          />
        ))}
        {isNarrowed && (
          <ActionButton
            icon="x"
            variant="subtle"
            onClick={() => asked.put({ text: '', role: '', programme: '', province: '', state: '' })}
          >
            {t('filter.clear')}
          </ActionButton>
        )}
      </ToolRow>
      <p className="am-after am-meta" role="status">
        {accounts.data ? t('accounts.total', { total: number(accounts.data.meta.total) }) : t('loading')}
      </p>
      {rows?.length === 0 && <p className="am-nothing">{t('empty.narrowed')}</p>}
      {rows && rows.length > 0 && (
        <>
          <ul className="am-surface am-rows" aria-busy={accounts.isFetching}>
            {rows.map((account) => (
              <AccountRow key={account.id} account={account} texts={texts} />
            ))}
          </ul>
          {accounts.data && <PageControls meta={accounts.data.meta} onPage={asked.goTo} />}
        </>
      )}
    </Screen>
  );
}

function AccountRow({ account, texts }: { account: AccountView; texts: GrantTexts }) {
  const { t } = useTranslation();
  return (
    <li
      className={`${classes.row} am-stack am-gap-4 am-row-gap-1 am-level am-pad-y-2 am-pad-x-4 am-hovers`}
      data-account={account.username}
      data-closed={account.disabled || undefined}
    >
      <div className="am-column am-start">
        <Link to={`/admin/accounts/${account.id}`} className="am-strong">
          <bdi>{account.name}</bdi>
        </Link>
        <bdi dir="ltr" className="am-meta">
          {account.username}
        </bdi>
      </div>
      <ul className={classes.grants}>
        {account.grants.length === 0 && <li>{t('accounts.noGrants')}</li>}
        {account.grants.map((grant) => (
          <li key={`${grant.role} ${grant.programme} ${grant.province_id}`}>
            <RecordName of={texts.sentence(grant)} isBlock />
          </li>
        ))}
      </ul>
      <p className={`${classes.last} am-meta`}>
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
    <span className="am-joined am-small am-code" data-state={state}>
      <Icon name={icon} size={15} /> {t(`accounts.state.${state}`)}
    </span>
  );
}
