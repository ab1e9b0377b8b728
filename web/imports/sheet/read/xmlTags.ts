import { sheetMessages, SheetRefusal } from '../Spreadsheet.ts'

/** A tag of an XML document, without the prefix of its namespace. */
export type XmlTag = {
  name: string
  isEnd: boolean
  attribute: (name: string) => string | undefined
  /** The text between the previous tag and this one. */
  textBefore: string
}

/** The rest of a tag. Quoted values may contain a `>`. */
const TAG_REST = /[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y

/**
 * The tags of a document, in order, with both tags of `<row/>`. Never expands entities that the document declares: they
 * can form an XML bomb. Skips phonetic hints for East Asian names.
 */
export function* xmlTags(xml: string, onTag: () => void): Generator<XmlTag> {
  let from = 0
  let text = ''
  let isPhonetic = false
  for (;;) {
    const start = xml.indexOf('<', from)
    if (start === -1) return
    text += decoded(xml.slice(from, start))
    if (xml.startsWith('<![CDATA[', start)) {
      const end = endOf(xml, ']]>', start)
      text += xml.slice(start + 9, end)
      from = end + 3
    } else if (xml.startsWith('<!--', start)) {
      from = endOf(xml, '-->', start) + 3
    } else {
      TAG_REST.lastIndex = start
      if (!TAG_REST.test(xml)) throw new SheetRefusal(sheetMessages.damaged)
      from = TAG_REST.lastIndex
      const tag = xml.slice(start + 1, from - 1)
      if (/^[?!]/.test(tag)) continue
      onTag()
      const read = tagOf(tag, text)
      text = ''
      if (read.name === 'rPh') isPhonetic = !read.isEnd && !tag.endsWith('/')
      else if (!isPhonetic) {
        yield read
        if (tag.endsWith('/')) yield { ...read, isEnd: true, textBefore: '' }
      }
    }
  }
}

function endOf(xml: string, sign: string, from: number): number {
  const end = xml.indexOf(sign, from)
  if (end === -1) throw new SheetRefusal(sheetMessages.damaged)
  return end
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
