import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { call } from '../../ui/call.ts'
import { keepAll, SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import type { RecordStudent } from '../RecordToOpen.ts'

type NextStudentProps = {
  kind: RecordKind
  /** The message of the save before. */
  saved: string
  onChoose: (student: RecordStudent) => void
  onClose: () => void
}

/** Asks for the student of the next record. */
export function NextStudent({ kind, saved, onChoose, onClose }: NextStudentProps) {
  const life = useModalLife(onClose)
  const [search, setSearch] = useState('')
  const {
    data: students = [],
    error,
    isPending,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['next student', search],
    queryFn: async ({ signal }) => {
      const { data } = await call('GET /api/search', { query: { words: search }, signal })
      return data.students.rows.filter(({ status }) => status === STUDENT_ACTIVE)
    },
    placeholderData: keepPreviousData,
  })
  return (
    <ModalFrame life={life} title={`Add ${recordKinds[kind].title}`} width={480} isInstant>
      <div className={frame.body}>
        <Stack gap={14}>
          <Message tone="good">{saved}</Message>
          <SearchSelect
            label="Student"
            placeholder="Search by name, ref or phone"
            data={students.map(({ id, name, ref }) => ({ value: String(id), label: `${name}, ${ref}` }))}
            value=""
            searchValue={search}
            onSearchChange={setSearch}
            isLoading={isPending || isPlaceholderData}
            {...(!isPlaceholderData && { filter: keepAll })}
            onChange={(value) => {
              const student = students.find(({ id }) => String(id) === value)
              if (student) onChoose(student)
            }}
            error={error?.message}
            data-autofocus
          />
        </Stack>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Done
        </Button>
      </div>
    </ModalFrame>
  )
}
