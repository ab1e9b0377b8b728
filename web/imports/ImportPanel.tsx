import { Navigate, useSearch } from '@tanstack/react-router'
import { canImport } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { CheckStep } from './steps/check/CheckStep.tsx'
import { ColumnsStep } from './steps/columns/ColumnsStep.tsx'
import { DoneStep } from './steps/done/DoneStep.tsx'
import { useImportJob } from './ImportJobs.tsx'
import { MovingInPanel } from './moving/MovingInPanel.tsx'
import { titleOf } from './rowWords.ts'
import { ValuesStep } from './steps/values/ValuesStep.tsx'

/** Moving in, or a later step of an import. */
export function ImportPanel() {
  const { role } = useSessionUser()
  const { what: kind = 'students', step = 'file', import: id } = useSearch({ from: '/dashboard' })
  const isMovingIn = step === 'file' || !canImport(role, kind)
  usePageTitle(isMovingIn ? 'Moving in' : titleOf(kind))
  const handle = useImportJob(kind)
  if (isMovingIn) return <MovingInPanel />
  if (step === 'done' && id !== undefined) return <DoneStep key={id} id={id} kind={kind} />
  if (!handle.isRead) return null
  // Another tab, or a logout, leaves no job.
  if (step === 'done' || !handle.job)
    return <Navigate to="/dashboard" search={{ menu: 'import', what: kind }} replace />
  const Step = steps[step]
  return <Step key={kind} kind={kind} handle={handle} job={handle.job} />
}

const steps = { columns: ColumnsStep, values: ValuesStep, check: CheckStep }
