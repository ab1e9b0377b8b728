import { Box, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { canSetSupporter } from '#contract/permissions.ts'
import type { NamedSupporter } from '#contract/students/students.ts'
import { namedSupporterForm } from '#contract/students/studentForms.ts'
import { personFields } from '#contract/users.ts'
import { useFocusBack } from './useFocusBack.ts'
import { namedSupportersQuery } from '../students/studentApi.ts'
import { call } from '../ui/call.ts'
import { FormFields, otherFields } from '../ui/form/FormFields.tsx'
import { FormModal } from '../ui/form/FormModal.tsx'
import { typedValues } from '../ui/form/typedValues.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useMore } from '../ui/list/useMore.tsx'
import { plural, verb } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'

const FIRST_SHOWN = 3
const NONE: NamedSupporter[] = []

/** The supporters whose email an import did not know: one line, which opens the list with their students and a button to give it. */
export function SupportersToComplete() {
  const { role } = useSessionUser()
  const {
    data = NONE,
    error,
    refetch,
  } = useQuery({ ...namedSupportersQuery, enabled: canSetSupporter(role) })
  const [shown, more] = useMore(data, { first: FIRST_SHOWN })
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  const [completing, setCompleting] = useState<NamedSupporter>()
  const { box, remember } = useFocusBack(completing !== undefined, data.length)
  return (
    <>
      {error && data === NONE && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data.length > 0 && (
        <Box ref={box} component="section" className="el-card" mt="s4" aria-label="Supporters to complete">
          <Box
            component="button"
            type="button"
            className="el-plain el-row el-focus-in"
            w="100%"
            mih={48}
            px="var(--el-pad)"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className="el-grow">
              {plural(data.length, 'supporter')} {verb(data.length, 'is')} known by name only, and{' '}
              {data.length === 1 ? 'gets' : 'get'} no news.
            </span>
            <Chevron size={18} aria-hidden />
          </Box>
          <ul hidden={!isOpen}>
            {shown.map((supporter) => (
              <Group
                key={supporter.name}
                component="li"
                data-row
                className="el-line"
                justify="space-between"
                gap="8px 16px"
                p="10px var(--el-pad)"
              >
                <Box flex="1 1 240px" className="el-words">
                  <b className="el-strong">{supporter.name}</b>
                  <p className="el-ui el-ink-2">
                    <Children students={supporter.students} />
                  </p>
                </Box>
                <Button
                  variant="default"
                  aria-label={`Add Email of ${supporter.name}`}
                  onClick={({ currentTarget }) => {
                    remember(currentTarget)
                    setCompleting(supporter)
                  }}
                >
                  Add Email
                </Button>
              </Group>
            ))}
          </ul>
          {isOpen && more && (
            <Box className="el-line" p="6px calc(var(--el-pad) - 15px)">
              {more}
            </Box>
          )}
        </Box>
      )}
      {completing && <EmailModal supporter={completing} onClose={() => setCompleting(undefined)} />}
    </>
  )
}

const CHILDREN_SHOWN = 10

function Children({ students }: Pick<NamedSupporter, 'students'>) {
  const others = students.length - CHILDREN_SHOWN
  return (
    <>
      {students.slice(0, CHILDREN_SHOWN).map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link
            className="el-link"
            to="/dashboard"
            search={{ menu: 'profile', student: id, profile: 'academics' }}
          >
            {name}
          </Link>
        </Fragment>
      ))}
      {others > 0 && ` and ${plural(others, 'other')}`}
    </>
  )
}

const pairs = [
  ['first_name', 'last_name'],
  ['phone', 'country'],
] as const
const others = otherFields(personFields, pairs.flat())

/** Registers the supporter, or uses the registered one, for all of the students. */
function EmailModal({ supporter, onClose }: { supporter: NamedSupporter; onClose: () => void }) {
  const client = useQueryClient()
  const { name, students } = supporter
  const [names, contacts] = pairs
  const refresh = () => void client.invalidateQueries()
  return (
    <FormModal
      title="Add Email"
      subtitle={`${name}, for ${plural(students.length, 'student')}`}
      initialValues={{
        ...typedValues(personFields, namesOf(name)),
        name,
        student_ids: students.map(({ id }) => id),
      }}
      schema={namedSupporterForm}
      save={(body, transfer) => call('POST /api/supporters/named', { body, ...transfer })}
      onSaved={refresh}
      onFailed={refresh}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SimpleGrid cols={2} spacing="s3">
            <FormFields form={form} fields={personFields} names={names} />
          </SimpleGrid>
          <FormFields form={form} fields={personFields} names={others} />
          <SimpleGrid cols={2} spacing="s3">
            <FormFields form={form} fields={personFields} names={contacts} />
          </SimpleGrid>
          <Text size="sm" c="gray">
            A letter with a link to create the password goes to a new supporter. A registered one stays as
            they are.
          </Text>
        </>
      )}
    </FormModal>
  )
}

/** The last word is proposed as the last name. */
function namesOf(name: string) {
  const words = name.split(/\s+/)
  const last_name = words.length > 1 ? words.pop() : ''
  return { first_name: words.join(' '), last_name }
}
