import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { BackLink } from '../../ui/BackLink.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { listMenus } from '../importAddress.ts'
import { movingInQuery } from '../importApi.ts'
import { listOfKind } from '../rowWords.ts'
import { EarlierImports } from '../steps/done/EarlierImports.tsx'
import { DropSheets } from './DropSheets.tsx'
import { FirstLineCard } from './FirstLineCard.tsx'
import { firstLine, groupsOf, whyClosed } from './firstLine.ts'
import { type FileNote, readWorkbook } from './readWorkbook.ts'
import { StepList } from './StepList.tsx'
import { useDroppedSheets } from './useDroppedSheets.ts'
import { useImports } from './useImports.ts'
import { AllTemplates } from './Templates.tsx'

/** The steps of moving in, one for each kind of import. Sheets are dropped here, and wait under their steps until they are imported. */
export function MovingInPanel() {
  const { role } = useSessionUser()
  const { what: wanted } = useSearch({ from: '/dashboard' })
  const { data, error, refetch } = useQuery(movingInQuery)
  const dropped = useDroppedSheets()
  const { halfway, start, proceed, discard } = useImports()
  const [notes, setNotes] = useState<FileNote[]>([])
  const [hasDropped, setHasDropped] = useState(false)
  const isPhone = useIsPhone()
  const picker = useRef<HTMLInputElement>(null)
  const reading = useMutation({
    mutationFn: async (files: File[]) => {
      let sheets = dropped.sheets
      const found: FileNote[] = []
      // One after the other, so that no two large workbooks are unpacked at once.
      for (const file of files) {
        const read = await readWorkbook(file, sheets, wanted)
        sheets = [...sheets.filter((each) => !read.replaced.includes(each)), ...read.sheets]
        found.push(...read.notes)
      }
      return { sheets, found }
    },
    onSuccess({ sheets, found }) {
      const [only, ...others] = sheets.filter((each) => !dropped.sheets.includes(each))
      setNotes(found)
      setHasDropped(true)
      void dropped.change(() => sheets)
      const isOpen = only?.of && !only.of.refusal && data && !whyClosed(only.of.kind, data, role)
      if (isOpen && others.length === 0 && !found.some(({ isBad }) => isBad)) start([only])
    },
  })
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data || !dropped.isRead) return null
  const list = wanted ?? 'students'
  const line = firstLine({ ...data, role, wanted, halfway, hasDropped, sheets: dropped.sheets })
  const choose = () => picker.current?.click()
  return (
    <>
      <PageHead
        back={
          <BackLink to="/dashboard" search={{ menu: listMenus[list] }}>
            {`Back to ${listOfKind(list).replace(/^the /, '')}`}
          </BackLink>
        }
        title="Moving in"
        subtitle="From your sheets into Elimu, one step after the other"
        primary={!isPhone && <AllTemplates />}
      />
      {isPhone && <AllTemplates />}
      <FirstLineCard
        line={line}
        steps={data.steps}
        onChoose={choose}
        onProceed={proceed}
        onImport={(kind) => {
          const [group] = groupsOf(dropped.sheets, kind)
          if (group) start(group)
          else choose()
        }}
      />
      <DropSheets
        picker={picker}
        reading={reading}
        failure={dropped.failure}
        notes={notes}
        onNotes={setNotes}
      />
      <StepList
        moving={data}
        marked={wanted ?? (typeof line.step === 'string' ? undefined : line.step.kind)}
        sheets={dropped.sheets}
        change={dropped.change}
        imports={{ halfway, start, proceed, discard }}
      />
      <EarlierImports isOptional />
    </>
  )
}
