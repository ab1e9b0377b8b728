import { loadVerifying } from '../records/verify/loadVerifying.ts'
import { cachePdfReader } from '../ui/pdf/pdfReader.ts'

/** Loads the code for verifying before My work is opened: on a slow network the PDF reader alone takes nine seconds. */
export async function preloadVerifying(): Promise<void> {
  await Promise.all([import('./MyWorkPanel.tsx'), loadVerifying()])
  await cachePdfReader()
}
