// biome-ignore-all lint/a11y/useSemanticElements: a fieldset around questions that are fieldsets would repeat its name
/** Questions of a section under a small heading. It is there while one of them is. */
import { type ReactNode, useSyncExternalStore } from 'react';
import type { FieldNode, Group } from '../../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { useSay } from '../../../widgets/environment.tsx';
import { useFormHost } from '../../../widgets/host.tsx';
import type { FormStore } from '../../../widgets/store.ts';

/** Returns true if one of the fields is drawn now. */
export function isAnyShown(fields: readonly FieldNode[], store: FormStore): boolean {
  return fields.some((node) => !FIELD_TYPES[node.type].isHidden && !store.field(node.name).hidden);
}

export function QuestionGroup({ group, fields, children }: { group: Group; fields: FieldNode[]; children: ReactNode }) {
  const { store } = useFormHost()!;
  const say = useSay();
  const isShown = useSyncExternalStore(store.subscribe, () => isAnyShown(fields, store));
  if (!isShown) return null;
  const id = `group-${group.group}-title`;
  return (
    <div role="group" className="am-group" data-wide aria-labelledby={id}>
      <h3 id={id}>{say(group.title)}</h3>
      {group.help && <p className="am-help">{say(group.help)}</p>}
      <div className="am-section-fields">{children}</div>
    </div>
  );
}
