/** Translated texts of actions and rules. */
import { useTranslation } from 'react-i18next';
import type { Workflow } from '../../../core/definitions/types.ts';
import type { PermissionTable } from '../../../core/generated/api.ts';
import type { Right } from '../../../core/records/rights.ts';
import { comma, text } from '../../data/words.ts';

export function usePermissionTexts(table: PermissionTable) {
  const { t } = useTranslation();
  return {
    action: (action: string, workflow: Workflow | undefined): string =>
      text(workflow?.transitions.find((one) => one.action === action)?.label) || t(`permissions:action.${action}`),
    /** Example: `everywhere · only own records · while: submitted, returned` */
    right: ({ programme, place, own, states }: Right, workflow: Workflow | undefined): string =>
      [
        t(`permissions:place.${place}`),
        programme === 'any' ? t('permissions:anyProgramme') : t('permissions:grantedProgramme'),
        own && t('permissions:own'),
        states &&
          t('permissions:while', {
            states: states
              .map((id) => text(workflow?.states.find((state) => state.id === id)?.label))
              .filter(Boolean)
              .join(comma()),
          }),
      ]
        .filter(Boolean)
        .join(' · '),
    /** The rule in words. One without has its id. */
    rule: (id: string): string => text(table.rules.find((rule) => rule.id === id)?.label) || id,
    role: (id: string): string => text(table.roles.find((role) => role.id === id)?.label) || id,
  };
}
