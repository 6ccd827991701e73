/** Messages of constraints that are not met but may be explained: the question of the reason is asked then. */
import { useSay } from './environment.tsx';
import { useFormHost } from './host.tsx';

export function Warnings({ ids }: { ids: readonly string[] }) {
  const say = useSay();
  const constraints = useFormHost()?.form.definition.constraints ?? [];
  return (
    <p className="am-warning" role="status">
      {constraints.map(({ id, message }) => ids.includes(id) && <span key={id}>{say(message)}</span>)}
    </p>
  );
}
