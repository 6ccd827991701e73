import { useWidgets } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';
import { TextWithAnswers } from '../WithAnswers.tsx';

export function Display({ node, data }: DisplayProps) {
  const { constants } = useWidgets();
  const scale = node.def.options ?? constants.ratings;
  return (
    <table className="am-small-table">
      <tbody>
        {node.def.rows?.map((row) => {
          const found = scale.find((one) => one.value === data[row.name]);
          return (
            <tr key={row.name}>
              <th scope="row">
                <TextWithAnswers of={row.label} />
              </th>
              <td>{found ? <TextWithAnswers of={found.label} /> : '—'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
