/** Shows the problems of one visit for reading. */
import type { RecordData } from '../../../core/definitions/types.ts';
import type { DisplayProps } from '../types.ts';
import { ProblemList } from './ProblemList.tsx';

export function Display({ node, data, refs }: DisplayProps) {
  const rows = data[node.name];
  return (
    <ProblemList columns={node.columns ?? []} rows={Array.isArray(rows) ? (rows as RecordData[]) : []} refs={refs} />
  );
}
