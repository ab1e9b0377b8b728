import { ActionIcon, Box, Menu } from '@mantine/core'
import {
  IconDotsVertical,
  IconEye,
  IconFileZip,
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
import { firstName } from '#contract/privacy/consentWords.ts'
import { STUDENT_ACTIVE, type StudentProfile } from '#contract/students/students.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'

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
  /** Why it cannot be chosen. */
  why?: string | false
  isDanger?: boolean
  act: () => void
}

/** The menu of actions on the whole record of a student. */
export function RecordMenu({ student }: { student: StudentProfile }) {
  const { role } = useSessionUser()
  const navigate = useNavigate()
  const change = useAddressChange()
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
      act: () => setDialog('export'),
    },
    erasure?.state !== 'anonymised' && {
      Icon: IconMessagePlus,
      word: 'New request',
      act: () => setDialog('request'),
    },
    {
      Icon: IconMessages,
      word: 'Requests',
      act: () => void navigate({ to: '/dashboard', search: { menu: 'requests', search: student.ref } }),
    },
    canSeeAccesses(role) && {
      Icon: IconEye,
      word: 'Who looked',
      act: () => change({ tab: 'looked' }),
    },
    canSeeRegisters(role) &&
      !erasure && {
        Icon: IconMailX,
        word: 'Wrong recipient',
        act: () => setDialog('wrong'),
      },
    canRestrict(role) &&
      !erasure &&
      !restriction && {
        Icon: IconLock,
        word: 'Restrict the use',
        act: () => setDialog('restrict'),
      },
    canAnonymise(role) &&
      !erasure && {
        Icon: IconUserOff,
        word: 'Anonymise',
        why: isActive && 'Only once the student has left',
        isDanger: true,
        act: () => setDialog('anonymise'),
      },
  ]
  return (
    <>
      <Menu position="bottom-end" width={260} portalProps={{ target: '#content' }}>
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            size="var(--el-ctl)"
            data-screen-only
            aria-label={`More about ${firstName(student.name)}`}
          >
            <IconDotsVertical size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(
            (item) =>
              item && (
                <Fragment key={item.word}>
                  {item.isDanger && <Menu.Divider />}
                  <Menu.Item
                    {...(item.isDanger && { color: 'red' })}
                    disabled={Boolean(item.why)}
                    leftSection={<item.Icon size={20} aria-hidden />}
                    onClick={() => {
                      // A dialog returns the focus to this button, because the menu item no longer exists by then.
                      button.current?.focus()
                      item.act()
                    }}
                  >
                    {item.word}
                    {item.why && (
                      <Box component="span" display="block" className="el-sm el-ink-2">
                        {item.why}
                      </Box>
                    )}
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
