/** Edits the grants of one person in an area. They are saved together. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PermissionAccount } from '../../../core/generated/api.ts';
import type { Grant } from '../../../core/records/types.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { accountKeys } from '../accounts/api.ts';
import { AddGrant, EMPTY_GRANT, fromGrantRows, GrantRows, toGrantRows, withGrant } from '../accounts/GrantRows.tsx';
import { AccountPicker } from './AccountPicker.tsx';
import { permissionKeys, permissionsApi } from './api.ts';

interface Props {
  area: string;
  roles: { value: string; label: string }[];
  title: string;
  account: PermissionAccount | undefined;
  onClose: () => void;
}

export function GrantDialog({ area, roles, title, account, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const empty: Grant = { ...EMPTY_GRANT, role: roles[0]?.value ?? '' };
  const [chosen, setChosen] = useState(account?.id ?? '');
  const [seen, setSeen] = useState<Grant[]>(account?.grants ?? []);
  const [rows, setRows] = useState(() => toGrantRows(account ? account.grants : [empty]));
  const save = useMutation({
    mutationFn: () => permissionsApi.saveGrants(area, chosen, fromGrantRows(rows), seen),
    onSuccess: async ({ message }) => {
      toast('success', message);
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: permissionKeys.all }),
        client.invalidateQueries({ queryKey: accountKeys.all }),
      ]);
    },
  });
  return (
    <Dialog
      title={account ? t('permissions:changeOf', { name: account.name }) : t('permissions:giveIn', { area: title })}
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
            // Keep the person's existing grants and add the new one after them.
            setRows(toGrantRows([...(found?.grants ?? []), empty]));
          }}
        />
      )}
      {rows.length === 0 && <p className="am-after am-meta">{t('permissions:takesAll')}</p>}
      <GrantRows rows={rows} error={save.error} roles={roles} onChange={setRows} />
      <DialogButtons>
        <AddGrant onAdd={() => setRows((now) => withGrant(now, empty))} />
        <Button loading={save.isPending} disabled={chosen === ''} onClick={() => save.mutate()}>
          {t('accounts.save')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
