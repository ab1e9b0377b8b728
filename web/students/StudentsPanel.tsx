import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import type { StudentRow } from '#contract/students.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { studentSearchLabel } from './studentSearchLabel.ts'
import { whyInactive } from './whyInactive.ts'
import { studentActions } from './studentActions.ts'
import { studentsList } from './studentApi.ts'
import { StudentCard } from './StudentCard.tsx'
import { type ActionsOf, studentColumns } from './studentColumns.tsx'
import { StudentModal, type StudentModalState } from './StudentModal.tsx'
import classes from './StudentsPanel.module.css'

export function StudentsPanel() {
  const { role } = useSessionUser()
  const [modal, setModal] = useState<StudentModalState>()
  const actionsOf: ActionsOf = useCallback(
    (student) => studentActions(student, role, (kind) => setModal({ kind, student })),
    [role],
  )
  const columns = useMemo(() => studentColumns(actionsOf, role), [actionsOf, role])
  const card = useCallback(
    (student: StudentRow) => <StudentCard student={student} actionsOf={actionsOf} role={role} />,
    [actionsOf, role],
  )
  return (
    <>
      <PageHead title="Students">
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setModal({ kind: 'add' })}>
          Add New Student
        </Button>
      </PageHead>
      <div className={classes.list}>
        <DataList
          source={studentsList}
          columns={columns}
          card={card}
          noun="students"
          searchLabel={studentSearchLabel(role)}
          noMatchHint="Check the spelling, or search by ref."
          emptyHint="Add the first one with Add New Student."
          inactive={whyInactive}
        />
      </div>
      {modal && <StudentModal state={modal} onClose={() => setModal(undefined)} />}
    </>
  )
}
