/** The rows at one place of the tree, each with its children below. Each row has a button to open or close it. */

import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import { digits, text } from '../../data/words.ts';
import { ToneBadge } from '../../screens/record/StatusBadge.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useTree } from './context.ts';
import classes from './Logframe.module.css';
import { NodeFacts } from './NodeFacts.tsx';
import { NodePanel } from './NodePanel.tsx';
import { IndicatorStatusBadge, RollUpLine } from './ProgressStatus.tsx';
import { responsibleIds } from './people.ts';
import { progressOf, rollUp } from './progress.ts';
import { type LogframeNode, type LogframeTable, levelBelow, nodeKey } from './tree.ts';

export function TreeBranch({ nodes, label }: { nodes: readonly LogframeNode[]; label: string }) {
  if (nodes.length === 0) return null;
  return (
    <ul className={`${classes.branch} am-full am-stack`} aria-label={label}>
      {nodes.map((node) => (
        <Row key={nodeKey(node)} node={node} siblings={nodes} />
      ))}
    </ul>
  );
}

function Row({ node, siblings }: { node: LogframeNode; siblings: readonly LogframeNode[] }) {
  const { t } = useTranslation('mande');
  const { closed, toggle, editing, today, me } = useTree();
  const key = nodeKey(node);
  const isOpen = !closed.has(key);
  const isEdited = editing?.open.has(key) === true;
  const { table, row, number } = node;
  const level = t(`level.${table}`);
  const name = typeof row.title === 'string' && row.title.trim() !== '' ? row.title : t('untitled');
  const below = levelBelow(table);
  return (
    <li
      className={`${classes.node} am-box`}
      data-table={table}
      data-row={typeof row.id === 'string' ? row.id : undefined}
    >
      <div className={`${classes.head} am-row-gap-0 am-cluster`}>
        <button
          type="button"
          id={`lf-${key}`}
          className={`${classes.toggle} am-hovers am-words am-inline am-start am-tall am-pad-2 am-round`}
          aria-expanded={isOpen}
          aria-controls={`lf-${key}-body`}
          onClick={() => toggle(key)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={18} />
          <span className="am-stack am-gap-0 am-shrinks">
            <span className="am-meta">
              {level} {number && <bdi dir="ltr">{digits(number)}</bdi>}
            </span>
            {/* Hidden while editing: above the fields nothing may change its size, or clicks would miss their button. */}
            {!isEdited && (
              <span dir="auto" className={`${classes.name} am-wraps`}>
                {name}
              </span>
            )}
          </span>
        </button>
        {table === 'indicators' && <IndicatorStatusBadge status={progressOf(row, today).status} />}
        {table === 'actions' && typeof row.state === 'string' && <ActionState state={row.state} />}
        {me !== undefined && responsibleIds(row).includes(me) && (
          <ToneBadge tone="blue">
            <Icon name="user" size={15} /> {t('mine')}
          </ToneBadge>
        )}
        {editing && (
          <button
            type="button"
            className="am-icon-button"
            aria-label={t('edit', { level, name })}
            aria-expanded={isEdited}
            onClick={() => editing.toggle(key)}
          >
            <Icon name="pencil" />
          </button>
        )}
      </div>
      <div id={`lf-${key}-body`} className={`${classes.body} am-stack`} hidden={!isOpen && !isEdited}>
        {(isOpen || isEdited) && (
          <>
            {editing && isEdited ? <NodePanel node={node} siblings={siblings} /> : <NodeFacts node={node} />}
            {(table === 'goals' || table === 'outcomes' || table === 'outputs') && (
              <RollUpLine figures={rollUp([node], today)} />
            )}
            <TreeBranch nodes={node.indicators} label={t('of', { level: t('levels.indicators'), name })} />
            {below && <TreeBranch nodes={node.children} label={t('of', { level: t(`levels.${below}`), name })} />}
            {editing && !isEdited && table !== 'indicators' && <Adding node={node} name={name} />}
          </>
        )}
      </div>
    </li>
  );
}

/** Buttons that add a row below this one. */
function Adding({ node, name }: { node: LogframeNode; name: string }) {
  const { t } = useTranslation('mande');
  const { editing } = useTree();
  const below = levelBelow(node.table);
  const tables: LogframeTable[] = [...(below ? [below] : []), 'indicators'];
  return (
    <div className="am-cluster">
      {tables.map((table) => (
        <button
          key={table}
          type="button"
          className="am-button"
          aria-label={t('addTo', { what: t(`add.${table}`), name })}
          onClick={() => editing?.add(node, table)}
        >
          <Icon name="plus" size={16} /> {t(`add.${table}`)}
        </button>
      ))}
    </div>
  );
}

const STATE_ICONS: Record<string, string> = {
  planned: 'calendar',
  ongoing: 'activity',
  done: 'circle-check',
  stopped: 'circle-off',
};

function ActionState({ state }: { state: string }) {
  const { form } = useTree();
  const options = form.fields.get('actions')?.columns?.find(({ name }) => name === 'state')?.def.options;
  const label = options?.find((one) => one.value === state)?.label;
  return (
    <ToneBadge tone={state === 'done' ? 'green' : state === 'ongoing' ? 'teal' : 'gray'}>
      <Icon name={getOwn(STATE_ICONS, state) ?? 'circle-dashed'} size={15} /> {label ? text(label) : state}
    </ToneBadge>
  );
}
