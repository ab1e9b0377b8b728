import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { Box, Stack, Tabs } from '@mantine/core'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import type { ProfileType } from '#contract/records/records.ts'
import { canRecordConsents, canSearch, canSeeHistory } from '#contract/permissions.ts'
import type { StudentProfile } from '#contract/students.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Later } from '../ui/Later.tsx'
import { HttpError } from '../ui/http.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { rememberOpened } from '../students/openedStudents.ts'
import { NotShared } from '../students/NotShared.tsx'
import { StudentNotFound } from '../students/StudentNotFound.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { profileQuery } from './profileApi.ts'
import { ConsentCard } from './consent/ConsentCard.tsx'
import { AcademicProgress } from './academics/AcademicProgress.tsx'
import { FactsCard } from './FactsCard.tsx'
import { AnnualDocuments } from './finance/AnnualDocuments.tsx'
import { FinancialStatements } from './finance/FinancialStatements.tsx'
import { HistorySection } from './HistorySection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ProfileSheet } from './ProfileSheet.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { StudentTasks } from './StudentTasks.tsx'
import { ToDo } from './ToDo.tsx'
import classes from './Profile.module.css'

/** The profile of the student that the address names. */
export function ProfilePanel() {
  const { student, profile = 'academics' } = useSearch({ strict: false })
  const openedFrom = useLocation({ select: ({ state }) => state.openedFrom })
  return (
    <>
      <BackLink to="/dashboard" search={{ menu: openedFrom ?? profile }}>
        Back to list
      </BackLink>
      {student ? (
        <LoadedProfile key={student} id={student} type={profile} />
      ) : (
        <StudentNotFound title="Student Profile" />
      )}
    </>
  )
}

function LoadedProfile({ id, type }: { id: number; type: ProfileType }) {
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
  const { tab: named } = useSearch({ strict: false })
  const tab = named === 'history' ? 'History' : 'Profile'
  const change = useAddressChange()
  const sections = <ProfileSections student={student} type={type} />
  return (
    <div className={classes.layout}>
      <FactsCard student={student} isBrief={type === 'finance'} />
      <StudentTasks student={student}>
        <ToDo student={student} />
        {canSeeHistory(role) ? (
          <ProfileTabs
            open={tab}
            onOpen={(opened) => change({ tab: opened === 'History' ? 'history' : undefined })}
          >
            {tab === 'Profile' ? sections : <HistorySection id={student.id} />}
          </ProfileTabs>
        ) : (
          sections
        )}
        <ProfileSheet student={student} />
      </StudentTasks>
    </div>
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
  const finance = (
    <Later>
      <FinancialStatements student={student} />
      <Later>
        <AnnualDocuments student={student} />
      </Later>
    </Later>
  )
  return (
    <>
      {type === 'finance' && finance}
      <Background student={student} />
      {canRecordConsents(role) && <ConsentCard student={student} />}
      <Later>
        <AcademicProgress student={student} />
      </Later>
      {type === 'academics' && finance}
    </>
  )
}

const Background = ({ student }: Pick<ProfileViewProps, 'student'>) => (
  <ProfileSection title="Student Background">
    <Box component="p" className="el-body el-ink-2 el-prose" maw="75ch">
      {student.background ?? NOT_KNOWN}
    </Box>
  </ProfileSection>
)

const tabs = ['Profile', 'History'] as const
type ProfileTab = (typeof tabs)[number]

type ProfileTabsProps = {
  open: ProfileTab
  onOpen: (tab: ProfileTab) => void
  /** The content of the open tab. */
  children: ReactNode
}

const ProfileTabs = ({ open, onOpen, children }: ProfileTabsProps) => (
  <Tabs
    value={open}
    onChange={(value) => onOpen(tabs.find((tab) => tab === value) ?? 'Profile')}
    classNames={{ list: classes.tabs ?? '', tab: classes.tab ?? '' }}
  >
    <Tabs.List aria-label="Parts of the profile" mb="s4">
      {tabs.map((tab) => (
        <Tabs.Tab key={tab} value={tab}>
          {tab}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {tabs.map((tab) => (
      <Tabs.Panel key={tab} value={tab}>
        {tab === open && <Stack gap={20}>{children}</Stack>}
      </Tabs.Panel>
    ))}
  </Tabs>
)
