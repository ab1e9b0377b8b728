import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { Box } from '@mantine/core'
import type { ProfileType } from '#contract/records/records.ts'
import { canSearch } from '#contract/permissions.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { ErasureBanner } from '../privacy/erasure/ErasureBanner.tsx'
import { RestrictionBanner } from '../privacy/restriction/RestrictionBanner.tsx'
import { RecordMenu } from '../privacy/RecordMenu.tsx'
import { VerifyUndo } from '../records/verify/VerifyUndo.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { AfterPaint, Later } from '../ui/Later.tsx'
import { HttpError } from '../ui/http.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { rememberOpened } from '../students/openedStudents.ts'
import { NotShared } from '../students/NotShared.tsx'
import { StudentNotFound } from '../students/StudentNotFound.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { profileQuery } from './profileApi.ts'
import { AnonymisedFacts } from './AnonymisedFacts.tsx'
import { ConsentCard } from './consent/ConsentCard.tsx'
import { FactsCard } from './FactsCard.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { type SectionId, sectionsOf } from './profileSections.ts'
import { openAt, SectionLinks } from './SectionLinks.tsx'
import { StudentTasks } from './StudentTasks.tsx'
import { ToDo } from './ToDo.tsx'
import classes from './Profile.module.css'

// What a phone shows below its first screen is loaded after it.
const AcademicProgress = lazyDialog(
  async () => (await import('./academics/AcademicProgress.tsx')).AcademicProgress,
)
const FinancialStatements = lazyDialog(
  async () => (await import('./finance/FinancialStatements.tsx')).FinancialStatements,
)
const FundingSection = lazyDialog(async () => (await import('./funding/FundingSection.tsx')).FundingSection)
const AnnualDocuments = lazyDialog(
  async () => (await import('./finance/AnnualDocuments.tsx')).AnnualDocuments,
)
const ProfileSheet = lazyDialog(async () => (await import('./ProfileSheet.tsx')).ProfileSheet)
const HistorySection = lazyDialog(async () => (await import('./history/HistorySection.tsx')).HistorySection)
const WhoLooked = lazyDialog(async () => (await import('../privacy/accesses/WhoLooked.tsx')).WhoLooked)

/** The profile of the student that the address names. */
export function ProfilePanel() {
  const { student, profile = 'academics' } = useSearch({ strict: false })
  if (student) return <LoadedProfile key={student} id={student} type={profile} />
  return (
    <>
      <Top type={profile} />
      <StudentNotFound title="Student Profile" />
    </>
  )
}

type LoadedProps = { id: number; type: ProfileType }

function LoadedProfile({ id, type }: LoadedProps) {
  const { data, error, refetch } = useQuery(profileQuery(id, type))
  const student = useDeferredValue(data)
  usePageTitle(student?.name ?? 'Student Profile')
  const isUnknown = error instanceof HttpError && error.status === 404
  if (student && !isUnknown) return <ProfileView student={student} type={type} />
  return (
    <>
      <Top type={type} />
      {isUnknown ? (
        <StudentNotFound title="Student Profile" />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </>
  )
}

/** The link back to the list, and beside it what concerns the whole page. */
function Top({ type, children }: { type: ProfileType; children?: ReactNode }) {
  const openedFrom = useLocation({ select: ({ state }) => state.openedFrom })
  return (
    <div className={classes.top}>
      <BackLink to="/dashboard" search={{ menu: openedFrom ?? type }}>
        Back to list
      </BackLink>
      {children}
    </div>
  )
}

type ProfileViewProps = { student: StudentProfile; type: ProfileType }

/** One student: the facts on the left; what is to do, the consents, and the records on the right. */
function ProfileView({ student, type }: ProfileViewProps) {
  const sessionUser = useSessionUser()
  const { id: user, role } = sessionUser
  const { tab } = useSearch({ strict: false })
  const [isHistoryOpen, setIsHistoryOpen] = useState(tab === 'history')
  const isPhone = useIsPhone()
  useEffect(() => {
    if (canSearch(role)) rememberOpened(user, student)
  }, [user, role, student])
  // Scrolls to the section that the address names, such as after a choice in this page's menu.
  useEffect(() => (tab ? openAt(tab) : undefined), [tab])
  const sections = sectionsOf(student, sessionUser, { type, tab })
  const links = (
    <SectionLinks
      sections={sections}
      onGo={(section) => {
        if (section === 'history') setIsHistoryOpen(true)
      }}
    />
  )
  const contents: Record<SectionId, ReactNode> = {
    academics: <AcademicProgress student={student} />,
    finance: <FinancialStatements student={student} />,
    funding: <FundingSection student={student} />,
    documents: <AnnualDocuments student={student} />,
    history: (
      <HistorySection student={student} isOpen={isHistoryOpen} onOpen={() => setIsHistoryOpen(true)} />
    ),
    looked: <WhoLooked student={student} />,
  }
  return (
    <VerifyUndo>
      <Top type={type}>
        {!isPhone && links}
        <RecordMenu student={student} />
      </Top>
      {isPhone && links}
      <ErasureBanner student={student} erasure={student.erasure} />
      <RestrictionBanner student={student} />
      <div className={classes.layout}>
        {student.erasure?.state === 'anonymised' ? (
          <AnonymisedFacts student={student} />
        ) : (
          <FactsCard student={student} />
        )}
        <StudentTasks student={student}>
          {!student.erasure && <ToDo student={student} />}
          {student.consent && student.erasure?.state !== 'anonymised' && (
            <ConsentCard student={student} consent={student.consent} />
          )}
          {sections.length === 0 && (
            <ProfileSection title="Academics and finance" isFull>
              <div className="el-line">
                <NotShared name={student.name} hidden={['progress']} />
              </div>
            </ProfileSection>
          )}
          {sections.map((section, index) => (
            <Box key={section} id={section} tabIndex={-1} className={classes.part}>
              <AfterPaint>{index < 2 ? contents[section] : <Later>{contents[section]}</Later>}</AfterPaint>
            </Box>
          ))}
          <AfterPaint>
            <ProfileSheet student={student} />
          </AfterPaint>
        </StudentTasks>
      </div>
    </VerifyUndo>
  )
}
