import { lazyDialog } from '../modal/lazyDialog.tsx'
import type { FormDialog } from './FormDialog.tsx'

export const FormModal = lazyDialog(async () => (await import('./FormDialog.tsx')).FormDialog, {
  isLikely: true,
}) as typeof FormDialog
