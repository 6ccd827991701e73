/** Roles by forms and actions: a matrix on wide screens, one role at a time on phones. Each entry names its rule. */

import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PermissionForm, PermissionTable } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { dotSeparated } from '../../../core/records/name.ts';
import { formActionsOf, type Right, rightsOfRole } from '../../../core/records/rights.ts';
import { foldText } from '../../../core/text/letters.ts';
import { groupBy } from '../../data/groups.ts';
import { number, text } from '../../data/words.ts';
import { SearchField } from '../../shell/SearchBox.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { DefinitionText } from '../../theme/DefinitionText.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { useGrantTexts } from '../accounts/grantTexts.ts';
import classes from './Permissions.module.css';
import { usePermissionTexts } from './permissionTexts.ts';

interface Props {
  table: PermissionTable;
}

/** The kinds of action shown in the matrix. Every workflow transition counts as a decision. */
const SIGNS = [
  { id: 'view', icon: 'eye' },
  { id: 'create', icon: 'plus' },
  { id: 'edit', icon: 'pencil' },
  { id: 'decide', icon: 'checks' },
  { id: 'delete', icon: 'trash' },
  { id: 'export', icon: 'download' },
] as const;
/** Each kind of action stands at its own place in a cell, so that cells compare at a glance. */
const SIGN_COLUMNS = 3;
const NO_DECISION = new Set(['view', 'create', 'edit', 'delete', 'export', 'share']);

type Rights = Record<string, Right[]>;

export function RoleTable({ table }: Props) {
  const { t } = useTranslation();
  const grantTexts = useGrantTexts();
  const asked = useQueryParams({ replace: true });
  const [opened, setOpened] = useState<{ role: string; form: PermissionForm } | null>(null);
  const isPhone = useIsNarrowScreen('62em');
  const programmes = grantTexts.programmes.filter(({ value }) => table.forms.some((form) => form.programme === value));
  const programme = asked.read('programme');
  const role = asked.read('role') || (isPhone ? (table.area?.roles[0] ?? table.roles[0]?.id ?? '') : '');
  const words = asked.read('text');
  const found = foldText(words);
  const forms = table.forms.filter(
    (form) =>
      (programme === '' || form.programme === programme || words !== '') &&
      foldText(`${text(form.plural)} ${text(form.title)} ${form.form}`).includes(found),
  );
  const roles = table.roles.filter((one) => role === '' || one.id === role);
  return (
    <>
      <ToolRow>
        <SearchField label={t('permissions:search')} words={words} onType={(text) => asked.put({ text })} />
        {programmes.length > 1 && (
          <SelectWithAny
            aria-label={t('accounts.programme')}
            any={t('accounts.any.programme')}
            options={programmes}
            value={programme}
            onChange={(programme) => asked.put({ programme })}
          />
        )}
        <SelectWithAny
          aria-label={t('accounts.role')}
          any={isPhone ? undefined : t('accounts.any.role')}
          options={table.roles.map((one) => ({ value: one.id, label: text(one.label) }))}
          value={role}
          onChange={(role) => asked.put({ role })}
        />
      </ToolRow>
      <p className="am-after am-meta" role="status">
        {t('permissions:forms', { total: number(forms.length) })}
      </p>
      {forms.length === 0 ? (
        <p className="am-nothing">{t('empty.narrowed')}</p>
      ) : isPhone || role !== '' ? (
        <RoleForms table={table} role={role} forms={forms} />
      ) : (
        <Matrix table={table} roles={roles} forms={forms} onOpen={(one, form) => setOpened({ role: one, form })} />
      )}
      {opened && <RightsDialog table={table} {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function rightsIn(table: PermissionTable, role: string, form: PermissionForm): Rights {
  const workflow = getOwn(table.workflows, form.workflow);
  return workflow
    ? rightsOfRole(role, { form: form.form, definition: form }, formActionsOf(workflow), table.rules)
    : {};
}

function signsOf(rights: Rights) {
  return SIGNS.flatMap(({ id, icon }, at) => {
    const giving = Object.entries(rights)
      .filter(([action]) => (id === 'decide' ? !NO_DECISION.has(action) : action === id))
      .flatMap(([, all]) => all);
    if (giving.length === 0) return [];
    const place = `${Math.floor(at / SIGN_COLUMNS) + 1} / ${(at % SIGN_COLUMNS) + 1}`;
    return [{ id, icon, place, anyProgramme: giving.some((right) => right.programme === 'any') }];
  });
}

interface MatrixProps {
  table: PermissionTable;
  roles: readonly PermissionTable['roles'][number][];
  forms: readonly PermissionForm[];
  onOpen: (role: string, form: PermissionForm) => void;
}

function Matrix({ table, roles, forms, onOpen }: MatrixProps) {
  const { t } = useTranslation();
  return (
    <>
      <ul className="am-gap-4 am-row-gap-1 am-below-2 am-flow" aria-label={t('permissions:legend')}>
        {SIGNS.map(({ id, icon }) => (
          <li key={id} className="am-joined">
            <Icon name={icon} size={16} /> {t(`permissions:action.${id}`)}
          </li>
        ))}
        <li className="am-joined am-dimmed">
          <Icon name="eye" size={16} /> {t('permissions:pale')}
        </li>
      </ul>
      <section className="am-surface am-scrolls-high" aria-label={t('permissions:tab.table')}>
        <table className={`${classes.matrix} am-frozen`}>
          <thead>
            <tr>
              <th scope="col">{t('permissions:form')}</th>
              {roles.map((role) => (
                <th key={role.id} scope="col">
                  {text(role.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {forms.map((form) => (
              <tr key={form.form} data-form={form.form}>
                <th scope="row">
                  <DefinitionText of={form.plural} />
                </th>
                {roles.map((role) => {
                  const signs = signsOf(rightsIn(table, role.id, form));
                  const said = signs.map(({ id }) => t(`permissions:action.${id}`)).join(' · ');
                  return (
                    <td key={role.id}>
                      {signs.length === 0 ? (
                        <span className="am-pad-x-2 am-dimmed" role="img" aria-label={t('permissions:nothing')}>
                          –
                        </span>
                      ) : (
                        <button
                          type="button"
                          aria-label={t('permissions:cell', { role: text(role.label), form: text(form.plural), said })}
                          onClick={() => onOpen(role.id, form)}
                        >
                          {signs.map(({ id, icon, place, anyProgramme }) => (
                            <span
                              key={id}
                              className={anyProgramme ? undefined : 'am-joined am-dimmed'}
                              style={{ gridArea: place }}
                            >
                              <Icon name={icon} size={16} />
                            </span>
                          ))}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Shows one role's permissions on each form as text. */
function RoleForms({ table, role, forms }: { table: PermissionTable; role: string; forms: readonly PermissionForm[] }) {
  const { t } = useTranslation();
  const note = table.roles.find((one) => one.id === role)?.note;
  const entries = useMemo(
    () => forms.map((form) => ({ form, rights: rightsIn(table, role, form) })),
    [forms, role, table],
  );
  return (
    <>
      {note && <p className="am-after am-meta am-measure">{text(note)}</p>}
      <ul className="am-tiles am-tiles-broad">
        {entries.map(({ form, rights }) => (
          <li key={form.form} className="am-box am-pad-3" data-form={form.form}>
            <h2>
              <DefinitionText of={form.plural} />
            </h2>
            {Object.keys(rights).length === 0 ? (
              <p className="am-after am-meta">{t('permissions:nothing')}</p>
            ) : (
              <RightsList table={table} form={form} rights={rights} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Lists each action with its limits and the rule that grants it. */
function RightsList({ table, form, rights }: { table: PermissionTable; form: PermissionForm; rights: Rights }) {
  const texts = usePermissionTexts(table);
  const workflow = getOwn(table.workflows, form.workflow);
  // Groups actions that the same rules grant in the same way.
  const together = groupBy(Object.entries(rights), ([, giving]) => JSON.stringify(giving));
  return (
    <dl className={`${classes.rights} am-facts am-terms`}>
      {together.map((same) => {
        const actions = same.map(([action]) => action);
        return (
          <div key={actions.join()} data-actions={actions.join(' ')}>
            <dt>
              <DotSeparated parts={actions.map((action) => texts.action(action, workflow))} />
            </dt>
            <dd className="am-stack am-gap-1">
              {same[0]?.[1].map((right) => (
                <span key={right.rule}>
                  {texts.right(right, workflow)}
                  <bdi className={`${classes.rule} am-wraps am-meta`}>{texts.rule(right.rule)}</bdi>
                </span>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function RightsDialog({
  table,
  role,
  form,
  onClose,
}: {
  table: PermissionTable;
  role: string;
  form: PermissionForm;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const texts = usePermissionTexts(table);
  return (
    <Dialog title={dotSeparated([texts.role(role), text(form.plural)])} size="lg" onClose={onClose}>
      <RightsList table={table} form={form} rights={rightsIn(table, role, form)} />
      <DialogButtons>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogButtons>
    </Dialog>
  );
}
