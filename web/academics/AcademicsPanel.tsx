import { useMemo } from 'react'
import { ActivitiesPanel } from '../shared/activities/ActivitiesPanel.tsx'
import { useViewReports } from '../shared/activities/useViewReports.ts'

export function AcademicsPanel() {
  const view = useViewReports('academics', 'View Academic Reports')
  const activities = useMemo(() => [view], [view])
  return <ActivitiesPanel title="Academics" activities={activities} />
}
