import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { linkTo, takeOtherView, type Values } from './address.js';
import { moment } from './format.js';
import { KindIcon } from './kind-icon.js';

/** The one h1 of a view, and the title of the window. It receives the focus if the view is another one than before. */
export function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} · Graphward`;
  }, [text]);
  useEffect(() => {
    if (takeOtherView()) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {breakable(text)}
    </h1>
  );
}

/** A time in the zone of the browser, and in UTC on hover. @param time RFC 3339; null shows `otherwise` */
export function Moment({ time, otherwise = 'Never' }: { readonly time: string | null; readonly otherwise?: string }) {
  if (time === null) return <span class="muted">{otherwise}</span>;
  return (
    <time dateTime={time} title={new Date(time).toUTCString()}>
      {moment(time)}
    </time>
  );
}

/** Values by names. Those that are undefined, null or empty are left out. */
export function Pairs({ of: pairs }: { readonly of: Readonly<Record<string, ComponentChildren>> }) {
  const shown = Object.entries(pairs).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return (
    <dl class="pairs">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Mark {
  /** Unique among the marks. */
  readonly key: string;
  readonly label: ComponentChildren;
  /** The address without it. */
  readonly without: string;
}

/** The limits of an answer, each with a link that removes it. */
export function Marks({ label, marks }: { readonly label: string; readonly marks: readonly Mark[] }) {
  const id = useId();
  if (marks.length === 0) return null;
  return (
    <ul class="row marks" aria-label={label}>
      {marks.map(({ key, label: text, without }, at) => (
        <li key={key} class="mark">
          <span id={`${id}-${at}`}>{text}</span>{' '}
          <a id={`${id}-${at}-x`} href={without} aria-label="Remove" aria-labelledby={`${id}-${at}-x ${id}-${at}`}>
            ×
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A name that breaks at the end of a line where people would break it: behind its parts. */
export function breakable(text: string): ComponentChildren {
  return text.split(/(?<=[@.,_-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** The address of an object. */
export function objectPath(id: string, values: Values = {}): string {
  return linkTo(`/o/${encodeURIComponent(id)}`, values);
}

export interface ObjectLinkProps {
  /** Object id. */
  readonly id: string;
  /** Empty: the id is shown. */
  readonly name: string;
  /** Shows its icon. */
  readonly kind?: string;
  /** Whether it may have several lines. */
  readonly isWrapped?: boolean;
}

/** The name of an object as a link to it. */
export function ObjectLink({ id, name, kind, isWrapped = false }: ObjectLinkProps) {
  const link = (
    <a href={objectPath(id)}>
      <bdi>{isWrapped ? breakable(name || id) : name || id}</bdi>
    </a>
  );
  if (kind === undefined) return link;
  return (
    <span class="object">
      <KindIcon kind={kind} /> {link}
    </span>
  );
}

/** The kind of an edge as a link to its explanation. The ends are object ids. */
export function EdgeLink({ source, target, kind }: Readonly<Record<'source' | 'target' | 'kind', string>>) {
  const values = { start_node: source, end_node: target, edge: [source, target, kind].join() };
  return <a href={linkTo('/paths', values)}>{kind}</a>;
}

interface ButtonProps {
  readonly label: ComponentChildren;
  /** Its name for readers that hear it alone. */
  readonly about?: string;
  readonly look?: 'main' | 'danger' | 'swap' | undefined;
  readonly isDisabled?: boolean;
  readonly run: () => unknown;
}

/** A button that does something. */
export function Button({ label, about, look, isDisabled = false, run }: ButtonProps) {
  return (
    <button type="button" class={look} aria-label={about} disabled={isDisabled} onClick={() => void run()}>
      {label}
    </button>
  );
}

interface LinesProps<Item> {
  readonly of: readonly Item[];
  readonly line: (item: Item, index: number) => ComponentChildren;
  /** Further classes of the list. */
  readonly look?: string;
  /** Of each line. */
  readonly lineLook?: string;
}

/** A list without marks. */
export function Lines<Item>({ of: items, line, look = '', lineLook }: LinesProps<Item>) {
  return (
    <ul class={`plain ${look}`}>
      {items.map((item, index) => (
        <li key={index} class={lineLook}>
          {line(item, index)}
        </li>
      ))}
    </ul>
  );
}

/** A part of a view under a heading of its own. */
export function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
