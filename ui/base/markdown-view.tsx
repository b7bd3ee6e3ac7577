import { Fragment } from 'preact';
import { type Block, blocksOf, type Inline } from './markdown.js';

/** A text in Markdown by somebody else. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <>
      {blocksOf(text).map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.type === 'code') return <pre>{block.text}</pre>;
  if (block.type === 'heading') return <h4>{viewOf(block.of)}</h4>;
  if (block.type === 'paragraph') return <p>{viewOf(block.of)}</p>;
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item, index) => (
        <li key={index}>{viewOf(item)}</li>
      ))}
    </List>
  );
}

function viewOf(parts: readonly Inline[]) {
  return parts.map((part, index) => <Fragment key={index}>{partView(part)}</Fragment>);
}

function partView(part: Inline) {
  if (typeof part === 'string') return part;
  const inside = viewOf(part.of);
  if (part.type === 'link')
    return (
      <a href={part.href} rel="noreferrer" target="_blank">
        {inside}
      </a>
    );
  const { type: Tag } = part;
  return <Tag>{inside}</Tag>;
}
