/** The parts of one problem; used in the log and right below the answer that shows the problem. */
import { useMemo } from 'react';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/failure.ts';
import { useWidgets, useWords } from '../environment.tsx';
import { FieldFrame } from '../FieldFrame.tsx';
import { partsFor, problemParts } from './parts.ts';

interface ProblemEditorProps {
  id: string;
  problem: RecordData;
  /** Pointer of the problem in the record. */
  base: string;
  errors: RecordErrors;
  disabled: boolean;
  onChange: (patch: RecordData) => void;
}

export function ProblemEditor({ id, problem, base, errors, disabled, onChange }: ProblemEditorProps) {
  const { constants } = useWidgets();
  const { t } = useWords();
  const parts = useMemo(() => problemParts(t, constants), [t, constants]);
  return (
    <div className="am-problem-parts">
      {partsFor(parts, problem).map((node) => {
        const own = Object.entries(errors).filter(
          ([pointer]) => pointer === `${base}${node.pointer}` || pointer.startsWith(`${base}${node.pointer}/`),
        );
        return (
          <FieldFrame
            key={node.name}
            node={node}
            id={`${id}-${node.name}`}
            values={problem}
            onChange={onChange}
            errors={Object.fromEntries(own)}
            base={base}
            required={node.required}
            disabled={disabled}
          />
        );
      })}
    </div>
  );
}
