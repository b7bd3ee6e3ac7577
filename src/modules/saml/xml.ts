import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element of a parsed document: its attributes and, by local name, its children. */
export type XmlElement = Readonly<Record<string, unknown>>;

export interface XmlRoot {
  readonly name: string;
  readonly element: XmlElement;
}

/** Why a text is not taken as XML; worded for the one who sent it. */
export class XmlRefusal extends Error {}

/** What is no character of XML 1.0 (section 2.2, production Char), neither as it is nor by its number. */
const forbidden = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Metadata of identity providers is about ten elements deep. */
const maxDepth = 50;

/** The five that XML knows by itself, and characters by their number. */
const knownReference = /^&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  transformTagName: (name) => name.slice(name.indexOf(':') + 1),
  // Needed for references to characters; names of HTML were refused before.
  htmlEntities: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: maxDepth,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/**
 * Reads an XML document without a document type, so that it can neither define entities that grow without bound nor name files
 * and addresses for the service to read. Namespace prefixes are dropped.
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

/** The texts of the children of this name; a child that holds elements has an empty one. */
export function textsOf(element: XmlElement, name: string): string[] {
  const children: unknown = Object.hasOwn(element, name) ? element[name] : [];
  if (!Array.isArray(children)) return [];
  return children.map((child: unknown) => {
    const text = isElement(child) ? child['#text'] : child;
    return typeof text === 'string' ? text : '';
  });
}

/** The trimmed value of an attribute without a prefix; undefined where it is absent or empty. */
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
  // Of what is no markup the line breaks stay, so that lines can be counted.
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

/** Whether a known reference is to a number that is no character. */
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
    return isElement(tree) ? tree : {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new XmlRefusal(
      reason.startsWith('Maximum nested tags')
        ? `is nested deeper than ${maxDepth} elements`
        : `can't be read: ${reason}`,
    );
  }
}

/** The parser gives a text for an element that has neither attributes nor children. */
function elementsIn(value: unknown): XmlElement[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => (isElement(item) ? item : {}));
}

function isElement(value: unknown): value is XmlElement {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
