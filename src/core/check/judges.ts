/** Forms of which the rules alone say that nobody, or nobody but the role that fills them in, may judge what is handed in. */
import type { CommonSources, FormDefinition } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import { judgingGaps } from '../records/judges.ts';
import type { Finding } from './issues/issue.ts';

/** Rules name no province, so one stands for all. */
const SOMEWHERE = 'somewhere';

export interface JudgeFinding extends Finding {
  code: 'judge_none' | 'judge_one_role';
}

/**
 * Without accounts each role stands for one person who holds it. `judge_none` is a fault. `judge_one_role` is worth knowing: it
 * takes two people with that role wherever the form is filled in.
 */
export function judgeFindings(
  { permissions, workflows = {} }: Partial<Pick<CommonSources, 'permissions' | 'workflows'>>,
  forms: Iterable<FormDefinition>,
): JudgeFinding[] {
  if (!permissions) return [];
  return [...forms].flatMap((definition): JudgeFinding[] => {
    const { form, programme } = definition;
    const workflow = getOwn(workflows, definition.workflow);
    if (!workflow) return [];
    const people = permissions.roles.map(({ id }) => ({
      id,
      grants: [{ role: id, programme, province_id: SOMEWHERE }],
    }));
    const [gap] = judgingGaps({ form: { form, definition }, workflow, permissions }, people, [SOMEWHERE]);
    if (!gap) return [];
    return gap.only === null
      ? [{ code: 'judge_none', params: { form } }]
      : [{ code: 'judge_one_role', params: { form, role: gap.only } }];
  });
}
