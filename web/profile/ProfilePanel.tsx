import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { Box, Stack, Tabs } from '@mantine/core'
import { namesOf } from '#contract/base/fields.ts'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import type { ProfileType } from '#contract/records/records.ts'
import { canRecordConsents, canSearch, canSeeAccesses, canSeeHistory } from '#contract/permissions.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { ErasureBanner } from '../privacy/erasure/ErasureBanner.tsx'
import { RestrictionBanner } from '../privacy/restriction/RestrictionBanner.tsx'
import { RecordMenu } from '../privacy/RecordMenu.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { AfterPaint, Later } from '../ui/Later.tsx'
import { HttpError } from '../ui/http.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { rememberOpened } from '../students/openedStudents.ts'
import { NotShared } from '../students/NotShared.tsx'
import { StudentNotFound } from '../students/StudentNotFound.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { profileQuery } from './profileApi.ts'
import { AnonymisedFacts } from './AnonymisedFacts.tsx'
import { FactsCard } from './FactsCard.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { StudentTasks } from './StudentTasks.tsx'
import { ToDo } from './ToDo.tsx'
import classes from './Profile.module.css'

// What a phone shows below its first screen is loaded after it.
const ConsentCard = lazyDialog(async () => (await import('./consent/ConsentCard.tsx')).ConsentCard)
const AcademicProgress = lazyDialog(
  async () => (await import('./academics/AcademicProgress.tsx')).AcademicProgress,
)
const FinancialStatements = lazyDialog(
  async () => (await import('./finance/FinancialStatements.tsx')).FinancialStatements,
)
const AnnualDocuments = lazyDialog(
  async () => (await import('./finance/AnnualDocuments.tsx')).AnnualDocuments,
)
const ProfileSheet = lazyDialog(async () => (await import('./ProfileSheet.tsx')).ProfileSheet)
const HistorySection = lazyDialog(async () => (await import('./HistorySection.tsx')).HistorySection)
const WhoLooked = lazyDialog(async () => (await import('../privacy/accesses/WhoLooked.tsx')).WhoLooked)

/** The profile of the student that the address names. */
export function ProfilePanel() {
  const { student, profile = 'academics' } = useSearch({ strict: false })
  const openedFrom = useLocation({ select: ({ state }) => state.openedFrom })
  return (
    <>
      <div className={classes.top}>
        <BackLink to="/dashboard" search={{ menu: openedFrom ?? profile }}>
          Back to list
        </BackLink>
        {student && <LoadedMenu id={student} type={profile} />}
      </div>
      {student ? (
        <LoadedProfile key={student} id={student} type={profile} />
      ) : (
        <StudentNotFound title="Student Profile" />
      )}
    </>
  )
}

type LoadedProps = { id: number; type: ProfileType }

function LoadedMenu({ id, type }: LoadedProps) {
  const { data: student } = useQuery(profileQuery(id, type))
  return student && <RecordMenu student={student} />
}

function LoadedProfile({ id, type }: LoadedProps) {
  const { data, error, refetch } = useQuery(profileQuery(id, type))
  const student = useDeferredValue(data)
  usePageTitle(student?.name ?? 'Student Profile')
  if (error instanceof HttpError && error.status === 404) return <StudentNotFound title="Student Profile" />
  if (student) return <ProfileView student={student} type={type} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <ProfileSkeleton />
}

type ProfileViewProps = { student: StudentProfile; type: ProfileType }

/** One student: the facts on the left; background, records and history on the right. */
function ProfileView({ student, type }: ProfileViewProps) {
  const { id: user, role } = useSessionUser()
  useEffect(() => {
    if (canSearch(role)) rememberOpened(user, student)
  }, [user, role, student])
  const isAnonymised = student.erasure?.state === 'anonymised'
  return (
    <>
      <ErasureBanner student={student} erasure={student.erasure} />
      <RestrictionBanner student={student} />
      <div className={classes.layout}>
        {isAnonymised ? (
          <AnonymisedFacts student={student} />
        ) : (
          <FactsCard student={student} isBrief={type === 'finance'} />
        )}
        <StudentTasks student={student}>
          {!student.erasure && <ToDo student={student} />}
          {canSeeHistory(role) ? (
            <ProfileTabs student={student}>
              <ProfileSections student={student} type={type} />
            </ProfileTabs>
          ) : (
            <ProfileSections student={student} type={type} />
          )}
          <AfterPaint>
            <ProfileSheet student={student} />
          </AfterPaint>
        </StudentTasks>
      </div>
    </>
  )
}

/** The sections, with the one that the profile was opened for first. */
function ProfileSections({ student, type }: ProfileViewProps) {
  const { role } = useSessionUser()
  if (student.not_shared.includes('progress'))
    return (
      <>
        <Background student={student} />
        <ProfileSection title="Academics and finance" isFull>
          <div className="el-line">
            <NotShared name={student.name} hidden={['progress']} />
          </div>
        </ProfileSection>
      </>
    )
  const isAnonymised = student.erasure?.state === 'anonymised'
  const finance = (
    <AfterPaint>
      <FinancialStatements student={student} />
      <Later>
        <AnnualDocuments student={student} />
      </Later>
    </AfterPaint>
  )
  return (
    <>
      {type === 'finance' && finance}
      {!isAnonymised && <Background student={student} />}
      <AfterPaint>
        {!isAnonymised && canRecordConsents(role) && <ConsentCard student={student} />}
        <AcademicProgress student={student} />
      </AfterPaint>
      {type === 'academics' && finance}
    </>
  )
}

const Background = ({ student: { background, not_shared } }: Pick<ProfileViewProps, 'student'>) =>
  not_shared.includes('profile') ? null : (
    <ProfileSection title="Student Background">
      <Box component="p" className="el-body el-ink-2 el-prose" maw="75ch">
        {background ?? NOT_KNOWN}
      </Box>
    </ProfileSection>
  )

const tabs = { profile: 'Profile', history: 'History', looked: 'Who looked' } as const
type ProfileTab = keyof typeof tabs

type ProfileTabsProps = {
  student: StudentProfile
  /** The content of the first tab. */
  children: ReactNode
}

function ProfileTabs({ student, children }: ProfileTabsProps) {
  const { role } = useSessionUser()
  const change = useAddressChange()
  const { tab: named } = useSearch({ strict: false })
  const shown = namesOf(tabs).filter((tab) => tab !== 'looked' || canSeeAccesses(role))
  const open = shown.find((tab) => tab === named) ?? 'profile'
  const contents: Record<ProfileTab, ReactNode> = {
    profile: children,
    history: <HistorySection student={student} />,
    looked: <WhoLooked student={student} />,
  }
  return (
    <Tabs
      value={open}
      onChange={(tab) => change({ tab: tab === 'profile' || tab === null ? undefined : tab })}
      classNames={{ list: classes.tabs ?? '', tab: classes.tab ?? '' }}
    >
      <Tabs.List aria-label="Parts of the profile" mb="s4">
        {shown.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {tabs[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((tab) => (
        <Tabs.Panel key={tab} value={tab}>
          {tab === open && <Stack gap={20}>{contents[tab]}</Stack>}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
