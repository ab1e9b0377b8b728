/** Loads the code that shows a record to verify, without the thread that reads its PDF. */
export async function loadVerifying(): Promise<void> {
  // First, because other screens and dialogs share its code.
  await import('./VerifyModal.tsx')
  await import('../../ui/pdf/openPdf.ts')
}
