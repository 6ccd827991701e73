/** Messages of constraints that are not met but may be explained: the question of the reason is asked then. */
import { useFormHost } from './host.tsx';
import { TextWithAnswers } from './WithAnswers.tsx';

/** `base` is the pointer of the row that they are about. */
export function FieldWarnings({ ids, base }: { ids: readonly string[]; base?: string }) {
  const constraints = useFormHost()?.form.definition.constraints ?? [];
  return (
    <p className="am-warning" role="status">
      {constraints.map(
        ({ id, message }) =>
          ids.includes(id) && (
            <span key={id}>
              <TextWithAnswers of={message} base={base} />
            </span>
          ),
      )}
    </p>
  );
}
