import { describe, expect, it } from 'vitest';
import { progressOf, rollUp } from '../../../src/app/features/logframe/progress.ts';
import {
  addChildRow,
  allNodes,
  ancestorsOf,
  buildLogframeTree,
  type LogframeNode,
  moveAmongSiblings,
  moveToParent,
  possibleParents,
  removeNode,
} from '../../../src/app/features/logframe/tree.ts';
import type { RecordData } from '../../../src/core/definitions/types.ts';

const TODAY = '2026-11-21';
const data: RecordData = {
  goals: [{ id: 'g', title: 'Goal' }],
  outcomes: [
    { id: 'o1', goal_id: 'g', title: 'First' },
    { id: 'o2', goal_id: 'g', title: 'Second' },
  ],
  outputs: [{ id: 'p', outcome_id: 'o1', title: 'Output' }],
  actions: [
    { id: 'a', output_id: 'p', title: 'Train', state: 'done' },
    { id: 'b', output_id: 'p', title: 'Visit', state: 'planned' },
    { id: 'x', output_id: 'gone', title: 'Left over' },
  ],
  indicators: [
    {
      id: 'i',
      of_id: 'p',
      title: 'Schools',
      baseline: 0,
      milestones: [{ date: '2026-06-01', target: 10, reached: 9 }],
    },
  ],
};
const find = (of: RecordData, title: string) =>
  allNodes(buildLogframeTree(of)).find(({ row }) => row.title === title) as LogframeNode;

describe('the tree of a logframe', () => {
  it('numbers rows by their place and shows what belongs nowhere', () => {
    const tree = buildLogframeTree(data);
    expect(allNodes(tree).map(({ number, row }) => [number, row.title])).toEqual([
      ['1', 'Goal'],
      ['1.1', 'First'],
      ['1.1.1', 'Output'],
      ['1', 'Schools'],
      ['1.1.1.1', 'Train'],
      ['1.1.1.2', 'Visit'],
      ['1.2', 'Second'],
      ['', 'Left over'],
    ]);
    expect(ancestorsOf(tree, find(data, 'Visit')).map(({ row }) => row.title)).toEqual(['Goal', 'First', 'Output']);
  });

  it('adds below a row that had no id yet', () => {
    const bare: RecordData = { goals: [{ title: 'Goal' }] };
    const { patch, id } = addChildRow(bare, find(bare, 'Goal'), 'outcomes');
    const goal = (patch.goals as RecordData[])[0];
    expect(patch.outcomes).toEqual([{ id, goal_id: goal?.id }]);
  });

  it('moves among siblings, to another row, and removes with everything below', () => {
    const { roots } = buildLogframeTree(data);
    const siblings = roots[0]?.children ?? [];
    expect(moveAmongSiblings(data, siblings, siblings[0] as LogframeNode, -1)).toBeNull();
    const swapped = { ...data, ...moveAmongSiblings(data, siblings, siblings[0] as LogframeNode, 1) };
    expect(buildLogframeTree(swapped).roots[0]?.children.map(({ row }) => row.id)).toEqual(['o2', 'o1']);
    expect(possibleParents(buildLogframeTree(data), find(data, 'Output')).map(({ row }) => row.id)).toEqual([
      'o1',
      'o2',
    ]);
    const moved = { ...data, ...moveToParent(data, find(data, 'Output'), find(data, 'Second')) };
    expect(find(moved, 'Output').number).toBe('1.2.1');
    const left = { ...data, ...removeNode(data, find(data, 'First')) };
    expect(allNodes(buildLogframeTree(left)).map(({ row }) => row.title)).toEqual(['Goal', 'Second', 'Left over']);
    expect(left.indicators).toBeUndefined();
  });
});

describe('progress against the milestone that is due', () => {
  const row = (...milestones: object[]) => ({ baseline: 20, milestones });
  it.each([
    ['nothing planned', row(), 'none', undefined],
    ['next one not due', row({ date: '2027-01-01', target: 60, reached: 30 }), 'ahead', 0.25],
    ['due and reached', row({ date: '2026-01-01', target: 60, reached: 61 }), 'met', 1],
    ['due, nearly there', row({ date: '2026-01-01', target: 60, reached: 53 }), 'near', 0.825],
    ['due, far away', row({ date: '2026-01-01', target: 60, reached: 30 }), 'behind', 0.25],
    ['due, nothing said', row({ date: '2026-01-01', target: 60 }), 'unreported', undefined],
    [
      'the earlier one was reported, the due one not',
      row({ date: '2026-01-01', target: 40, reached: 40 }, { date: '2026-10-01', target: 60 }),
      'unreported',
      0.5,
    ],
    ['less is better', { baseline: 40, milestones: [{ date: '2026-01-01', target: 10, reached: 25 }] }, 'behind', 0.5],
  ] as const)('%s', (_name, indicator, status, share) => {
    const found = progressOf(indicator as RecordData, TODAY);
    expect(found.status).toBe(status);
    expect(found.share).toBe(share);
  });

  it('rolls up: stopped actions do not count, indicators without a due milestone do not weigh', () => {
    const up = rollUp(buildLogframeTree(data).roots, TODAY);
    expect(up).toMatchObject({ indicators: 1, share: 0.9, actions: 2, done: 1 });
    expect(up.statuses.near).toBe(1);
  });
});
