/** Lists who has which role, for which programme and where. Account administrators edit an area's roles here. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PermissionAccount, PermissionTable } from '../../../core/generated/api.ts';
import { useSession } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import { PageControls } from '../../screens/list/Pages.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { SearchBox } from '../../shell/SearchBox.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { useGrantTexts } from '../accounts/grantTexts.ts';
import { permissionKeys, permissionsApi } from './api.ts';
import { GrantDialog } from './GrantDialog.tsx';
import classes from './Permissions.module.css';

interface Props {
  area: string | undefined;
  table: PermissionTable;
}

export function GrantList({ area, table }: Props) {
  const { t } = useTranslation();
  const texts = useGrantTexts();
  const me = useSession().data?.user.id;
  const asked = useQueryParams();
  const [changing, setChanging] = useState<PermissionAccount | 'new' | null>(null);
  const query = asked.query('text', 'role', 'province');
  const accounts = useQuery({
    queryKey: permissionKeys.accounts(area, query),
    queryFn: () => permissionsApi.accounts(area, query),
    placeholderData: keepPreviousData,
  });
  const mayChange = table.may.change && area !== undefined;
  const roles = texts.roles.filter(({ value }) => !table.area || table.area.roles.includes(value));
  return (
    <>
      <p className="am-after am-meta am-measure">
        {table.may.change
          ? t(area ? 'permissions:grantsHere' : 'permissions:grantsThere')
          : t('permissions:grantsRead')}
      </p>
      <ToolRow>
        <SearchBox label={t('accounts.search')} words={query.text} onAsk={(words) => asked.put({ text: words })} />
        {roles.length > 1 && (
          <SelectWithAny
            aria-label={t('accounts.role')}
            any={t('accounts.any.role')}
            options={roles}
            value={query.role}
            onChange={(role) => asked.put({ role })}
          />
        )}
        <SelectWithAny
          aria-label={t('accounts.province')}
          any={t('accounts.any.province')}
          options={texts.provinces}
          value={query.province}
          onChange={(province) => asked.put({ province })}
        />
        {mayChange && (
          <ActionButton icon="plus" variant="outline" onClick={() => setChanging('new')}>
            {t('permissions:give')}
          </ActionButton>
        )}
      </ToolRow>
      {accounts.error && <FailureNote error={accounts.error} />}
      <p className="am-after am-meta" role="status">
        {accounts.data ? t('accounts.total', { total: number(accounts.data.meta.total) }) : t('loading')}
      </p>
      {accounts.data?.data.length === 0 && <p className="am-nothing">{t('empty.narrowed')}</p>}
      <ul className={`am-surface ${classes.rows} am-lined`}>
        {accounts.data?.data.map((account) => (
          <AccountGrants
            key={account.id}
            account={account}
            isLinked={table.may.change}
            {...(mayChange && account.id !== me && { onChange: () => setChanging(account) })}
          />
        ))}
      </ul>
      {accounts.data && <PageControls meta={{ ...accounts.data.meta, capped: false }} onPage={asked.goTo} />}
      {changing !== null && area !== undefined && (
        <GrantDialog
          area={area}
          roles={roles}
          title={text(table.area?.title)}
          account={changing === 'new' ? undefined : changing}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}

interface AccountProps {
  account: PermissionAccount;
  isLinked: boolean;
  /** Undefined if the user may not change these grants. */
  onChange?: () => void;
}

function AccountGrants({ account, isLinked, onChange }: AccountProps) {
  const { t } = useTranslation();
  const texts = useGrantTexts();
  const name = <bdi>{account.name}</bdi>;
  return (
    <li className="am-stack am-gap-4 am-row-gap-1 am-level am-pad-y-2 am-pad-x-4" data-account={account.username}>
      <div className="am-column am-start">
        {isLinked ? <Link to={`/admin/accounts/${account.id}`}>{name}</Link> : <b>{name}</b>}
        <bdi dir="ltr" className="am-meta">
          {account.username}
        </bdi>
      </div>
      <ul>
        {account.grants.map((grant) => (
          <li key={`${grant.role} ${grant.programme} ${grant.province_id}`}>{texts.sentence(grant)}</li>
        ))}
      </ul>
      {onChange && (
        <ActionButton
          icon="pencil"
          variant="default"
          size="sm"
          aria-label={t('permissions:changeOf', { name: account.name })}
          onClick={onChange}
        >
          {t('permissions:change')}
        </ActionButton>
      )}
    </li>
  );
}
