import { Button, Group } from '@mantine/core'
import { IconMail, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { NewAdult } from '#contract/privacy/consents.ts'
import { charity } from '../../ui/charity.ts'
import { CopyButton } from '../../ui/export/CopyButton.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { Segments } from '../../ui/form/Segments.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { PrintedPages } from '../../ui/print/PrintedPages.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useNotePrint } from '../accesses/useNotePrint.ts'
import { type Language, languages, PaperLetter } from '../PaperLetter.tsx'
import { type Invitation, invitation, turnsWords } from './invitationWords.ts'

const PrintedForms = lazyDialog(async () => (await import('../consents/paper/PrintedForms.tsx')).PrintedForms)

type InvitationModalProps = { student: NewAdult; onClose: () => void }

/** The letter that invites a student who comes of age to give their own consent, and the form for it. */
export function InvitationModal({ student, onClose }: InvitationModalProps) {
  const life = useModalLife(onClose)
  const today = useToday()
  const signed_by = useSessionUser().name
  const [language, setLanguage] = useState<Language>('English')
  const [printing, setPrinting] = useState<'letter' | 'form'>()
  const printed = () => setPrinting(undefined)
  const letter = { ...student, charity: charity.name, on: today, signed_by }
  const paragraphs = invitation(language, letter)
  return (
    <>
      <ModalFrame
        life={life}
        title="Invite to Consent"
        subtitle={`${student.name}, ${student.ref}. ${turnsWords(student.dob, today)}`}
        shape="wide"
      >
        <div className={frame.body}>
          <Group justify="space-between" gap="8px 12px" mb={10}>
            <Segments
              label="Language"
              choices={languages.map((name) => ({ id: name, name }))}
              chosen={language}
              onChoose={setLanguage}
            />
            <CopyButton text={paragraphs.map(({ text }) => text).join('\n\n')} word="Copy text" />
          </Group>
          <PaperLetter language={language} paragraphs={paragraphs} />
          <p className="el-sm el-ink-2">Both languages are printed.</p>
        </div>
        <div className={frame.foot}>
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            onClick={() => setPrinting('letter')}
          >
            Print the letter
          </Button>
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setPrinting('form')}>
            Print the form
          </Button>
        </div>
      </ModalFrame>
      {printing === 'form' && <PrintedForms of={{ student: student.id }} onPrinted={printed} />}
      {printing === 'letter' && <PrintedInvitation id={student.id} letter={letter} onPrinted={printed} />}
    </>
  )
}

type PrintedInvitationProps = { id: number; letter: Invitation; onPrinted: () => void }

function PrintedInvitation({ id, letter, onPrinted }: PrintedInvitationProps) {
  useNotePrint(id, 'Invitation to consent')
  return (
    <PrintedPages margin="25mm" onPrinted={onPrinted}>
      {languages.map((language) => (
        <PaperLetter key={language} language={language} paragraphs={invitation(language, letter)} />
      ))}
    </PrintedPages>
  )
}
