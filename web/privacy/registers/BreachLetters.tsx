import { Button, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Breach } from '#contract/privacy/breaches.ts'
import { namesOf } from '#contract/base/fields.ts'
import { roleName } from '#contract/permissions.ts'
import { call } from '../../ui/call.ts'
import { charity } from '../../ui/charity.ts'
import { CopyButton } from '../../ui/export/CopyButton.tsx'
import { Segments } from '../../ui/form/Segments.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { PrintedPages } from '../../ui/print/PrintedPages.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { gateQuery } from '../consents/consentApi.ts'
import { PaperLetter } from '../PaperLetter.tsx'
import {
  commissionerLetter,
  familiesWords,
  familyLanguages,
  type FamilyLanguage,
  familyLetter,
  type LetterFacts,
} from './letterWords.ts'

type Shown = 'commissioner' | FamilyLanguage
const choices = [
  { id: 'commissioner', name: 'Commissioner' },
  { id: 'English', name: 'Families' },
  { id: 'Kiswahili', name: 'Families, Kiswahili' },
] as const satisfies { id: Shown; name: string }[]

type BreachLettersProps = { breach: Breach; onClose: () => void }

/** The prepared letters about a breach, to copy or to print. */
export function BreachLetters({ breach, onClose }: BreachLettersProps) {
  const life = useModalLife(onClose)
  const [shown, setShown] = useState<Shown>('commissioner')
  const [isPrinting, setIsPrinting] = useState(false)
  const facts = useLetterFacts(breach)
  const isToFamilies = shown !== 'commissioner'
  const letter = isToFamilies ? familyLetter(shown, facts) : commissionerLetter(facts)
  return (
    <>
      <ModalFrame life={life} title="Letters" subtitle={breach.what} shape="wide">
        <Stack className={frame.body ?? ''} gap={12}>
          <Segments label="To" choices={choices} chosen={shown} onChoose={setShown} isStacked />
          <Letter lines={letter} language={shown} />
          {isToFamilies && <p className="el-sm el-ink-2">{familiesWords(breach.students.length)}</p>}
          <p className="el-sm el-ink-2">
            When they are told, update the breach with the day. The commissioner’s form is at odpc.go.ke.
          </p>
        </Stack>
        <div className={frame.foot}>
          <CopyButton text={letter.join('\n\n')} />
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setIsPrinting(true)}>
            Print
          </Button>
        </div>
      </ModalFrame>
      {isPrinting && (
        <PrintedPages margin="25mm" onPrinted={() => setIsPrinting(false)}>
          {isToFamilies ? <FamilyLetters facts={facts} /> : <Letter lines={letter} language={shown} />}
        </PrintedPages>
      )}
    </>
  )
}

function useLetterFacts(breach: Breach): LetterFacts {
  const { name, role } = useSessionUser()
  const { data: gate } = useQuery(gateQuery)
  const [now] = useState(() => new Date())
  return {
    breach,
    charity: charity.name,
    contact: gate?.contact ?? null,
    signed_by: `${name}, ${roleName(role)}`,
    now,
  }
}

const Letter = ({ lines, language }: { lines: string[]; language: Shown }) => (
  <PaperLetter
    language={language === 'commissioner' ? 'English' : language}
    paragraphs={lines.map((text, index) => (index === 0 ? { text, style: 'bold' } : { text }))}
  />
)

const languages = namesOf(familyLanguages)

/** A page in each language for each child. A breach without children has one letter without a name. */
function FamilyLetters({ facts }: { facts: LetterFacts }) {
  const { id, students } = facts.breach
  useNoteLetters(id)
  const children = students.length === 0 ? [undefined] : students
  return children.flatMap((child) =>
    languages.map((language) => (
      <Letter
        key={`${language} ${child?.id}`}
        lines={familyLetter(language, facts, child?.name)}
        language={language}
      />
    )),
  )
}

/** Adds an entry to 'Who looked' of each child when the letters are shown for printing. */
function useNoteLetters(id: number): void {
  const { mutate } = useMutation({
    mutationFn: () => call('POST /api/breaches/:id/printed', { params: { id } }),
    // Nothing can be shown in the printed page.
    retry: 3,
  })
  useEffect(() => mutate(), [mutate])
}
