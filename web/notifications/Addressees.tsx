import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { isFound, listSearch, searchText } from '#contract/base/lists.ts'
import type { NotificationPreview } from '#contract/notifications.ts'
import { money } from '../records/amounts.ts'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { ListTable } from '../ui/list/ListTable.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { plural } from '../ui/plural.ts'
import { useMore } from '../ui/list/useMore.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import classes from './Send.module.css'
import { inWords } from './sendWords.ts'

type Addressed = NotificationPreview['letters'][number]
type AddresseesProps = {
  letters: Addressed[]
  /** The supporter whose letter is shown. */
  open: number | undefined
  onOpen: (supporter_id: number | undefined) => void
  /** The open letter, if it is shown below its row instead of beside the list. */
  inPlace: ReactNode
}

/** The number of letters rendered at first, because there may be thousands. */
const AT_ONCE = 100

/** The recipients, with the students and records in each letter. */
export function Addressees({ letters, open, onOpen, inPlace }: AddresseesProps) {
  const isPhone = useIsPhone()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const found = useMemo(() => {
    const asked = listSearch(wanted)
    return letters.filter((letter) => isFound(textOf(letter), asked))
  }, [letters, wanted])
  const [first, more] = useMore(found, AT_ONCE)
  const shown = { letters: first, open, onOpen, inPlace }
  return (
    <section aria-labelledby="addressees">
      <Group gap="8px 10px" mb={8}>
        <Text component="h3" id="addressees" className="el-h3" fw={700}>
          Who gets a letter
        </Text>
        <output className="el-ink-2">{plural(found.length, 'supporter')}</output>
        <SearchBox
          className={classes.search}
          search={search}
          onSearch={setSearch}
          label="Search by supporter or student"
        />
      </Group>
      {found.length === 0 && <p>No recipient matches “{search.trim()}”.</p>}
      {found.length > 0 && (isPhone ? <Cards {...shown} /> : <Table {...shown} />)}
      {more}
    </section>
  )
}

const textOf = ({ name, email, students }: Addressed) =>
  searchText([name, ...students.map((student) => student.name)], [email, ...students.map(({ ref }) => ref)])

const Table = (list: AddresseesProps) => (
  <div className={classes.table}>
    <ListTable
      label="Who gets a letter"
      columns={columnsOf(list)}
      rows={list.letters}
      rowKey={({ supporter_id }) => supporter_id}
      lineCount={({ students }) => students.length}
      detail={({ supporter_id }) => supporter_id === list.open && list.inPlace}
    />
  </div>
)

const columnsOf = ({ open, onOpen, inPlace }: AddresseesProps): ListColumn<Addressed>[] => [
  {
    name: 'supporter',
    header: 'Supporter',
    cell: ({ supporter_id, name }) => (
      <button
        type="button"
        className={`el-plain el-strong el-break ${classes.name}`}
        aria-current={inPlace ? undefined : supporter_id === open}
        aria-expanded={inPlace ? supporter_id === open : undefined}
        onClick={() => onOpen(inPlace && supporter_id === open ? undefined : supporter_id)}
      >
        {name}
      </button>
    ),
  },
  studentColumn('Student', 'left', ({ name }) => name),
  studentColumn('Report card', 'center', ({ reports }) => reports > 0 && yes),
  studentColumn('Receipts', 'right', ({ receipts }) => receipts),
  studentColumn('KES', 'right', ({ receipts, cost }) => receipts > 0 && money(cost)),
]

/** A column with a cell for each student of a letter. */
const studentColumn = (
  header: string,
  align: 'left' | 'center' | 'right',
  cell: (student: Addressed['students'][number]) => ReactNode,
): ListColumn<Addressed> => ({
  name: header,
  header,
  align,
  isPerLine: true,
  cell: ({ students }, _number, line) => students.slice(line, line + 1).map(cell)[0] || '–',
})

const yes = (
  <>
    <IconCheck size={18} color="var(--el-green)" aria-hidden />
    <VisuallyHidden>Yes</VisuallyHidden>
  </>
)

const Cards = ({ letters, open, onOpen, inPlace }: AddresseesProps) => (
  <Stack component="ul" gap="s3" aria-label="Who gets a letter">
    {letters.map(({ supporter_id, name, students }) => (
      <li key={supporter_id} className="el-card">
        <Text component="h4" className="el-strong" fz="1.03125rem" p="12px 14px 4px">
          {name}
        </Text>
        <Box component="dl" className="el-ruled" m="0 14px">
          {students.map((student) => (
            <Box key={student.id} py={7}>
              <dt className="el-medium">{student.name}</dt>
              <Group
                component="dd"
                className="el-ink-2"
                justify="space-between"
                align="start"
                wrap="nowrap"
                gap="s3"
              >
                {inWords(student)}
                {student.receipts > 0 && (
                  <Text span inherit className="el-strong" c="var(--el-ink)">
                    KES&nbsp;{money(student.cost)}
                  </Text>
                )}
              </Group>
            </Box>
          ))}
        </Box>
        <Button
          variant="subtle"
          className="el-line"
          fullWidth
          h={48}
          mt={4}
          bdrs={0}
          leftSection={<IconMail size={18} aria-hidden />}
          aria-label={`${supporter_id === open ? 'Hide' : 'See'} the letter to ${name}`}
          onClick={() => onOpen(supporter_id === open ? undefined : supporter_id)}
        >
          {supporter_id === open ? 'Hide' : 'See'} the letter
        </Button>
        {supporter_id === open && <Box px={14}>{inPlace}</Box>}
      </li>
    ))}
  </Stack>
)
