import { Button, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SegmentField } from '../../../ui/form/SegmentField.tsx'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import frame from '../../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../../ui/modal/useModalLife.ts'
import { plural } from '../../../ui/plural.ts'
import { lacksContact, printedFormsQuery } from '../consentApi.ts'
import { ContactNeeded } from '../paper/ContactNeeded.tsx'
import { PrintedForms } from '../paper/PrintedForms.tsx'
import type { Counts } from './ConsentSums.tsx'

type PrintFormsProps = {
  schools: Counts['schools']
  /** The id of the school that is chosen at first; 0 for the first one whose students need action. */
  first: number
  onClose: () => void
}

const whom = ['Need action', 'All active'] as const

/** Forms for the students of a school, one sheet each. */
export function PrintFormsModal({ schools, first, onClose }: PrintFormsProps) {
  const life = useModalLife(onClose)
  const [school, setSchool] = useState(() => {
    const needy = schools.find(({ not_recorded, ended, ends_soon }) => not_recorded + ended + ends_soon > 0)
    return String(first || (needy ?? schools[0])?.school_id || '')
  })
  const [who, setWho] = useState<(typeof whom)[number]>(whom[0])
  const [isPrinting, setIsPrinting] = useState(false)
  const of = {
    school: Number(school),
    ...(who === whom[0] && { state: 'needs_action' as const }),
  }
  const { data, error } = useQuery({
    ...printedFormsQuery(of),
    enabled: school !== '',
    placeholderData: keepPreviousData,
  })
  const count = data?.students.length ?? 0
  return (
    <ModalFrame life={life} title="Print Forms" shape="narrow">
      <div className={frame.body}>
        <Stack gap={14}>
          <SelectBox
            label="School"
            data={schools.map(({ school_id, school: label }) => ({ value: String(school_id), label }))}
            value={school}
            onChange={({ currentTarget }) => setSchool(currentTarget.value)}
          />
          <SegmentField label="Students" choices={whom} value={who} onChange={setWho} />
          {lacksContact(error) ? (
            <ContactNeeded />
          ) : (
            <Text className="el-sm el-ink-2" textWrap="balance" aria-live="polite">
              {error
                ? error.message
                : data && count === 0
                  ? 'No student of this school needs action.'
                  : `${data ? plural(count, 'form') : '…'}: one A4 sheet for each student, printed on both sides, in English and Swahili.`}
            </Text>
          )}
        </Stack>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Cancel
        </Button>
        <Button
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={count === 0 || isPrinting}
          onClick={() => setIsPrinting(true)}
        >
          {count === 0 ? 'Print forms' : `Print ${plural(count, 'form')}`}
        </Button>
      </div>
      {isPrinting && data && (
        <PrintedForms
          of={of}
          onPrinted={() => {
            setIsPrinting(false)
            life.close()
          }}
        />
      )}
    </ModalFrame>
  )
}
