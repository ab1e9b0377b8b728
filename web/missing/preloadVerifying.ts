import { cachePdfReader } from '../ui/pdf/pdfReader.ts'

/** Loads the code for verifying before My work is opened: on a slow network the PDF reader alone takes nine seconds. */
export async function preloadVerifying(): Promise<void> {
  // First, because other screens and dialogs share its code.
  await Promise.all([import('./MyWorkPanel.tsx'), import('../records/verify/VerifyModal.tsx')])
  await Promise.all([import('../ui/pdf/openPdf.ts'), cachePdfReader()])
}
