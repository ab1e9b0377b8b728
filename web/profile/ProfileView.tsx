import { useState } from 'react'
import { canSeeHistory } from '#contract/permissions.ts'
import type { Student } from '#contract/students.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { AcademicProgress } from './academics/AcademicProgress.tsx'
import { FactsCard } from './FactsCard.tsx'
import { AnnualDocuments } from './finance/AnnualDocuments.tsx'
import { FinancialStatements } from './finance/FinancialStatements.tsx'
import { HistorySection } from './HistorySection.tsx'
import { type ProfileTab, ProfileTabs } from './ProfileTabs.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import classes from './ProfileView.module.css'

/** One student: the facts on the left, what happened and what was written on the right. */
export function ProfileView({ student }: { student: Student }) {
  const { role } = useSessionUser()
  const [tab, setTab] = useState<ProfileTab>('Profile')
  const sections = (
    <>
      <ProfileSection title="Student Background">
        <p className={classes.background}>{student.background}</p>
      </ProfileSection>
      <AcademicProgress student={student} />
      <FinancialStatements student={student} />
      <AnnualDocuments student={student} />
    </>
  )
  return (
    <div className={classes.layout}>
      <FactsCard student={student} />
      <div className={classes.sections}>
        {canSeeHistory(role) ? (
          <ProfileTabs open={tab} onOpen={setTab}>
            {tab === 'Profile' ? sections : <HistorySection id={student.id} />}
          </ProfileTabs>
        ) : (
          sections
        )}
      </div>
    </div>
  )
}
