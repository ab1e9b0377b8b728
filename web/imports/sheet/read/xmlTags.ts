import { sheetMessages, SheetRefusal } from '../Spreadsheet.ts'

/** A tag of an XML document, without the prefix of its namespace. */
export type XmlTag = {
  name: string
  isEnd: boolean
  attribute: (name: string) => string | undefined
  /** The text between the previous tag and this one. */
  textBefore: string
}

/** A text, and the CDATA, comment or tag after it. Quoted values in a tag may contain a `>`. */
const PART =
  /([^<]*)<(?:!\[CDATA\[([^]*?)\]\]|!--[^]*?--|(?!!--|!\[CDATA)([^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*))>/gy

/**
 * The tags of a document, in order, with both tags of `<row/>`. Never expands entities that the document declares: they
 * can form an XML bomb. Skips phonetic hints for East Asian names.
 */
export function* xmlTags(xml: string, onTag: () => void): Generator<XmlTag> {
  let end = 0
  let text = ''
  let isPhonetic = false
  for (const [part, before = '', data = '', tag] of xml.matchAll(PART)) {
    end += part.length
    text += decoded(before) + data
    if (tag === undefined || /^[?!]/.test(tag)) continue
    onTag()
    const read = tagOf(tag, text)
    text = ''
    if (read.name === 'rPh') isPhonetic = !read.isEnd && !tag.endsWith('/')
    else if (!isPhonetic) {
      yield read
      if (tag.endsWith('/')) yield { ...read, isEnd: true, textBefore: '' }
    }
  }
  if (xml.includes('<', end)) throw new SheetRefusal(sheetMessages.damaged)
}

const TAG = /^(\/?)(?:[^\s:/>]*:)?([^\s/>]+)/

function tagOf(tag: string, textBefore: string): XmlTag {
  const [start = '', slash, name = ''] = TAG.exec(tag) ?? []
  return {
    name,
    isEnd: slash === '/',
    textBefore,
    /** Attribute names are matched without a prefix: `r:id` is `id`. */
    attribute(wanted) {
      for (const [, key, double, single] of tag
        .slice(start.length)
        .matchAll(/\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
        if (key === wanted) return decoded(double ?? single ?? '')
      return undefined
    },
  }
}

const signs = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name: string) => {
    if (name) return signs.get(name) ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD'
  })
}
