/** Explains what an account may do on a form in a province, and why or why not, as the server decides it for each state. */

import { Checkbox, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Explained, Judgement, PermissionTable } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { groupBy } from '../../data/groups.ts';
import { text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useGrantTexts } from '../accounts/grantTexts.ts';
import { AccountPicker } from './AccountPicker.tsx';
import { permissionKeys, permissionsApi } from './api.ts';
import classes from './Permissions.module.css';
import { usePermissionTexts } from './permissionTexts.ts';

interface Props {
  area: string | undefined;
  table: PermissionTable;
}

export function PersonRights({ area, table }: Props) {
  const { t } = useTranslation();
  const grantTexts = useGrantTexts();
  const asked = useQueryParams({ replace: true });
  const form = asked.read('form') || (table.forms[0]?.form ?? '');
  const query = { account: asked.read('account'), form, province: asked.read('province'), own: asked.read('own') };
  const found = useQuery({
    queryKey: permissionKeys.explain(area, query),
    queryFn: () => permissionsApi.explain(area, query),
    enabled: query.account !== '' && form !== '',
  });
  return (
    <>
      <ToolRow>
        <AccountPicker area={area} value={query.account} onChange={(account) => asked.put({ account })} />
        <SelectWithAny
          label={t('permissions:form')}
          options={table.forms.map((one) => ({ value: one.form, label: text(one.plural) }))}
          value={form}
          onChange={(value) => asked.put({ form: value })}
        />
        <SelectWithAny
          label={t('accounts.province')}
          any={t('permissions:noProvince')}
          options={grantTexts.provinces}
          value={query.province}
          onChange={(province) => asked.put({ province })}
        />
        <Checkbox
          className="am-below-2"
          label={t('permissions:ownRecords')}
          checked={query.own === '1'}
          onChange={(event) => asked.put({ own: event.currentTarget.checked ? '1' : '' })}
        />
      </ToolRow>
      {query.account === '' && <p className="am-nothing">{t('permissions:choosePerson')}</p>}
      {found.error && <FailureNote error={found.error} />}
      {found.isLoading && <Skeleton height={240} />}
      {found.data && <Answer table={table} form={form} found={found.data} />}
    </>
  );
}

function Answer({ table, form, found }: { table: PermissionTable; form: string; found: Explained }) {
  const { t } = useTranslation();
  const texts = usePermissionTexts(table);
  const grantTexts = useGrantTexts();
  const entry = table.forms.find((one) => one.form === form);
  const workflow = entry && getOwn(table.workflows, entry.workflow);
  return (
    <>
      {found.account.disabled && (
        <p className="am-wrong">
          <Icon name="lock" size={16} /> {t('permissions:closed')}
        </p>
      )}
      <ul className="am-flow am-below-3" aria-label={t('accounts.grants')}>
        {found.account.grants.length === 0 && <li className="am-tag">{t('accounts.noGrants')}</li>}
        {found.account.grants.map((grant) => (
          <li key={`${grant.role} ${grant.programme} ${grant.province_id}`} className="am-tag">
            {grantTexts.sentence(grant)}
          </li>
        ))}
      </ul>
      <p className="am-after am-meta am-measure">{t('permissions:saidToPerson')}</p>
      <ul className={`${classes.answers} am-tiles am-tiles-broad`}>
        {found.actions.map(({ action, always, states }) => (
          <li key={action} className="am-box am-pad-3" data-action={action}>
            <h2>{texts.action(action, workflow)}</h2>
            <ul>
              {always && <Said table={table} judgement={always} />}
              {together(found.states, states).map((same) => {
                const labels = same.map(({ label }) => text(label)).join(' · ');
                return same[0] && <Said key={labels} table={table} judgement={same[0].judgement} states={labels} />;
              })}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Groups states with the same result. */
function together(states: Explained['states'], judged: Record<string, Judgement> | undefined) {
  const all = states.flatMap(({ id, label }) => {
    const judgement = getOwn(judged, id);
    // Leaves out states from which the transition is not possible, because that does not depend on permissions.
    return judgement && !('code' in judgement && judgement.code === 'transition_not_possible')
      ? [{ label, judgement }]
      : [];
  });
  return groupBy(all, ({ judgement }) => JSON.stringify(judgement));
}

function Said({ table, judgement, states }: { table: PermissionTable; judgement: Judgement; states?: string }) {
  const { t } = useTranslation();
  const texts = usePermissionTexts(table);
  const grantTexts = useGrantTexts();
  return (
    <li className="am-beside am-gap-2" data-allowed={judgement.allowed}>
      <Icon name={judgement.allowed ? 'circle-check' : 'circle-x'} size={18} />
      <span>
        {states && <b>{states}: </b>}
        {judgement.allowed ? (
          <>
            {t('permissions:yes', { grant: grantTexts.sentence(judgement.grant) })}{' '}
            <bdi className={`${classes.rule} am-wraps am-meta`}>{texts.rule(judgement.rule)}</bdi>
          </>
        ) : (
          judgement.message
        )}
      </span>
    </li>
  );
}
