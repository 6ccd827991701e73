/** The status of a problem by the rule of `problemStatusOf`, as text. The colour gives the same information. */
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { isOpenStatus, PROBLEM_STATUS, problemStatusOf } from '../../../core/problems/log.ts';
import { useDefinitionText } from '../environment.tsx';

export function ProblemStatus({ columns, problem }: { columns: readonly FieldNode[]; problem: RecordData }) {
  const say = useDefinitionText();
  const status = problemStatusOf(problem);
  const options = columns.find(({ name }) => name === PROBLEM_STATUS)?.def.options;
  return (
    <span
      className="am-badge am-joined am-toned am-text am-strong am-code"
      data-tone={isOpenStatus(status) ? 'orange' : 'green'}
    >
      {say(options?.find(({ value }) => value === status)?.label)}
    </span>
  );
}
