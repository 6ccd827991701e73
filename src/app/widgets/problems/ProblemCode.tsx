/** What a problem is called at its site for good: P-17. New problems get theirs when the visit is saved. */
import type { Refs } from '../../../core/form/types/fieldType.ts';

export function ProblemCode({ id, refs }: { id: unknown; refs: Refs }) {
  const code = refs[String(id)]?.code;
  return code ? (
    <bdi className="am-problem-code" dir="ltr">
      {code}
    </bdi>
  ) : null;
}
