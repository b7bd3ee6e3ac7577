/** A rectangle of a picture, in its pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of a picture that is seen. */
export interface Window {
  /** Upper left corner, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  /** Pixels of the screen for one of the picture. */
  readonly zoom: number;
}

export const [leastZoom, mostZoom] = [0.05, 2];

/** Beyond the edges of the window boxes are drawn, too, in pixels of the screen. */
const room = 80;

/** What is seen of a picture on a screen of a size. */
export function seen({ x, y, zoom }: Window, screen: Pick<Area, 'width' | 'height'>): Area {
  const border = room / zoom;
  return {
    x: x - border,
    y: y - border,
    width: screen.width / zoom + 2 * border,
    height: screen.height / zoom + 2 * border,
  };
}

export function meets(one: Area, other: Area): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

/** Zooms so that a point of the screen shows the same part of the picture. */
export function zoomed(window: Window, factor: number, at: { readonly x: number; readonly y: number }): Window {
  const zoom = Math.min(mostZoom, Math.max(leastZoom, window.zoom * factor));
  return { x: window.x + at.x / window.zoom - at.x / zoom, y: window.y + at.y / window.zoom - at.y / zoom, zoom };
}

/** @param by pixels of the screen */
export function panned(window: Window, by: { readonly x: number; readonly y: number }): Window {
  return { ...window, x: window.x + by.x / window.zoom, y: window.y + by.y / window.zoom };
}

/** The whole picture in the middle of the screen, not larger than it is. */
export function fit(picture: Area, screen: Pick<Area, 'width' | 'height'>): Window {
  const zoom = Math.max(leastZoom, Math.min(1, screen.width / picture.width, screen.height / picture.height));
  return {
    x: picture.x + picture.width / 2 - screen.width / zoom / 2,
    y: picture.y + picture.height / 2 - screen.height / zoom / 2,
    zoom,
  };
}

const along = (from: number, size: number, start: number, length: number) =>
  Math.max(Math.min(from, start), start + length - size);

/** The least shift after which an area is seen as a whole, if the screen has room for it. */
export function shifted(window: Window, area: Area, screen: Pick<Area, 'width' | 'height'>): Window {
  const [width, height] = [screen.width / window.zoom, screen.height / window.zoom];
  return {
    ...window,
    x: along(window.x, width, area.x, area.width),
    y: along(window.y, height, area.y, area.height),
  };
}
