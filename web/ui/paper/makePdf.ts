import type { Paper, PaperPage } from './Paper.ts'
import { createPaperReader } from './paperReader.ts'
import { writePdf } from './scan/writePdf.ts'

/** Makes the PDF of photographed pages. Pages that are not straightened yet are now, one after the other. */
export async function makePdf(
  paper: Paper,
  name: string,
  { onPage, signal }: { onPage: (number: number) => void; signal: AbortSignal },
): Promise<{ file: File; paper: Paper }> {
  const reader = createPaperReader()
  signal.addEventListener('abort', reader.close)
  try {
    const pages: (PaperPage & Required<Pick<PaperPage, 'sheet'>>)[] = []
    for (const [index, page] of paper.pages.entries()) {
      onPage(index + 1)
      const sheet = page.sheet ?? (await reader.straighten(page.id, page.photo, page))
      signal.throwIfAborted()
      pages.push({ ...page, sheet })
    }
    const pdf = writePdf(pages.flatMap(({ sheet }) => sheet ?? []))
    return { file: new File([pdf], name, { type: pdf.type }), paper: { ...paper, pages } }
  } finally {
    reader.close()
  }
}
