/** A repeating answer that two people changed, row by row. Conflicting rows come first, the merged ones are collapsed. */

import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldNode, RecordData } from '../../../../core/definitions/types.ts';
import type { Refs } from '../../../../core/generated/api.ts';
import { getOwn } from '../../../../core/json.ts';
import { differingRows, type MergedRow, type MergeSide } from '../../../../core/records/merge.ts';
import { number } from '../../../data/words.ts';
import { Icon } from '../../../theme/Icon.tsx';
import { useDefinitionText } from '../../../widgets/environment.tsx';
import { FieldDisplay } from '../../../widgets/FieldDisplay.tsx';
import { type ConflictParties, ConflictSide, MERGE_SIDES, SideNamesContext } from './ConflictSide.tsx';

interface Props {
  node: FieldNode;
  rows: readonly MergedRow[];
  /** Chosen side by key of the row. Other rows keep their own choice. */
  choices: Readonly<Record<string, MergeSide>>;
  refs: Refs;
  onChoose: (key: string, side: MergeSide) => void;
}

export function ConflictRows({ node, rows, choices, refs, onChoose }: Props) {
  const { t } = useTranslation('form');
  const say = useDefinitionText();
  const touched = differingRows(rows);
  const clashing = touched.filter(({ isConflict }) => isConflict);
  const settled = touched.filter(({ isConflict }) => !isConflict);
  const draw = (row: MergedRow) => (
    <Row
      key={row.key}
      node={node}
      row={row}
      place={rows.indexOf(row) + 1}
      choice={getOwn(choices, row.key) ?? row.choice}
      refs={refs}
      onChoose={(side) => onChoose(row.key, side)}
    />
  );
  return (
    <section className="am-below-3" aria-label={say(node.def.label)} data-conflict-rows={node.name}>
      <h3>{say(node.def.label)}</h3>
      <p>{t('conflict.rows', { total: number(touched.length) })}</p>
      {clashing.map(draw)}
      {settled.length > 0 && (
        <details open={clashing.length === 0}>
          <summary className="am-opener">{t('conflict.settled', { total: number(settled.length) })}</summary>
          {settled.map(draw)}
        </details>
      )}
    </section>
  );
}

interface RowProps {
  node: FieldNode;
  row: MergedRow;
  /** Position of the row, counted from 1. */
  place: number;
  choice: MergeSide;
  refs: Refs;
  onChoose: (side: MergeSide) => void;
}

const DID = {
  people: { mine: 'mine', theirs: 'theirs' },
  file: { mine: 'file', theirs: 'theirs' },
  devices: { mine: 'here', theirs: 'there' },
} as const satisfies Record<ConflictParties, Record<MergeSide, string>>;

function Row({ node, row, place, choice, refs, onChoose }: RowProps) {
  const { t } = useTranslation('form');
  const { between } = useContext(SideNamesContext);
  const { steps, isConflict, isMerged } = row;
  const answered = answeredOnly(node, row);
  return (
    <div className="am-below-3 am-line-below" data-conflict-row={row.key} data-clash={isConflict || undefined}>
      <fieldset className="am-below-3 am-tiles am-fits">
        <legend className="am-below-1 am-cluster am-strong">
          <span>{t('conflict.row', { number: number(place) })}</span>
          {isConflict && (
            <span className="am-badge am-joined am-toned am-text am-strong am-code" data-tone="orange">
              <Icon name="alert-triangle" size={15} />{' '}
              {t(between === 'devices' ? 'conflict.devices.clash' : 'conflict.clash')}
            </span>
          )}
          {MERGE_SIDES.filter((side) => steps[side] !== 'kept').map((side) => (
            <span key={side} className="am-aside">
              {t(`conflict.did.${DID[between][side]}.${steps[side]}`)}
            </span>
          ))}
        </legend>
        {isMerged ? (
          <div className="am-box am-pad-3 am-wraps">
            <span>
              <strong className="am-block">
                {t(between === 'devices' ? 'conflict.devices.merged' : 'conflict.merged')}
              </strong>
              <One node={answered} row={row.mine} refs={refs} />
            </span>
          </div>
        ) : (
          MERGE_SIDES.map((side) => (
            <ConflictSide key={side} name={`${node.name}-${row.key}`} side={side} choice={choice} onChoose={onChoose}>
              <One node={answered} row={row[side]} refs={refs} />
            </ConflictSide>
          ))
        )}
      </fieldset>
    </div>
  );
}

/** Leaves out columns that are empty on both sides, because they would make a wide table hard to read. */
function answeredOnly(node: FieldNode, { mine, theirs }: MergedRow): FieldNode {
  const has = (name: string) => [mine, theirs].some((side) => side?.[name] !== undefined && side[name] !== null);
  const columns = node.columns?.filter(({ properties }) => properties.some(has));
  return columns && columns.length > 0 ? { ...node, columns } : node;
}

function One({ node, row, refs }: { node: FieldNode; row: RecordData | undefined; refs: Refs }) {
  const { t } = useTranslation('form');
  if (!row) return <em>{t('conflict.without')}</em>;
  return <FieldDisplay node={node} data={{ [node.properties[0] ?? node.name]: [row] }} refs={refs} />;
}
