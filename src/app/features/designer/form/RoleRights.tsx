/**
 * Who enters records of the form and who checks them: the roles that the permissions give these rights, as sentences, and ticks for
 * whoever may publish permissions. A tick changes one rule of the served permissions; they are published on their own, with the
 * effect on people shown before.
 */

import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormDefinition, Permissions, Workflow } from '../../../../core/definitions/types.ts';
import {
  type RightOfRole,
  type RightSource,
  rightSource,
  withoutRight,
  withRight,
} from '../../../../core/edit/rights.ts';
import type { FormEntry } from '../../../../core/generated/api.ts';
import { equalJson } from '../../../../core/json.ts';
import { formActionsOf } from '../../../../core/records/rights.ts';
import { needsAnotherPerson } from '../../../../core/records/steps.ts';
import { useForms } from '../../../data/queries.ts';
import { comma, number, text } from '../../../data/words.ts';
import { useCommonPart } from '../../common-parts/usePart.tsx';
import { useDesigner } from '../context.ts';
import classes from './RoleRights.module.css';

const PART = 'permissions';
const KEYS = ['enters', 'checks'] as const;
type Key = (typeof KEYS)[number];

export function RoleRights({ workflow }: { workflow: Workflow }) {
  const { t } = useTranslation('designer');
  const { draft, published } = useDesigner();
  const { form, kind, programme } = draft.definition as unknown as FormDefinition;
  const { found, ask, dialog } = useCommonPart(PART);
  // A rule for many forms is split by their names, so all of them have to be known.
  const entries = useForms().data;
  // The hash belongs to the permissions that were there when the ticking began.
  const [ticked, setTicked] = useState<{ content: Permissions; hash: string }>();
  if (!found || !entries) return null;
  const served = found.content as unknown as Permissions;
  const content = ticked?.content ?? served;
  const { roles, rules } = content;
  const judging = formActionsOf(workflow).filter((action) => needsAnotherPerson(workflow, action));
  const rights = { enters: ['create'], checks: judging };
  const keys = KEYS.filter((key) => rights[key].length > 0);
  const rightOf = (role: string, key: Key): RightOfRole => ({
    role,
    form: { form, definition: { kind, programme } },
    actions: rights[key],
  });
  const heldBy = (role: string, key: Key) => rightSource(rules, rightOf(role, key));
  const lock = published.size === 0 ? t('form.ticks.unpublished') : found.locked;
  const forms = entries.map((entry) => ({ form: entry.form, definition: entry }));
  const tick = (role: string, key: Key, isGiven: boolean) => {
    const right = rightOf(role, key);
    const next = isGiven ? withRight(content, right) : withoutRight(content, right, forms);
    const isAsServed = equalJson(next, served);
    setTicked(isAsServed ? undefined : { content: next, hash: ticked?.hash ?? found.data.hash });
  };
  return (
    <div data-who>
      {keys.map((key) => {
        const able = roles.filter(({ id }) => heldBy(id, key) !== 'none');
        return (
          <p key={key} className="am-hint" data-who={key}>
            {able.length === 0
              ? t(`form.nobody.${key}`)
              : t(`form.${key}`, { roles: able.map(({ label }) => text(label)).join(comma()) })}
          </p>
        );
      })}
      <Ticks {...{ roles, keys, lock }} heldBy={heldBy} onTick={tick} />
      <p className="am-hint">
        {lock ?? t('form.ticks.general')} {t('form.whoHint')}{' '}
        <Link to={`/admin/forms/common/${PART}`}>{t('form.permissions')}</Link>
      </p>
      {ticked && <Splits {...{ roles, keys, rightOf, entries }} before={served.rules} after={rules} />}
      {ticked && (
        <div className="am-above-3 am-flow">
          <Button
            size="sm"
            data-action="check-rights"
            onClick={() => ask({ given: { content: { ...ticked.content } }, hash: ticked.hash })}
          >
            {t('form.ticks.publish')}
          </Button>
          <Button size="sm" variant="default" data-action="discard-rights" onClick={() => setTicked(undefined)}>
            {t('form.ticks.discard')}
          </Button>
        </div>
      )}
      {dialog(t('form.permissions'), () => setTicked(undefined))}
    </div>
  );
}

interface TicksProps {
  roles: Permissions['roles'];
  keys: readonly Key[];
  /** Why nothing can be ticked; null if it can. */
  lock: string | null;
  heldBy: (role: string, key: Key) => RightSource;
  onTick: (role: string, key: Key, isGiven: boolean) => void;
}

function Ticks({ roles, keys, lock, heldBy, onTick }: TicksProps) {
  const { t } = useTranslation('designer');
  return (
    <table className={`${classes.ticks} am-grid`} data-ticks>
      <thead>
        <tr>
          <th scope="col">{t('form.ticks.role')}</th>
          {keys.map((key) => (
            <th key={key} scope="col">
              {t(`form.ticks.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {roles.map(({ id, label }) => (
          <tr key={id} data-role={id}>
            <th scope="row">{text(label)}</th>
            {keys.map((key) => {
              const held = heldBy(id, key);
              return (
                <td key={key}>
                  <Checkbox
                    aria-label={`${text(label)}: ${t(`form.ticks.${key}`)}`}
                    name={`${key}-${id}`}
                    checked={held !== 'none'}
                    disabled={lock !== null || held === 'general'}
                    onChange={({ currentTarget }) => onTick(id, key, currentTarget.checked)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SplitsProps extends Pick<TicksProps, 'roles' | 'keys'> {
  rightOf: (role: string, key: Key) => RightOfRole;
  entries: readonly FormEntry[];
  before: Permissions['rules'];
  after: Permissions['rules'];
}

/** Says which rules for many forms were split, and for which forms nothing changes. */
function Splits({ roles, keys, rightOf, entries, before, after }: SplitsProps) {
  const { t } = useTranslation('designer');
  const rights = roles.flatMap(({ id, label }) => keys.map((key) => ({ label, key, right: rightOf(id, key) })));
  return rights
    .filter(({ right }) => rightSource(before, right) === 'shared' && rightSource(after, right) === 'none')
    .map(({ label, key, right }) => {
      const kept = entries.filter(
        (entry) => rightSource(after, { ...right, form: { form: entry.form, definition: entry } }) !== 'none',
      );
      return (
        <details key={`${key}-${right.role}`} data-split={right.role}>
          <summary className="am-opener">
            {t('form.ticks.splits', { role: text(label), number: number(kept.length) })}
          </summary>
          <p className="am-hint">{kept.map(({ plural }) => text(plural)).join(comma())}</p>
        </details>
      );
    });
}
