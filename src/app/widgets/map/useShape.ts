/** The points of a line or an area while somebody draws it, with steps back. */
import { useMemo, useRef, useState } from 'react';
import { mostPoints } from '../../../core/form/types/places/shape.ts';
import { isShape, type Position, type Shape, shapeFromPoints, shapePoints } from '../../../core/geometry/shape.ts';
import type { InputProps } from '../types.ts';

/** Steps that can be taken back. */
const MOST_STEPS = 100;

const NONE: readonly Position[] = [];

export function useShape({ node, value, onChange }: InputProps, type: Shape['type']) {
  const shape = isShape(value) ? value : undefined;
  const points = useMemo(() => (shape ? shapePoints(shape) : NONE), [shape]);
  const [steps, setSteps] = useState<readonly (readonly Position[])[]>([]);
  const [chosen, setChosen] = useState<number>();
  // Positions may arrive faster than React renders.
  const current = useRef(points);
  current.current = points;
  const most = mostPoints(node);
  const store = (next: readonly Position[]) => {
    current.current = next;
    onChange(shapeFromPoints(type, next));
  };
  const put = (next: readonly Position[], choice?: number) => {
    setSteps([...steps, points].slice(-MOST_STEPS));
    setChosen(choice);
    store(next);
  };
  const indexed = chosen !== undefined && chosen < points.length ? chosen : undefined;
  return {
    points,
    shape,
    most,
    isFull: points.length >= most,
    chosen: indexed,
    choose: setChosen,
    canUndo: steps.length > 0,
    add: (position: Position) => {
      const before = current.current;
      if (before.length < most) put([...before, position], before.length);
    },
    move: (index: number, to: Position) => put(points.with(index, to), index),
    remove: (index: number) => put(points.toSpliced(index, 1)),
    clear: () => put(NONE),
    undo: () => {
      store(steps.at(-1) ?? NONE);
      setSteps(steps.slice(0, -1));
      setChosen(undefined);
    },
  };
}

export type ShapeEditing = ReturnType<typeof useShape>;
