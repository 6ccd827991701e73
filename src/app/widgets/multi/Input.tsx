import { useOffered } from '../choice/useOffered.ts';
import { useOptions } from '../choice/useOptions.ts';
import { Combo } from '../controls/Combo.tsx';
import { itemName, useSay, useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';

/** Checkboxes, or a searchable list if there are more than 12 options (unless the definition asks for checkboxes). */
export function Input(props: InputProps) {
  const { language } = useWidgets();
  const say = useSay();
  const list = useOptions(useOffered(props.node, props.value));
  const { items, loading, failed } = list;
  const raw = props.value;
  const chosen = Array.isArray(raw) ? (raw as string[]) : [];
  const pick = (ids: string[]) => props.onChange(ids.length > 0 ? ids : undefined);

  if (loading || failed || (items.length > 12 && props.node.def['ui:widget'] !== 'checkboxes')) {
    return <Combo {...props} {...list} multiple value={chosen} onPick={pick} />;
  }
  const hints = new Map(props.node.def.options?.map((o) => [o.value, say(o.hint)]));
  return (
    <div className="am-checks">
      {items.map((item, index) => (
        <label key={item.id} className="am-check">
          <input
            type="checkbox"
            id={index === 0 ? props.id : undefined}
            checked={chosen.includes(item.id)}
            disabled={props.disabled}
            aria-invalid={props.invalid || undefined}
            aria-describedby={props.describedBy}
            onChange={(event) =>
              // Store in the order of the list, whatever the order of ticking.
              pick(items.map((i) => i.id).filter((id) => (id === item.id ? event.target.checked : chosen.includes(id))))
            }
          />
          <span>
            {itemName(item, language)}
            {hints.get(item.id) && <small>{hints.get(item.id)}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}
