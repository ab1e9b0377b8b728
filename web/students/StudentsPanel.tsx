import { Button, Group } from '@mantine/core'
import { IconPlus, IconTableImport } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import {
  canSeeDuplicates,
  canSeeImports,
  canSeeLiaisonAndSupporter,
  canSetStudentStatus,
} from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { DuplicatesLink } from './duplicates/DuplicatesLink.tsx'
import { ImportLink } from './ImportLink.tsx'
import { ChoiceBox, choiceColumn, useSeveralStudents } from './SeveralStudents.tsx'
import { DownloadList } from '../ui/export/DownloadList.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { studentActions } from './studentActions.ts'
import { studentsList } from './studentApi.ts'
import {
  type ActionsOf,
  categoryName,
  ProfileLink,
  studentColumns,
  SupporterCell,
} from './studentColumns.tsx'
import { StudentList } from './StudentList.tsx'
import type { StudentModalState } from './StudentModal.tsx'
import { StudentPicture } from './files/StudentPicture.tsx'
import { whyInactive } from './studentRow.ts'
import { StudentStates } from './StudentStatusBadge.tsx'

const StudentModal = lazyDialog(async () => (await import('./StudentModal.tsx')).StudentModal, {
  isLikely: true,
})

export function StudentsPanel() {
  const { role } = useSessionUser()
  const [modal, setModal] = useState<StudentModalState>()
  const actionsOf: ActionsOf = useCallback(
    (student) => studentActions(student, role, (kind) => setModal({ kind, student })),
    [role],
  )
  const several = useSeveralStudents()
  const { isChoosing } = several
  const columns = useMemo(
    () => [...(isChoosing ? [choiceColumn] : []), ...studentColumns(actionsOf, role)],
    [isChoosing, actionsOf, role],
  )
  const card = useCallback(
    (student: StudentRow) => <StudentCard student={student} actionsOf={actionsOf} role={role} />,
    [actionsOf, role],
  )
  const { source, notice } = useFilter()
  return (
    <>
      <PageHead
        title="Students"
        primary={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setModal({ kind: 'add' })}>
            Add New Student
          </Button>
        }
      >
        <ImportLink kind="students" openedFrom="students" />
        <DownloadList kind="students" />
        {canSeeDuplicates(role) && <DuplicatesLink />}
        {canSetStudentStatus(role) && several.button}
      </PageHead>
      {notice}
      {several.within(
        <StudentList
          source={source}
          columns={columns}
          card={card}
          rowHeight="tall"
          renderHead={several.bar}
          {...(canSeeImports(role)
            ? {
                emptyHint: 'Bring in the sheets that you have, or add students one by one.',
                emptyAction: <FirstStudents onAdd={() => setModal({ kind: 'add' })} />,
              }
            : { emptyHint: 'Add the first one with Add New Student.' })}
        />,
      )}
      {several.after}
      {modal && <StudentModal state={modal} onClose={() => setModal(undefined)} />}
    </>
  )
}

/** How a charity without students begins. */
const FirstStudents = ({ onAdd }: { onAdd: () => void }) => (
  <Group gap={8}>
    <Button
      leftSection={<IconTableImport size={18} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/dashboard" search={{ menu: 'import' }} state={{ openedFrom: 'students' }} {...props} />
      )}
    >
      Moving in
    </Button>
    <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
      Add Student
    </Button>
  </Group>
)

/** The list with the filter of the page's address, and a notice about it. */
function useFilter() {
  const { unsent_year, unsent_term, restricted } = useSearch({ strict: false })
  const isUnsent = unsent_year !== undefined && unsent_term !== undefined
  const source = useMemo(() => {
    if (isUnsent) return { ...studentsList, filter: { unsent_year, unsent_term } }
    return restricted ? { ...studentsList, filter: { restricted } } : studentsList
  }, [isUnsent, unsent_year, unsent_term, restricted])
  const notice = (isUnsent || restricted) && (
    <Message
      tone="note"
      hasSpaceBelow
      action={
        <Link to="/dashboard" search={{ menu: 'students' }}>
          Show all students
        </Link>
      }
    >
      {isUnsent
        ? 'Only students without a supporter, with approved records that are not sent.'
        : 'Only students whose record is restricted.'}
    </Message>
  )
  return { source, notice }
}

type StudentCardProps = { student: StudentRow; actionsOf: ActionsOf; role: number }

function StudentCard({ student, actionsOf, role }: StudentCardProps) {
  const { edit, picture, certificate, supporter, status } = actionsOf(student)
  const why = whyInactive(student)
  return (
    <ListCard
      image={
        <>
          <ChoiceBox student={student} />
          <StudentPicture student={student} />
        </>
      }
      title={<ProfileLink student={student} />}
      lines={[`${student.ref} · ${categoryName(student)}`]}
      badge={<StudentStates student={student} />}
      {...(canSeeLiaisonAndSupporter(role) && {
        facts: [
          { label: 'Liaison', value: student.liaison },
          {
            label: 'Supporter',
            value: <SupporterCell student={student} action={why ? undefined : supporter} />,
          },
        ],
      })}
      why={why && status ? `${why}. Only status can change.` : why}
      isInactive={why !== undefined}
      actions={[edit, picture, certificate, ...(status ? [status] : [])]}
    />
  )
}
