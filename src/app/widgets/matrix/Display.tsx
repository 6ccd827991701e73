import { useSay, useWidgets } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';

export function Display({ node, data }: DisplayProps) {
  const { constants } = useWidgets();
  const say = useSay();
  const scale = node.def.options ?? constants.ratings;
  return (
    <table className="am-small-table">
      <tbody>
        {node.def.rows?.map((row) => {
          const found = scale.find((one) => one.value === data[row.name]);
          return (
            <tr key={row.name}>
              <th scope="row">{say(row.label)}</th>
              <td>{found ? say(found.label) : '—'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
