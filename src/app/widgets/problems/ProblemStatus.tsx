/** The status of a problem by the rule of `statusOf`, as text. The colour gives the same information. */
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { isOpen, STATUS, statusOf } from '../../../core/problems/log.ts';
import { useSay } from '../environment.tsx';

export function ProblemStatus({ columns, problem }: { columns: readonly FieldNode[]; problem: RecordData }) {
  const say = useSay();
  const status = statusOf(problem);
  const options = columns.find(({ name }) => name === STATUS)?.def.options;
  return (
    <span className="am-badge" data-tone={isOpen(status) ? 'orange' : 'green'}>
      {say(options?.find(({ value }) => value === status)?.label)}
    </span>
  );
}
