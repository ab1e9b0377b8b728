import { sheetMessages, SheetRefusal, type Spreadsheet } from '../Spreadsheet.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'

export type SheetAnswer = Spreadsheet | { refusal: string }
export type SheetAsked = { file: File; rowsMax: number }

async function answer({ file, rowsMax }: SheetAsked): Promise<SheetAnswer> {
  try {
    return readSpreadsheet(new Uint8Array(await file.arrayBuffer()), file.name, rowsMax)
  } catch (error) {
    return { refusal: error instanceof SheetRefusal ? error.message : sheetMessages.damaged }
  }
}

addEventListener('message', (event: MessageEvent<SheetAsked>) => {
  void answer(event.data)
    .then((answered) => postMessage(answered))
    .catch(() => postMessage({ refusal: sheetMessages.unpackedTooLarge } satisfies SheetAnswer))
})
