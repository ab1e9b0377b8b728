import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconEye,
  IconFileZip,
  IconFolder,
  IconLock,
  IconMailX,
  IconMessagePlus,
  IconMessages,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useRef, useState } from 'react'
import {
  canAnonymise,
  canExportRecords,
  canNoteRequests,
  canRestrict,
  canSeeAccesses,
  canSeeRegisters,
} from '#contract/permissions.ts'
import { STUDENT_ACTIVE, type StudentProfile } from '#contract/students/students.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { profileOf } from './requests/profileOf.ts'
import classes from './RecordMenu.module.css'

const ExportModal = lazyDialog(async () => (await import('./export/ExportModal.tsx')).ExportModal)
const AnonymiseModal = lazyDialog(async () => (await import('./erasure/AnonymiseModal.tsx')).AnonymiseModal)
const WrongRecipientModal = lazyDialog(
  async () => (await import('./registers/WrongRecipientModal.tsx')).WrongRecipientModal,
)
const RestrictModal = lazyDialog(async () => (await import('./restriction/RestrictModal.tsx')).RestrictModal)
const NewRequestModal = lazyDialog(
  async () => (await import('./requests/NewRequestModal.tsx')).NewRequestModal,
)

type Dialog = 'export' | 'request' | 'restrict' | 'wrong' | 'anonymise'
type Item = {
  Icon: TablerIcon
  word: string
  says: string
  isOff?: boolean
  isDanger?: boolean
  act: () => void
}

/** What can be done with the whole record of a student. */
export function RecordMenu({ student }: { student: StudentProfile }) {
  const { role } = useSessionUser()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  if (!canNoteRequests(role)) return null
  const { erasure, restriction } = student
  const isActive = student.status === STUDENT_ACTIVE
  const items: (Item | false)[] = [
    canExportRecords(role) && {
      Icon: IconFileZip,
      word: 'Export',
      says: 'The whole record in one file',
      act: () => setDialog('export'),
    },
    erasure?.state !== 'anonymised' && {
      Icon: IconMessagePlus,
      word: 'New request',
      says: 'A family asks about this record',
      act: () => setDialog('request'),
    },
    {
      Icon: IconMessages,
      word: 'Requests',
      says: 'Open requests and when they are due',
      act: () => void navigate({ to: '/dashboard', search: { menu: 'requests', search: student.ref } }),
    },
    canSeeAccesses(role) && {
      Icon: IconEye,
      word: 'Who looked',
      says: 'Views, and what left Elimu',
      act: () => void navigate({ to: '/dashboard', search: profileOf(student.id, 'looked') }),
    },
    canSeeRegisters(role) &&
      !erasure && {
        Icon: IconMailX,
        word: 'Wrong recipient',
        says: 'Something reached another supporter',
        act: () => setDialog('wrong'),
      },
    canRestrict(role) &&
      !erasure &&
      !restriction && {
        Icon: IconLock,
        word: 'Restrict the use',
        says: 'Its supporter sees nothing of it',
        act: () => setDialog('restrict'),
      },
    canAnonymise(role) &&
      !erasure && {
        Icon: IconUserOff,
        word: 'Anonymise',
        says: isActive ? 'Only once the student has left' : 'Removes the name for good, after 7 days',
        isOff: isActive,
        isDanger: true,
        act: () => setDialog('anonymise'),
      },
  ]
  return (
    <>
      <Menu position="bottom-end" width={300} portalProps={{ target: '#content' }}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            data-screen-only
            leftSection={<IconFolder size={18} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            Record
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(
            (item) =>
              item && (
                <Fragment key={item.word}>
                  {item.isDanger && <Menu.Divider />}
                  <Menu.Item
                    {...(item.isDanger && { color: 'red' })}
                    disabled={item.isOff ?? false}
                    leftSection={<item.Icon size={20} aria-hidden />}
                    onClick={() => {
                      // A dialog returns the focus to this button, because the menu item no longer exists by then.
                      button.current?.focus()
                      item.act()
                    }}
                  >
                    <b className={classes.word}>{item.word}</b>
                    <span className="el-sm el-ink-2">{item.says}</span>
                  </Menu.Item>
                </Fragment>
              ),
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'export' && <ExportModal student={student} onClose={close} />}
      {dialog === 'request' && <NewRequestModal student={student} onClose={close} />}
      {dialog === 'wrong' && <WrongRecipientModal student={student} onClose={close} />}
      {dialog === 'restrict' && <RestrictModal student={student} onClose={close} />}
      {dialog === 'anonymise' && <AnonymiseModal student={student} onClose={close} />}
    </>
  )
}
