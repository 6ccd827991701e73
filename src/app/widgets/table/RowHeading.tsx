/** What a row is called: its number, and the answer that the definition names in `ui:options`. */
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import type { Refs } from '../../../core/generated/api.ts';
import { AnswerDisplay } from '../Answer.tsx';
import { useFormHost } from '../host.tsx';

interface Props {
  node: FieldNode;
  row: RecordData;
  title: string;
  /** Default: those of the open form. */
  refs?: Refs;
}

export function RowHeading({ node, row, title, refs }: Props) {
  const host = useFormHost();
  const { heading } = (node.def['ui:options'] ?? {}) as { heading?: string };
  const named = node.columns?.find(({ name }) => name === heading);
  const isNamed = named && !FIELD_TYPES[named.type].isEmpty(named, row);
  return (
    <span className="am-grow am-meta">
      {title}
      {isNamed && (
        <>
          {' – '}
          <strong>
            <AnswerDisplay node={named} data={row} refs={refs ?? host?.refs ?? {}} />
          </strong>
        </>
      )}
    </span>
  );
}
