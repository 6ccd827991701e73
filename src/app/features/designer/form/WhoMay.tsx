/** Who enters records of the form and who checks them: the roles that the permissions give these rights, as sentences. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormDefinition, Permissions, Workflow } from '../../../../core/definitions/types.ts';
import { actionsOf, rightsOf } from '../../../../core/records/rights.ts';
import { isForOthers } from '../../../../core/records/steps.ts';
import { text } from '../../../data/words.ts';
import { partKeys, partsApi } from '../../common-parts/api.ts';
import { useDesigner } from '../context.ts';

const PART = 'permissions';

export function WhoMay({ workflow }: { workflow: Workflow }) {
  const { t, i18n } = useTranslation('designer');
  const { draft } = useDesigner();
  const { form, kind, programme } = draft.definition as unknown as FormDefinition;
  const part = useQuery({
    queryKey: partKeys.one(PART, i18n.language),
    queryFn: () => partsApi.get(PART),
    staleTime: 60_000,
  });
  if (!part.data) return null;
  const { roles, rules } = part.data.content as unknown as Permissions;
  const actions = actionsOf(workflow);
  const judging = actions.filter((action) => isForOthers(workflow, action));
  const may = (any: readonly string[]) =>
    roles.filter(({ id }) => {
      const rights = rightsOf(id, { form, definition: { kind, programme } }, actions, rules);
      return any.some((action) => Object.hasOwn(rights, action));
    });
  const lines = [
    ['enters', may(['create'])],
    ...(judging.length > 0 ? [['checks', may(judging)] as const] : []),
  ] as const;
  return (
    <div data-who>
      {lines.map(([key, able]) => (
        <p key={key} className="am-hint" data-who={key}>
          {able.length === 0
            ? t(`form.nobody.${key}`)
            : t(`form.${key}`, { roles: able.map(({ label }) => text(label)).join(t('form.comma')) })}
        </p>
      ))}
      <p className="am-hint">
        {t('form.whoHint')} <Link to={`/admin/forms/common/${PART}`}>{t('form.permissions')}</Link>
      </p>
    </div>
  );
}
