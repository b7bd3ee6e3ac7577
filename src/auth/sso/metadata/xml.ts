import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { errorMessage } from '../../../base/error-message.js';
import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';

/** An element of a parsed document: attributes by `@name`, children by local name. */
export type XmlElement = JsonObject;

export interface XmlRoot {
  readonly name: string;
  readonly element: XmlElement;
}

/** The reason why a text is not accepted as XML. Clients see the message. */
export class XmlRefusal extends Error {}

/** Not allowed in XML 1.0, neither literally nor as a character reference (section 2.2, production Char). */
const forbidden = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Real metadata is about ten elements deep. */
const maxDepth = 50;

/** The five predefined entities of XML and numeric character references. */
const knownReference = /^&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  transformTagName: (name) => name.slice(name.indexOf(':') + 1),
  // Needed for numeric references. requireKnownReferences has rejected the entities of HTML before.
  htmlEntities: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: maxDepth,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/**
 * Parses an XML document and drops namespace prefixes. A document type is not accepted: it could define entities that expand without
 * bound, or name files and addresses that the parser would read.
 * @throws XmlRefusal
 */
export function parseXml(text: string): XmlRoot {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new XmlRefusal('has a document type (<!DOCTYPE>) or defines entities; neither is accepted');
  }
  requireCharacters(text);
  requireWellFormed(text);
  requireKnownReferences(text);
  const [root, ...more] = Object.entries(parse(text)).flatMap(([name, value]) =>
    elementsIn(value).map((element) => ({ name, element })),
  );
  if (!root || more.length > 0) throw new XmlRefusal('is not well-formed XML: it has not exactly one root element');
  return root;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return Object.hasOwn(element, name) ? elementsIn(element[name]) : [];
}

/** Returns the text of each child with this name; an empty text for a child that contains elements. */
export function textsOf(element: XmlElement, name: string): string[] {
  const children: unknown = Object.hasOwn(element, name) ? element[name] : [];
  if (!Array.isArray(children)) return [];
  return children.map((child: unknown) => {
    const text = isJsonObject(child) ? child['#text'] : child;
    return typeof text === 'string' ? text : '';
  });
}

/** Returns the trimmed value of an attribute without a prefix; undefined if it is absent or empty. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const value = element[`@${name}`];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function requireWellFormed(text: string): void {
  const result = XMLValidator.validate(text);
  if (result === true) return;
  const { line, msg } = result.err;
  throw new XmlRefusal(`is not well-formed XML: line ${line}: ${msg.length > 120 ? `${msg.slice(0, 120)}…` : msg}`);
}

function requireCharacters(text: string): void {
  const found = forbidden.exec(text);
  if (found)
    throw new XmlRefusal(`has the character ${codeOf(found[0])} on line ${lineAt(text, found.index)}; ${NO_XML}`);
}

function requireKnownReferences(text: string): void {
  // Comments and CDATA are removed except for their line breaks, which keep the line numbers right.
  const markup = text.replaceAll(/<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>/g, (passed) => passed.replaceAll(/[^\n]/g, ''));
  for (const { 0: reference, index } of markup.matchAll(/&[^;&<"'\s]{0,40};?/g)) {
    if (!knownReference.test(reference)) {
      throw new XmlRefusal(`refers to ${reference}; only the entities that XML knows by itself are accepted`);
    }
    if (isForbidden(reference)) {
      throw new XmlRefusal(`refers to ${reference} on line ${lineAt(markup, index)}; ${NO_XML}`);
    }
  }
}

const NO_XML = 'XML 1.0 has no such character';

/** Returns true for a numeric reference to a character that XML does not allow. */
function isForbidden(reference: string): boolean {
  const digits = /^&#(x?)([0-9a-fA-F]+);$/.exec(reference);
  if (!digits) return false;
  const code = Number.parseInt(digits[2] ?? '', digits[1] ? 16 : 10);
  return code > 0x10ffff || forbidden.test(String.fromCodePoint(code));
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function parse(text: string): XmlElement {
  try {
    const tree: unknown = parser.parse(text);
    return isJsonObject(tree) ? tree : {};
  } catch (error) {
    const reason = errorMessage(error);
    throw new XmlRefusal(
      reason.startsWith('Maximum nested tags')
        ? `is nested deeper than ${maxDepth} elements`
        : `can't be read: ${reason}`,
    );
  }
}

/** The parser returns a text for an element without attributes and children. */
function elementsIn(value: unknown): XmlElement[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => (isJsonObject(item) ? item : {}));
}

/** Returns the elements with this name at any depth. */
export function elementsBelow(element: XmlElement, name: string): XmlElement[] {
  return Object.entries(element).flatMap(([key, value]) => {
    if (key.startsWith('@') || key === '#text') return [];
    const children = elementsIn(value);
    return [...(key === name ? children : []), ...children.flatMap((child) => elementsBelow(child, name))];
  });
}
