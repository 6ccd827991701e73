/** The fields of one row, rendered by the standard inputs, and the buttons that act on the row. */
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { isAnswerable } from '../../../core/form/types/question.ts';
import { digits } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { flushTyping } from '../../widgets/controls/useTypedText.ts';
import { FormHostProvider, useFormHost } from '../../widgets/host.tsx';
import { rowCells } from '../../widgets/table/rowCells.tsx';
import { type TreeEditing, useTree } from './context.ts';
import classes from './Logframe.module.css';
import {
  type LogframeNode,
  type LogframeTable,
  levelBelow,
  nodeKey,
  parentNodeOf,
  possibleParents,
  withDescendants,
} from './tree.ts';

const NONE: RecordErrors = {};

export function NodePanel({ node, siblings }: { node: LogframeNode; siblings: readonly LogframeNode[] }) {
  const { form, editing, refs } = useTree();
  const host = useFormHost();
  const { table, index, row } = node;
  const errors = useSyncExternalStore(
    host ? host.store.subscribe : nothing,
    () => host?.store.field(table).errors ?? NONE,
  );
  // Adds the names of people chosen since the form was opened.
  const named = useMemo(() => host && { ...host, refs }, [host, refs]);
  if (!editing || !named) return null;
  return (
    <div className="am-box am-pad-3 am-stack am-gap-3" data-panel={table}>
      <FormHostProvider value={named}>
        <div className={`${classes.fields} am-tiles am-fits am-stack am-gap-3 am-start`}>
          {rowCells({
            id: `f-${table}-${index}`,
            columns: (form.fields.get(table)?.columns ?? []).filter(isAnswerable),
            row,
            base: `/${table}/${index}`,
            errors,
            disabled: false,
            onChange: (patch) => editing.change(node, patch),
          })}
          <ParentSelect node={node} editing={editing} />
        </div>
      </FormHostProvider>
      <NodeTools node={node} siblings={siblings} editing={editing} />
    </div>
  );
}

/** Select for the parent of the row, if there is a choice. */
function ParentSelect({ node, editing }: { node: LogframeNode; editing: TreeEditing }) {
  const { t } = useTranslation('mande');
  const { tree } = useTree();
  const places = possibleParents(tree, node);
  const above = parentNodeOf(tree, node);
  if (places.length === 0 || (places.length === 1 && above)) return null;
  const id = `lf-${nodeKey(node)}-above`;
  return (
    <div className="am-field">
      <label className="am-label" htmlFor={id}>
        {t('belongsTo')}
      </label>
      <select
        id={id}
        className="am-input"
        value={above ? nodeKey(above) : ''}
        onChange={(event) => {
          const to = places.find((one) => nodeKey(one) === event.target.value);
          if (to) editing.moveBelow(node, to);
        }}
      >
        {!above && <option value="">{t('choose')}</option>}
        {places.map((one) => (
          <option key={nodeKey(one)} value={nodeKey(one)}>
            {`${t(`level.${one.table}`)} ${digits(one.number)} – ${String(one.row.title ?? t('untitled'))}`}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ToolsProps {
  node: LogframeNode;
  siblings: readonly LogframeNode[];
  editing: TreeEditing;
}

/** Closes the row, adds a row below it, moves it among its siblings, or removes it. */
function NodeTools({ node, siblings, editing }: ToolsProps) {
  const { t } = useTranslation('mande');
  const [asking, setAsking] = useState(false);
  const { table, row } = node;
  const below = levelBelow(table);
  const adds: LogframeTable[] = table === 'indicators' ? [] : [...(below ? [below] : []), 'indicators'];
  const at = siblings.findIndex((one) => one.row === row);
  const more = withDescendants(node).length - 1;
  return (
    <>
      <div className="am-cluster">
        <button
          type="button"
          className="am-button am-primary"
          onClick={() => {
            flushTyping();
            editing.toggle(nodeKey(node));
          }}
        >
          <Icon name="check" size={16} /> {t('done')}
        </button>
        {adds.map((one) => (
          <button key={one} type="button" className="am-button" onClick={() => editing.add(node, one)}>
            <Icon name="plus" size={16} /> {t(`add.${one}`)}
          </button>
        ))}
        <span className="am-grow" />
        {([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            className="am-icon-button"
            aria-label={t(by < 0 ? 'up' : 'down')}
            disabled={!siblings[at + by]}
            onClick={() => editing.move(siblings, node, by)}
          >
            <Icon name={by < 0 ? 'arrow-up' : 'arrow-down'} />
          </button>
        ))}
        <button
          type="button"
          className="am-icon-button am-remove"
          aria-label={t('remove.do')}
          onClick={() => (more > 0 || row.title ? setAsking(true) : editing.remove(node))}
        >
          <Icon name="trash" />
        </button>
      </div>
      {asking && (
        <RemoveNodeDialog
          name={String(row.title ?? t('untitled'))}
          below={more}
          onDo={() => editing.remove(node)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface RemoveProps {
  name: string;
  /** Number of descendants that are removed too. */
  below: number;
  onDo: () => void;
  onClose: () => void;
}

function RemoveNodeDialog({ name, below, onDo, onClose }: RemoveProps) {
  const { t } = useTranslation('mande');
  return (
    <Dialog title={t('remove.title')} onClose={onClose}>
      <p>{t(below > 0 ? 'remove.withBelow' : 'remove.question', { name, number: digits(below) })}</p>
      <DialogButtons>
        <button type="button" className="am-button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className="am-button am-remove" onClick={onDo}>
          <Icon name="trash" size={16} /> {t('remove.do')}
        </button>
      </DialogButtons>
    </Dialog>
  );
}

function nothing() {
  return () => {};
}
