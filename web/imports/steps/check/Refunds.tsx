import { Box } from '@mantine/core'
import type { RefundRow } from '#contract/imports.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { plural } from '../../../ui/plural.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import { nameOf, textOf } from '../../rowWords.ts'
import { REFUNDS } from '../../sheet/Answers.ts'
import { refundsIn } from '../../sheet/bodyOf.ts'
import type { SheetRow } from '../../sheet/rowsOf.ts'
import { Kind } from './Kind.tsx'
import classes from './Kind.module.css'
import { type CheckedProps, RowList } from './RowGroup.tsx'

type RefundsProps = Pick<CheckedProps, 'found' | 'made' | 'job' | 'handle'> & {
  number: number
  cents: number | undefined
}
type ShownRefund = RefundRow & { source: SheetRow; name: string; receipt: string }

const choices = [
  { id: 'take off', name: 'Take them off their receipts' },
  { id: 'leave out', name: 'Leave them out' },
] as const

/** Negative amounts: one answer for all, with what it does to each receipt. */
export function Refunds({ found: { refunds }, made, job, handle, number, cents }: RefundsProps) {
  const { length } = refunds
  const sum = refunds.reduce((all, { refund }) => all + refund, 0)
  const answer = refundsIn(job.answers)
  const rows = refunds.flatMap((refund): ShownRefund[] => {
    const [source, sent = {}] = [made.sources[refund.row], made.rows[refund.row]]
    return source
      ? [{ ...refund, source, name: nameOf('receipts', sent), receipt: textOf(sent, 'receipt_no') }]
      : []
  })
  return (
    <Kind
      number={number}
      title={`${plural(length, 'amount')} ${length === 1 ? 'is' : 'are'} negative`}
      about={`Refunds, KES −${shillingsText(sum)}. An item cannot be negative. ${effects[answer ?? 'open']}`}
      cents={cents}
    >
      <Box className={classes.part} pb={10}>
        <Segments
          label="Refunds"
          isStacked
          choices={choices}
          chosen={answer ?? undefined}
          onChoose={(chosen) =>
            handle.answer({ [REFUNDS]: chosen === 'leave out' ? 'left out' : { means: chosen } })
          }
        />
      </Box>
      <RowList
        label="Refunds"
        rows={rows}
        columns={columns}
        input={undefined}
        renderText={({ refund, item }) =>
          `−${shillingsText(refund)} off ${item ? `${item.name}: ${shillingsText(item.before)} → ${shillingsText(item.after)}` : 'no item that is as large'}`
        }
      />
    </Kind>
  )
}

const effects = {
  open: 'Its receipt waits until this is answered.',
  'take off': 'They reduce the same item of their receipt, or else its largest.',
  'leave out': 'The receipts then say more than was paid. Left out says so.',
}

const columns: ListColumn<ShownRefund>[] = [
  { name: 'name', header: 'Student, term', isName: true, cell: ({ name }) => name },
  { name: 'receipt', header: 'Receipt', cell: ({ receipt }) => receipt || '–' },
  { name: 'item', header: 'Item', cell: ({ item }) => item?.name ?? 'None is as large' },
  { name: 'refund', header: 'Refund', align: 'right', cell: ({ refund }) => `−${shillingsText(refund)}` },
  {
    name: 'before',
    header: 'Item now',
    align: 'right',
    cell: ({ item }) => (item ? shillingsText(item.before) : '–'),
  },
  {
    name: 'after',
    header: 'Then',
    align: 'right',
    cell: ({ item }) => (item ? <b>{shillingsText(item.after)}</b> : '–'),
  },
]
