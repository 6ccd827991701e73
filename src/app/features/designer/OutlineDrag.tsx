/** Rows of the outline are dragged with the mouse, or with a finger that was held on one, so that it can still scroll. */
import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DropSide, type MoveRefusal, moveToPlace } from '../../../core/edit/moveTo.ts';
import { type OutlinePlace, type OutlineRow, outlineKeyOf } from '../../../core/edit/outline.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { toast } from '../../shell/toasts/toast.tsx';
import { useDesigner } from './context.ts';
import classes from './Outline.module.css';
import { outlineRowTitle } from './titles.ts';

/** Where what is dragged would stand. */
interface Gap {
  to: OutlineRow;
  side: DropSide;
  refused: MoveRefusal | undefined;
}

interface Line {
  key: string;
  side: DropSide;
  isRefused: boolean;
}

const LineContext = createContext<Line | undefined>(undefined);

/** Says of the row under the pointer which half of it that is. */
const halves: CollisionDetection = (args) =>
  pointerWithin(args).map((one) => {
    const rect = args.droppableRects.get(one.id);
    const isUpper = rect && args.pointerCoordinates && args.pointerCoordinates.y < rect.top + rect.height / 2;
    return { ...one, data: { ...one.data, side: isUpper ? 'before' : 'after' } };
  });

// Constants: with others in each drawing, all rows would be drawn again with every letter that somebody types.
const MOUSE = { activationConstraint: { distance: 6 } };
const TOUCH = { activationConstraint: { delay: 300, tolerance: 8 } };

interface Props {
  /** Rows that are shown. */
  rows: readonly OutlineRow[];
  /** Called with the key of what was moved. */
  onMoved: (key: string) => void;
  children: ReactNode;
}

export function OutlineDrag({ rows, onMoved, children }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change, choose } = useDesigner();
  const [dragged, setDragged] = useState<OutlineRow>();
  const [gap, setGap] = useState<Gap>();
  const now = useRef<Gap>(undefined);
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH));
  const named = (row: OutlineRow | undefined) => (row ? isolateName(outlineRowTitle(row)) : '');
  const rowOf = (key: unknown) => rows.find((row) => row.key === key);
  const put = (next: Gap | undefined) => {
    now.current = next;
    setGap(next);
  };
  const onDragMove = ({ active, collisions }: Pick<DragMoveEvent, 'active' | 'collisions'>) => {
    const [from, to] = [rowOf(active.id), rowOf(collisions?.[0]?.id)];
    const side = collisions?.[0]?.data?.side as DropSide;
    if (!from || !to) return put(undefined);
    if (now.current?.to.key === to.key && now.current.side === side) return;
    const moved = moveToPlace(draft, from.place, to.place, side);
    put({ to, side, refused: 'refused' in moved ? moved.refused : undefined });
  };
  const onDragEnd = () => {
    setDragged(undefined);
    if (dragged && gap?.refused) toast('info', t(`drag.no.${gap.refused}`));
    else if (dragged && gap) {
      const moved = moveToPlace(draft, dragged.place, gap.to.place, gap.side);
      if ('draft' in moved && moved.draft !== draft) {
        change(moved.draft);
        choose(outlineKeyOf(moved.place), false);
        onMoved(outlineKeyOf(moved.place));
      }
    }
    setGap(undefined);
  };
  const said = (row: OutlineRow | undefined) => {
    const { refused, side, to } = now.current ?? {};
    if (refused) return t(`drag.no.${refused}`);
    return side ? t(`drag.${side}`, { name: named(row), other: named(to) }) : t('drag.nowhere', { name: named(row) });
  };
  const line = dragged && gap && { key: lineAt(rows, dragged.place, gap), side: gap.side, isRefused: !!gap.refused };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={halves}
      autoScroll={{ threshold: { x: 0, y: 0.15 } }}
      accessibility={{
        screenReaderInstructions: { draggable: t('drag.how') },
        announcements: {
          onDragStart: ({ active }) => t('drag.begun', { name: named(rowOf(active.id)) }),
          onDragMove: ({ active }) => said(rowOf(active.id)),
          onDragOver: () => undefined,
          onDragEnd: ({ active }) => said(rowOf(active.id)),
          onDragCancel: ({ active }) => t('drag.nowhere', { name: named(rowOf(active.id)) }),
        },
      }}
      onDragStart={({ active }) => {
        put(undefined);
        setDragged(rowOf(active.id));
      }}
      onDragMove={onDragMove}
      onDragEnd={onDragEnd}
      onDragCancel={() => {
        setDragged(undefined);
        setGap(undefined);
      }}
    >
      <LineContext value={line || undefined}>{children}</LineContext>
      {/* Nothing flies back to its place. */}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={`${classes.dragged} am-box am-pad-y-1 am-pad-x-2 am-strong`} data-dragged>
            <bdi>{outlineRowTitle(dragged)}</bdi>
            {gap?.refused && <p className="am-wrong am-small am-light">{t(`drag.no.${gap.refused}`)}</p>}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Returns the key of the row beside which the line is drawn: the last one of what it goes behind. */
function lineAt(rows: readonly OutlineRow[], from: OutlinePlace, { to, side }: Gap): string {
  const isInside =
    (from.kind === 'question' && (to.place.kind !== 'question' || from.path.startsWith(`${to.place.path}.`))) ||
    (from.kind === 'group' && to.place.kind === 'section');
  if (side === 'before' || isInside) return to.key;
  const at = rows.findIndex(({ key }) => key === to.key);
  const start = from.kind === 'section' ? rows.findLastIndex(({ depth }, index) => depth === 0 && index <= at) : at;
  const depth = rows[start]?.depth ?? 0;
  const end = rows.findIndex((row, index) => index > start && row.depth <= depth);
  return rows.at(end < 0 ? -1 : end - 1)?.key ?? to.key;
}

/** Makes a row one that is dragged, and beside which others are put. */
export function useDragged(key: string) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({ id: key });
  const { setNodeRef: setTarget } = useDroppable({ id: key });
  const line = useContext(LineContext);
  const own = line?.key === key ? line : undefined;
  return {
    ref: (node: HTMLElement | null) => {
      setNodeRef(node);
      setTarget(node);
    },
    'aria-describedby': attributes['aria-describedby'],
    'data-drop': own && !own.isRefused ? own.side : undefined,
    'data-dragging': isDragging || undefined,
    ...listeners,
  };
}
