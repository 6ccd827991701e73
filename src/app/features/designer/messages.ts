/** What the screen of a draft and the live form in its frame tell each other. Nobody else is listened to. */

/** To the frame: `version` of the draft that the server has, and the question that is written. */
export interface MessageToFrame {
  designer: 'draft';
  version: number;
  chosen: string | undefined;
}

/**
 * From the frame: it is there and wants to be told; somebody chose a question of the form; or where the question that is written
 * stands, in pixels below the upper edge of the frame, undefined if it is not drawn.
 */
export type MessageFromFrame =
  | { designer: 'ready' }
  | { designer: 'chosen'; question: string }
  | { designer: 'marked'; top: number | undefined };

export function isFrameMessage<T extends { designer: string }>(
  event: MessageEvent,
  from: Window | null,
): event is MessageEvent<T> {
  const { data, origin, source } = event as { data: unknown; origin: string; source: unknown };
  return (
    origin === window.location.origin &&
    source === from &&
    typeof data === 'object' &&
    data !== null &&
    typeof (data as { designer?: unknown }).designer === 'string'
  );
}

export function postMessageTo(to: Window | null | undefined, message: MessageToFrame | MessageFromFrame): void {
  to?.postMessage(message, window.location.origin);
}
