/** Who holds which role, for which programme and where. In an area its roles are given and taken here, by who keeps accounts. */
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Grant } from '../../../core/records/types.ts';
import { isApiError } from '../../data/errors.ts';
import type { PermissionAccount, PermissionTable } from '../../data/permissions.ts';
import { useSession } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import { Pages } from '../../screens/list/Pages.tsx';
import { AnySelect } from '../../shell/AnySelect.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { SearchBox } from '../../shell/SearchBox.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { useAsked } from '../../shell/useAsked.ts';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { GrantRow } from '../accounts/GrantRow.tsx';
import { accountKeys, useGrantWords } from '../accounts/words.ts';
import { AccountPicker } from './AccountPicker.tsx';
import classes from './Permissions.module.css';
import { permissionKeys } from './words.ts';

interface Props {
  area: string | undefined;
  table: PermissionTable;
}

export function Grants({ area, table }: Props) {
  const { t } = useTranslation();
  const source = useSource();
  const words = useGrantWords();
  const me = useSession().data?.user.id;
  const asked = useAsked();
  const [changing, setChanging] = useState<PermissionAccount | 'new' | null>(null);
  const query = {
    text: asked.read('text'),
    role: asked.read('role'),
    province: asked.read('province'),
    page: asked.page,
  };
  const accounts = useQuery({
    queryKey: permissionKeys.accounts(area, query),
    queryFn: () => source.permissions.accounts(area, query),
    placeholderData: keepPreviousData,
  });
  const mayChange = table.may.change && area !== undefined;
  const roles = words.roles.filter(({ value }) => !table.area || table.area.roles.includes(value));
  return (
    <>
      <p className={classes.note}>
        {table.may.change
          ? t(area ? 'permissions.grantsHere' : 'permissions.grantsThere')
          : t('permissions.grantsRead')}
      </p>
      <ToolRow>
        <SearchBox label={t('accounts.search')} words={query.text} onAsk={(words) => asked.put({ text: words })} />
        {roles.length > 1 && (
          <AnySelect
            label={t('accounts.role')}
            any={t('accounts.any.role')}
            options={roles}
            value={query.role}
            onChange={(role) => asked.put({ role })}
          />
        )}
        <AnySelect
          label={t('accounts.province')}
          any={t('accounts.any.province')}
          options={words.provinces}
          value={query.province}
          onChange={(province) => asked.put({ province })}
        />
        {mayChange && (
          <Button variant="outline" leftSection={<Icon name="plus" size={16} />} onClick={() => setChanging('new')}>
            {t('permissions.give')}
          </Button>
        )}
      </ToolRow>
      {accounts.error && <FailureNote error={accounts.error} />}
      <p className={classes.hint} role="status">
        {accounts.data ? t('accounts.total', { total: number(accounts.data.meta.total) }) : t('loading')}
      </p>
      {accounts.data?.data.length === 0 && <p className={classes.none}>{t('empty.narrowed')}</p>}
      <ul className={classes.rows}>
        {accounts.data?.data.map((account) => (
          <li key={account.id} data-account={account.username}>
            <div>
              {table.may.change ? (
                <Link to={`/admin/accounts/${account.id}`}>
                  <bdi>{account.name}</bdi>
                </Link>
              ) : (
                <b>
                  <bdi>{account.name}</bdi>
                </b>
              )}
              <bdi dir="ltr" className={classes.hint}>
                {account.username}
              </bdi>
            </div>
            <ul>
              {account.grants.map((grant) => (
                <li key={`${grant.role} ${grant.programme} ${grant.province_id}`}>{words.sentence(grant)}</li>
              ))}
            </ul>
            {mayChange && account.id !== me && (
              <Button
                variant="default"
                size="sm"
                leftSection={<Icon name="pencil" size={16} />}
                aria-label={t('permissions.changeOf', { name: account.name })}
                onClick={() => setChanging(account)}
              >
                {t('permissions.change')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {accounts.data && <Pages meta={{ ...accounts.data.meta, capped: false }} onPage={asked.goTo} />}
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

interface Row extends Grant {
  key: number;
}

interface GrantDialogProps {
  area: string;
  roles: { value: string; label: string }[];
  title: string;
  account: PermissionAccount | undefined;
  onClose: () => void;
}

function GrantDialog({ area, roles, title, account, onClose }: GrantDialogProps) {
  const { t } = useTranslation();
  const source = useSource();
  const client = useQueryClient();
  const words = useGrantWords();
  const empty: Grant = { role: roles[0]?.value ?? '', programme: null, province_id: null };
  const [chosen, setChosen] = useState(account?.id ?? '');
  const [seen, setSeen] = useState<Grant[]>(account?.grants ?? []);
  const [rows, setRows] = useState<Row[]>(() =>
    (account ? account.grants : [empty]).map((grant, key) => ({ ...grant, key })),
  );
  const save = useMutation({
    mutationFn: () =>
      source.permissions.saveGrants(
        area,
        chosen,
        rows.map(({ key: _key, ...grant }) => grant),
        seen,
      ),
    onSuccess: async ({ message }) => {
      toast('success', message);
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: permissionKeys.all }),
        client.invalidateQueries({ queryKey: accountKeys.all }),
      ]);
    },
  });
  const refused = (pointer: string): string | undefined =>
    isApiError(save.error) ? save.error.errors?.[pointer]?.map((one) => one.message ?? one.code).join(' ') : undefined;
  return (
    <Dialog
      title={account ? t('permissions.changeOf', { name: account.name }) : t('permissions.giveIn', { area: title })}
      size="lg"
      onClose={onClose}
    >
      {save.error && <FailureNote error={save.error} />}
      {!account && (
        <AccountPicker
          area={area}
          all
          value={chosen}
          onChange={(id, found) => {
            setChosen(id);
            setSeen(found?.grants ?? []);
            // What the person holds already stays; the new line comes behind it.
            setRows([...(found?.grants ?? []), empty].map((grant, key) => ({ ...grant, key })));
          }}
        />
      )}
      {rows.length === 0 && <p className={classes.hint}>{t('permissions.takesAll')}</p>}
      {rows.map((row, index) => (
        <GrantRow
          key={row.key}
          row={row}
          number={index + 1}
          words={{ ...words, roles }}
          refused={(field) => refused(`/grants/${index}/${field}`)}
          onChange={(patch) => setRows((all) => all.map((one) => (one.key === row.key ? { ...one, ...patch } : one)))}
          onRemove={() => setRows((all) => all.filter((one) => one.key !== row.key))}
        />
      ))}
      <div className={classes.dialogButtons}>
        <Button
          variant="outline"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => setRows((all) => [...all, { ...empty, key: Math.max(-1, ...all.map((one) => one.key)) + 1 }])}
        >
          {t('accounts.addGrant')}
        </Button>
        <Button loading={save.isPending} disabled={chosen === ''} onClick={() => save.mutate()}>
          {t('accounts.save')}
        </Button>
      </div>
    </Dialog>
  );
}
