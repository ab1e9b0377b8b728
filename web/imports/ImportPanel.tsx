import { Navigate, useSearch } from '@tanstack/react-router'
import { canImport } from '#contract/permissions.ts'
import { Message } from '../ui/Message.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { CheckStep } from './steps/check/CheckStep.tsx'
import { ColumnsStep } from './steps/columns/ColumnsStep.tsx'
import { DoneStep } from './steps/done/DoneStep.tsx'
import { FileStep } from './steps/file/FileStep.tsx'
import { ImportFrame } from './ImportFrame.tsx'
import { useImportJob } from './ImportJobs.tsx'
import { titleOf } from './rowWords.ts'
import { ValuesStep } from './steps/values/ValuesStep.tsx'

/** Imports the rows of a spreadsheet, in five steps. */
export function ImportPanel() {
  const { role } = useSessionUser()
  const { what: kind = 'students', step = 'file', import: id } = useSearch({ from: '/dashboard' })
  usePageTitle(titleOf(kind))
  const handle = useImportJob(kind)
  if (!canImport(role, kind))
    return (
      <ImportFrame kind={kind} step="file" subtitle="">
        <Message tone="bad">Only administrators and directors may import users.</Message>
      </ImportFrame>
    )
  if (step === 'done' && id !== undefined) return <DoneStep key={id} id={id} kind={kind} handle={handle} />
  if (step === 'file' || step === 'done') return <FileStep key={kind} kind={kind} handle={handle} />
  if (!handle.isRead) return null
  // Another tab, or a logout, leaves no file; the first step asks for one.
  if (!handle.job) return <Navigate to="/dashboard" search={{ menu: 'import', what: kind }} replace />
  const Step = steps[step]
  return <Step key={kind} kind={kind} handle={handle} job={handle.job} />
}

const steps = { columns: ColumnsStep, values: ValuesStep, check: CheckStep }
