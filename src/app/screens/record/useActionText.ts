/** Names what was done to a record: by the state that the transition led to, or by the words of the history. */

import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import { useCommon, useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';

export function useActionText(): (form: string, action: string) => string {
  const { t, i18n } = useTranslation();
  const forms = useForms().data ?? [];
  const common = useCommon().data;
  return (form, action) => {
    const workflow = getOwn(common?.workflows, forms.find((one) => one.form === form)?.workflow ?? '');
    const step = workflow?.transitions.find((one) => one.action === action);
    const reached = workflow?.states.find(({ id }) => id === step?.to);
    if (reached) return text(reached.label);
    return i18n.exists(`history.action.${action}`) ? t(`history.action.${action}`) : action;
  };
}
