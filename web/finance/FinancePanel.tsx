import { useMemo } from 'react'
import { ActivitiesPanel } from '../shared/activities/ActivitiesPanel.tsx'
import { useViewReports } from '../shared/activities/useViewReports.ts'

export function FinancePanel() {
  const view = useViewReports('finance', 'View Finance Reports')
  const activities = useMemo(() => [view], [view])
  return <ActivitiesPanel title="Finance" activities={activities} />
}
