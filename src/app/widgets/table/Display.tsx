// biome-ignore-all lint/a11y/useSemanticElements: a scrolling region, not a part of the page
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
import type { RecordData } from '../../../core/definitions/types.ts';
import { Answer } from '../Answer.tsx';
import { useSay } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';

export function Display({ node, data, refs }: DisplayProps) {
  const say = useSay();
  const raw = data[node.name];
  const rows = Array.isArray(raw) ? (raw as RecordData[]) : [];
  const columns = (node.columns ?? []).filter((column) => column.type !== 'hidden');
  return (
    <div className="am-scroll" tabIndex={0} role="region" aria-label={say(node.def.label)}>
      <table className="am-small-table" data-stacks={columns.length > 3 || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {say(column.def.short ?? column.def.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are read only and have no ids
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.name} data-label={say(column.def.short ?? column.def.label)}>
                  <Answer node={column} data={row} refs={refs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
