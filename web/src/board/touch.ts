/** Fingers: how large a screen is to them, and what they do besides pointing. */

/** Narrower views than this are a phone's, px. */
const PHONE = 640;

/** Whether people point with fingers. */
export function isCoarse(): boolean {
  return typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
}

/** Whether a view of this width is a phone's, or pointed at with fingers. */
export const isSmall = (width: number): boolean => width < PHONE || isCoarse();

/** Whether the whole window is a phone's, or pointed at with fingers. */
export const isHandheld = (): boolean => isSmall(window.innerWidth);

/** By how much two fingers go apart or together when they pinch. */
const PINCH = { apart: 1.25, together: 0.8 };
/** A swipe goes this far, px, in less time than this, ms, and this much more along than across. */
const SWIPE = { far: 48, within: 350, along: 1.6 };

export interface Gestures {
  /** Two fingers went apart or together, round a point of the window. */
  pinched(apart: boolean, clientX: number, clientY: number): void;
  /** A finger went quickly up or down. */
  swiped?(up: boolean): void;
}

interface Start {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  /** How far two fingers are apart. */
  readonly far: number;
}

/** Watches the fingers on an element; scrolling and turning go on meanwhile. */
export function watchFingers(element: HTMLElement, gestures: Gestures): void {
  let start: Start | null = null;
  let scale = 1;
  const begin = ({ touches, timeStamp }: TouchEvent): void => {
    const [one, other] = touches;
    start = null;
    if (!one || touches.length > 2) return;
    scale = 1;
    const far = other ? Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) : 0;
    const [x, y] = other
      ? [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]
      : [one.clientX, one.clientY];
    start = { x, y, at: timeStamp, far };
  };
  const end = (event: TouchEvent): void => {
    const begun = start;
    start = null;
    const [last] = event.changedTouches;
    if (!begun || !last) return;
    if (begun.far > 0) {
      if (scale > PINCH.apart || scale < PINCH.together) gestures.pinched(scale > 1, begun.x, begun.y);
      return;
    }
    const [dx, dy] = [Math.abs(last.clientX - begun.x), last.clientY - begun.y];
    const quick = event.timeStamp - begun.at < SWIPE.within;
    if (quick && Math.abs(dy) > Math.max(SWIPE.far, SWIPE.along * dx)) gestures.swiped?.(dy < 0);
  };
  element.addEventListener("touchstart", begin, { passive: true });
  element.addEventListener(
    "touchmove",
    ({ touches: [one, other] }) => {
      if (!start || start.far === 0 || !one || !other) return;
      scale = Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) / start.far;
    },
    { passive: true },
  );
  element.addEventListener("touchend", end, { passive: true });
  element.addEventListener("touchcancel", () => {
    start = null;
  });
}
