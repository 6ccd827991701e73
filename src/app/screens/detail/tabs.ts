/** Returns the definition's tabs. The default: all sections, problems and files if the form can have them, history. */

import type { TFunction } from 'i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { text } from '../../data/words.ts';

export type DetailTabKind = 'sections' | 'children' | 'problems' | 'rates' | 'attachments' | 'history';

export interface DetailTab {
  id: string;
  show: DetailTabKind;
  title: string;
  /** For `sections`: the ids of the sections to show. Default: all. */
  sections?: string[] | undefined;
  /** For `children`: the key in `api.formTypes`. */
  type?: string | undefined;
  count?: number | undefined;
  /** The count is still on its way. */
  isCounting?: boolean;
}

interface Counts {
  forms: Record<string, number>;
  attachments: number | undefined;
}

export function detailTabsOf(form: CompiledForm, t: TFunction, counts: Counts): DetailTab[] {
  const given = form.definition.detail?.tabs ?? defaultTabs(form);
  return given.map((tab) => {
    const show = tab.show ?? 'sections';
    const count =
      show === 'children' && tab.type
        ? getOwn(counts.forms, tab.type)
        : show === 'attachments'
          ? counts.attachments
          : undefined;
    return {
      id: tab.id,
      show,
      title: tab.title ? text(tab.title) : t(`detail.tab.${show}`),
      sections: tab.sections,
      type: tab.type,
      count,
      isCounting: show === 'attachments' && count === undefined,
    };
  });
}

type GivenTab = NonNullable<NonNullable<CompiledForm['definition']['detail']>['tabs']>[number];

function defaultTabs(form: CompiledForm): GivenTab[] {
  const tabs: GivenTab[] = [{ id: 'record', show: 'sections' }];
  if (form.definition.problems || form.definition.rates) tabs.push({ id: 'problems', show: 'problems' });
  if (form.definition.problems || [...form.fields.values()].some(holdsFiles))
    tabs.push({ id: 'attachments', show: 'attachments' });
  return [...tabs, { id: 'history', show: 'history' }];
}
