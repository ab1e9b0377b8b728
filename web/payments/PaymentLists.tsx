import { Button } from '@mantine/core'
import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { lookupName } from '#contract/lookups.ts'
import type { PaymentRow } from '#contract/money/payments.ts'
import { canPreparePayments } from '#contract/permissions.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { DataList } from '../ui/list/DataList.tsx'
import { HeadLink, PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { readYearAddress } from '../ui/timeAddress.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { paymentList } from './paymentApi.ts'
import { PaymentCard, paymentColumns } from './paymentColumns.tsx'
import { PaymentsNow } from './PaymentsNow.tsx'
import classes from './Payments.module.css'
import { ProposeModal } from './ProposeModal.tsx'

/** The state of the present term with its one step, then all payments. */
export function PaymentLists() {
  const { role } = useSessionUser()
  const mayPrepare = canPreparePayments(role)
  const [proposed, setProposed] = useState<{ year_id: number; term_id: number } | 'any'>()
  const open = useOpenPayment()
  const columns = useMemo(() => paymentColumns(role, open), [role, open])
  const card = useCallback(
    (payment: PaymentRow) => <PaymentCard payment={payment} role={role} onOpen={open} />,
    [role, open],
  )
  const { source, filter } = useYearFilter()
  const prepare = mayPrepare && (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setProposed('any')}
    >
      Prepare payment
    </Button>
  )
  return (
    <>
      <PageHead title="Payments" primary={prepare}>
        <HeadLink icon={IconBuildingBank} search={{ menu: 'schools' }} openedFrom="payments">
          School accounts
        </HeadLink>
      </PageHead>
      <div className={classes.page}>
        <PaymentsNow onOpen={open} onPrepare={mayPrepare ? setProposed : undefined} />
        <DataList
          source={source}
          columns={columns}
          card={card}
          noun="payments"
          searchLabel="Search by number or term"
          noMatchHint="Search by a number such as P0012, or by term."
          emptyHint="Elimu proposes what each school gets, from the fee plans of a term."
          tools={filter}
        />
      </div>
      {proposed && (
        <ProposeModal
          time={proposed === 'any' ? undefined : proposed}
          onOpen={open}
          onClose={() => setProposed(undefined)}
        />
      )}
    </>
  )
}

/** Opens a payment at its own address. */
function useOpenPayment() {
  const navigate = useNavigate()
  return useCallback(
    (payment: number) =>
      void navigate({
        to: '/dashboard',
        search: { menu: 'payments', payment },
        state: { openedFrom: 'payments' },
      }),
    [navigate],
  )
}

/** The list of one year or of all, as the address says. */
function useYearFilter() {
  const { year } = readYearAddress(useSearch({ strict: false }))
  const change = useAddressChange()
  const { data: years } = useQuery(lookupsQuery('years'))
  const chosen = years?.find((each) => lookupName('years', each) === year)
  const id = chosen?.id
  const source = useMemo(
    () => (year ? { ...paymentList, filter: { year: id ?? 0 }, isOff: id === undefined } : paymentList),
    [year, id],
  )
  const names = years?.map((each) => lookupName('years', each)) ?? []
  const filter = (
    <SelectBox
      aria-label="Year"
      className={classes.year}
      data={[{ value: '', label: 'All years' }, ...names.map((name) => ({ value: name, label: name }))]}
      value={year ?? ''}
      onChange={({ currentTarget }) => change({ year: currentTarget.value || undefined })}
    />
  )
  return { source, filter }
}
