import type { CellFormat } from './Download.ts'

/** Of a workbook's own formats, counted from here. */
const FIRST_OWN = 164
/** `#,##0.00` is one that every workbook knows. */
const MONEY = 4

const formats = [undefined, 'money', 'mark'] as const
const numberFormats = { money: MONEY, mark: FIRST_OWN }

/** The place of a cell's style in `stylesXml`: each format plain, and then each of them in bold. */
export const styleOf = (format: CellFormat | undefined, isBold: boolean) =>
  formats.indexOf(format) + (isBold ? formats.length : 0)

const FONT = '<sz val="11"/><name val="Calibri"/>'

export const stylesXml = (namespace: string) =>
  `<styleSheet xmlns="${namespace}"><numFmts count="1"><numFmt numFmtId="${FIRST_OWN}" formatCode="0.0"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${2 * formats.length}">${[0, 1].map(cellFormats).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const cellFormats = (font: number) =>
  formats
    .map(
      (format) =>
        `<xf xfId="0" numFmtId="${format ? numberFormats[format] : 0}" fontId="${font}" applyFont="1" applyNumberFormat="1"/>`,
    )
    .join('')
