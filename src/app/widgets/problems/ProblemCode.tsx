/** What a problem is called at its site for good: P-17. New problems get theirs when the visit is saved. */
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { useWidgets } from '../environment.tsx';

interface Props {
  id: unknown;
  refs: Refs;
}

export function ProblemCode({ id, refs }: Props) {
  const code = refs[String(id)]?.code;
  return code ? (
    <bdi className="am-problem-code am-whole am-code am-strong am-meta" dir="ltr">
      {code}
    </bdi>
  ) : null;
}

/** The one number of a problem: its code, and its place on this sheet as long as it has none. */
export function ProblemMark({ id, refs, number }: Props & { number: number }) {
  const { language } = useWidgets();
  if (refs[String(id)]?.code) return <ProblemCode id={id} refs={refs} />;
  return <span className="am-number-mark am-whole am-strong">{localDigits(number, language)}</span>;
}
