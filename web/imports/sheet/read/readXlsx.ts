import { type Sheet, sheetLimits, sheetMessages, SheetRefusal } from '../Spreadsheet.ts'
import { readFormats } from './cellFormats.ts'
import { plainText, sheetRows, type Workbook } from './sheetRows.ts'
import type { XmlTag } from './xmlTags.ts'
import { unpackedRoom, zipParts } from './zipParts.ts'

/** One for each sheet, and some for styles, texts and others. */
const RELATIONS_MAX = sheetLimits.sheets + 100

type Parts = ReturnType<typeof zipParts>

/** The sheets of a workbook, without those that are hidden. */
export function readXlsx(bytes: Uint8Array, rowsMax: number): Sheet[] {
  const parts = zipParts(bytes)
  if (parts.has('content.xml')) throw new SheetRefusal(sheetMessages.openDocument)
  if (parts.has('xl/workbook.bin')) throw new SheetRefusal(sheetMessages.binaryExcel)
  if (parts.has('Index/Document.iwa')) throw new SheetRefusal(sheetMessages.numbers)
  const main = relationsOf(parts, '').find(({ type }) => type.endsWith('/officeDocument'))?.target
  if (!main || !parts.has(main)) throw new SheetRefusal(sheetMessages.noSpreadsheet)
  const related = relationsOf(parts, main)
  const tagsOf = (type: string) => {
    const name = related.find((relation) => relation.type.endsWith(`/${type}`))?.target
    return name && parts.has(name) ? parts.tags(name) : []
  }
  const { listed, isFrom1904 } = readWorkbook(parts.tags(main))
  const workbook = {
    strings: readStrings(tagsOf('sharedStrings')),
    formats: readFormats(tagsOf('styles')),
    isFrom1904,
    rowsMax,
    count: unpackedRoom(),
  } satisfies Workbook
  return listed.flatMap(({ name, id }) => {
    const sheet = related.find((relation) => relation.id === id)
    if (!sheet?.type.endsWith('/worksheet')) return []
    return Object.assign(sheetRows(parts.tags(sheet.target), workbook), { name })
  })
}

/** The parts that a part refers to in its `.rels`. Paths are absolute or relative to the part's folder. */
function relationsOf(parts: Parts, part: string) {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations: { id: string; type: string; target: string }[] = []
  for (const tag of parts.has(name) ? parts.tags(name) : []) {
    if (tag.name !== 'Relationship' || tag.isEnd) continue
    if (relations.length > RELATIONS_MAX) throw new SheetRefusal(sheetMessages.tooManySheets)
    const target = new URL(tag.attribute('Target') ?? '', `zip://file/${folder}`).pathname.slice(1)
    relations.push({ id: tag.attribute('Id') ?? '', type: tag.attribute('Type') ?? '', target })
  }
  return relations
}

function readWorkbook(tags: Iterable<XmlTag>) {
  const listed: { name: string; id: string | undefined }[] = []
  let isFrom1904 = false
  for (const tag of tags) {
    if (tag.name === 'workbookPr') isFrom1904 ||= /^(1|true)$/.test(tag.attribute('date1904') ?? '')
    if (tag.name === 'sheet' && !tag.isEnd && !tag.attribute('state')?.toLowerCase().includes('hidden'))
      listed.push({ name: tag.attribute('name') ?? '', id: tag.attribute('id') })
  }
  if (listed.length > sheetLimits.sheets) throw new SheetRefusal(sheetMessages.tooManySheets)
  return { listed, isFrom1904 }
}

/** The shared texts, which cells refer to by index. */
function readStrings(tags: Iterable<XmlTag>): string[] {
  const strings: string[] = []
  let text = ''
  for (const { name, isEnd, textBefore } of tags) {
    if (name === 't' && isEnd) text += textBefore
    if (name !== 'si') continue
    if (isEnd) strings.push(plainText(text))
    text = ''
  }
  return strings
}
