/** Editor of a logframe. Rows are added, changed, moved and removed in place. */
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../data/queries.ts';
import { Icon } from '../../theme/Icon.tsx';
import { flushTyping } from '../../widgets/controls/useTypedText.ts';
import { todayInKabul } from '../../widgets/environment.tsx';
import { useFormHost } from '../../widgets/host.tsx';
import type { FormStore } from '../../widgets/store.ts';
import { TreeContext, type TreeEditing } from './context.ts';
import { LogframeFrame } from './Frame.tsx';
import { useResponsibleNames } from './people.ts';
import {
  addChildRow,
  allNodes,
  buildLogframeTree,
  changeRow,
  type LogframeNode,
  type LogframeTree,
  moveAmongSiblings,
  moveToParent,
  nodeKey,
  removeNode,
} from './tree.ts';
import { useCollapsedRows } from './useCollapsedRows.ts';

export default function TreeInput() {
  const { t } = useTranslation('mande');
  const host = useFormHost();
  if (!host) throw new Error('the tree is filled in inside a form');
  const { store, form } = host;
  const me = useSession().data?.user.person_id ?? undefined;
  const data = useSyncExternalStore(store.subscribe, () => store.data);
  const tree = useMemo(() => buildLogframeTree(data), [data]);
  const people = form.fields.get('tagged')?.def.person?.forms ?? [];
  const refs = useResponsibleNames(data, host.refs, people);
  const { closed, toggle, openAll, closeAll } = useCollapsedRows(tree);
  const { editing, closePanels } = useEditing(store, tree);
  return (
    <TreeContext value={{ form, tree, today: todayInKabul(), refs, closed, toggle, editing, me }}>
      <LogframeFrame
        onOpenAll={openAll}
        onCloseAll={() => {
          closePanels();
          closeAll(tree);
        }}
        empty={<p>{t('empty.write')}</p>}
      >
        <button type="button" className="am-button" data-add-goal onClick={() => editing.add(null, 'goals')}>
          <Icon name="plus" size={16} /> {t('add.goals')}
        </button>
      </LogframeFrame>
    </TreeContext>
  );
}

function focusInside(key: string, inside: string) {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = document.getElementById(`lf-${key}-body`);
      row?.querySelector<HTMLElement>(inside)?.focus();
      row?.scrollIntoView?.({ block: 'nearest' });
    }),
  );
}

function focusHead(key: string) {
  requestAnimationFrame(() => document.getElementById(`lf-${key}`)?.focus());
}

/** Holds the changes of rows, and which rows are open for editing. */
function useEditing(store: FormStore, tree: LogframeTree) {
  const errors = useSyncExternalStore(store.subscribe, () => store.errors);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const wrong = useMemo(() => keysWithErrors(tree, Object.keys(errors)), [tree, errors]);
  const open = useMemo(() => new Set([...opened, ...wrong]), [opened, wrong]);

  const fresh = (node: LogframeNode): LogframeNode =>
    allNodes(buildLogframeTree(store.data)).find((one) => one.table === node.table && one.index === node.index) ?? node;
  // Pending typing belongs to its own row, so it is flushed before anything moves.
  const editing: TreeEditing = {
    open,
    toggle(key) {
      const willClose = open.has(key);
      setOpened((before) => {
        const next = new Set(before);
        if (willClose) next.delete(key);
        else next.add(key);
        return next;
      });
      if (willClose) focusHead(key);
      else focusInside(key, 'input, textarea, select');
    },
    change: (node, patch) => store.set(changeRow(store.data, node, patch)),
    add(above, table) {
      flushTyping();
      const { patch, id } = addChildRow(store.data, above && fresh(above), table);
      store.set(patch);
      const key = `${table}-${id}`;
      setOpened((before) => new Set([...before, key]));
      focusInside(key, 'textarea, input');
    },
    remove(node) {
      flushTyping();
      store.set(removeNode(store.data, fresh(node)));
      document.querySelector<HTMLElement>('[data-logframe] [data-add-goal]')?.focus();
    },
    move(siblings, node, by) {
      flushTyping();
      const patch = moveAmongSiblings(store.data, siblings.map(fresh), fresh(node), by);
      if (patch) store.set(patch);
    },
    moveBelow(node, above) {
      flushTyping();
      store.set(moveToParent(store.data, fresh(node), fresh(above)));
    },
  };
  return { editing, closePanels: () => setOpened(new Set()) };
}

/** Returns the keys of rows with errors. They stay open until the errors are fixed. */
function keysWithErrors(tree: LogframeTree, pointers: readonly string[]): string[] {
  if (pointers.length === 0) return [];
  const places = new Set(pointers.map((pointer) => pointer.split('/').slice(1, 3).join('/')));
  return allNodes(tree)
    .filter(({ table, index }) => places.has(`${table}/${index}`))
    .map(nodeKey);
}
