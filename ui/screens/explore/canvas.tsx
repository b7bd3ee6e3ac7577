import { h, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { customColours } from '../../base/kind-icon.js';
import { boxBehind, isStep } from '../../explore/moves.js';
import type { Scene } from '../../explore/scene.js';
import type { Placed } from '../../explore/scene-layout.js';
import { boxId, sceneShapes } from '../../explore/scene-shapes.js';
import type { Shape } from '../../picture/shapes.js';
import { fit, panned, shifted, type Window, zoomed } from '../../picture/window.js';

interface CanvasProps {
  readonly scene: Scene;
  readonly placed: Placed;
  readonly focus: string | null;
  readonly line: string | null;
  /** Keeps what is on the screen. */
  readonly shown: { current: Window | null };
  readonly onFocus: (key: string) => void;
  readonly onLine: (line: string) => void;
  readonly onMark: (key: string) => void;
  /** Leads to the acts of the box with the focus. */
  readonly onMenu: () => void;
  readonly onMove: (key: string, to: 'up' | 'down' | 'former' | 'next') => void;
}

const [zoomStep, panStep] = [1.25, 60];

/** Pixels that a pointer moves before it drags. */
const dragged = 5;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly key: string | null;
  readonly window: Window;
  hasMoved: boolean;
}

/** The picture in a window that zooms and pans. It is one stop of Tab; arrows lead from box to box. */
export function Canvas(props: CanvasProps) {
  const { scene, placed, focus, line } = props;
  const frame = useRef<HTMLDivElement>(null);
  const screen = useScreen(frame);
  const [window, setWindow] = useState<Window | null>(props.shown.current);
  const press = useRef<Press | null>(null);
  const view = useKept(window ?? fit(placed, screen), placed, focus, setWindow);
  if (window) props.shown.current = view;
  useWheel(frame, view, setWindow);
  const show = (key: string) => {
    const box = placed.boxes.find((it) => it.key === key);
    if (box) setWindow(shifted(view, box, screen));
    props.onFocus(key);
  };
  const zoom = (factor: number) => setWindow(zoomed(view, factor, { x: screen.width / 2, y: screen.height / 2 }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = actOf(event, { ...props, show, zoom, view, setWindow, toFit: () => setWindow(fit(placed, screen)) });
    if (!run) return;
    event.preventDefault();
    run();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || keyAt(event, 'act') !== null) return;
    press.current = { x: event.clientX, y: event.clientY, key: keyAt(event, 'box'), window: view, hasMoved: false };
    frame.current?.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { current: from } = press;
    if (!from) return;
    const by = { x: from.x - clientX, y: from.y - clientY };
    if (!from.hasMoved && Math.hypot(by.x, by.y) < dragged) return;
    from.hasMoved = true;
    if (from.key === null) setWindow(panned(from.window, by));
  };
  const onPointerUp = (event: PointerEvent) => {
    const { current: from } = press;
    press.current = null;
    if (!from) return;
    const at = document.elementFromPoint(event.clientX, event.clientY);
    if (!from.hasMoved) {
      if (from.key === null) return chooseLine(at, props.onLine);
      props.onFocus(from.key);
      if (event.shiftKey) props.onMark(from.key);
    } else if (from.key !== null) props.onMove(from.key, directionOf(event.clientX - from.x, event.clientY - from.y));
  };
  const onContextMenu = (event: MouseEvent) => {
    const key = keyAt(event, 'box');
    if (key === null) return;
    event.preventDefault();
    props.onFocus(key);
    props.onMenu();
  };
  const looks = { scene, label: 'Picture', colourOf: (kind: string) => customColours.value.get(kind), focus, line };
  return (
    <div
      ref={frame}
      class="explore-canvas"
      role="application"
      aria-label="Picture"
      aria-activedescendant={focus === null ? undefined : boxId(focus)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onContextMenu={onContextMenu}
    >
      {screen.width > 0 && element(sceneShapes(placed, view, screen, looks))}
      <div class="row explore-zoom">
        {(
          [
            ['+', 'Zoom in', () => zoom(zoomStep)],
            ['−', 'Zoom out', () => zoom(1 / zoomStep)],
            ['Fit', 'Fit', () => setWindow(fit(placed, screen))],
          ] as const
        ).map(([label, about, run]) => (
          <button key={label} type="button" data-act aria-label={about} onClick={run}>
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

interface Acts extends CanvasProps {
  readonly view: Window;
  readonly show: (key: string) => void;
  readonly zoom: (factor: number) => void;
  readonly setWindow: (window: Window) => void;
  readonly toFit: () => void;
}

const pans: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
};

/** What a key does in the picture. */
function actOf({ key, shiftKey }: KeyboardEvent, acts: Acts): (() => void) | undefined {
  const { placed, focus, view, show, zoom, setWindow, toFit, onMark, onMenu } = acts;
  const [x, y] = (shiftKey && pans[key]) || [0, 0];
  if (x !== 0 || y !== 0) return () => setWindow(panned(view, { x, y }));
  if (isStep(key)) {
    const next = boxBehind(placed, focus, key);
    return next === null ? undefined : () => show(next);
  }
  const others: Readonly<Record<string, () => void>> = {
    '+': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': toFit,
    ...(focus !== null && {
      ' ': () => onMark(focus),
      Enter: onMenu,
      ContextMenu: onMenu,
      ...(shiftKey && { F10: onMenu }),
    }),
  };
  return others[key];
}

/** The box with the focus stays where it is when the picture changes. */
function useKept(view: Window, placed: Placed, focus: string | null, setWindow: (window: Window) => void): Window {
  const former = useRef<{ readonly placed: Placed; readonly view: Window }>({ placed, view });
  const { current } = former;
  let kept = view;
  if (current.placed !== placed) {
    const [was, is] = [current.placed, placed].map(({ boxes }) => boxes.find(({ key }) => key === focus));
    if (was && is) kept = { ...view, x: view.x + is.x - was.x, y: view.y + is.y - was.y };
  }
  former.current = { placed, view: kept };
  useEffect(() => {
    if (kept !== view) setWindow(kept);
  });
  return kept;
}

/** The wheel zooms with Ctrl, or once the picture has the focus; otherwise the page scrolls. */
function useWheel(frame: { readonly current: HTMLElement | null }, view: Window, setWindow: (view: Window) => void) {
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    const { current } = frame;
    const onWheel = (event: WheelEvent) => {
      if (!current || (!event.ctrlKey && document.activeElement !== current)) return;
      event.preventDefault();
      const { left, top } = current.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      setWindow(zoomed(latest.current, Math.exp(-event.deltaY / 400), at));
    };
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  }, []);
}

function useScreen(frame: { readonly current: HTMLElement | null }): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return size;
}

function keyAt({ target }: Event, of: 'act' | 'box'): string | null {
  return target instanceof Element ? (target.closest(`[data-${of}]`)?.getAttribute(`data-${of}`) ?? null) : null;
}

function chooseLine(at: Element | null, onLine: (line: string) => void): void {
  const line = at?.closest('[data-line]')?.getAttribute('data-line');
  if (line) onLine(line);
}

function directionOf(x: number, y: number): 'up' | 'down' | 'former' | 'next' {
  if (Math.abs(x) > Math.abs(y) * 2) return x < 0 ? 'former' : 'next';
  return y < 0 ? 'up' : 'down';
}

export function element({ tag, attributes, children }: Shape): VNode {
  return h(tag, attributes, ...children.map((child) => (typeof child === 'string' ? child : element(child))));
}
