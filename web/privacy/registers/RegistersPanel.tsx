import { useSearch } from '@tanstack/react-router'
import { Segments } from '../../ui/form/Segments.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useAddressChange } from '../../ui/useAddressChange.ts'
import { Breaches } from './Breaches.tsx'
import { ProcessingRegister } from './ProcessingRegister.tsx'
import { readRegistersAddress, type RegisterId } from './registersAddress.ts'

const registers: { id: RegisterId; name: string }[] = [
  { id: 'breaches', name: 'Breaches' },
  { id: 'processing', name: 'Processing' },
]

/** The registers that the Data Protection Act asks of a charity. */
export function RegistersPanel() {
  const { register = 'breaches' } = readRegistersAddress(useSearch({ strict: false }))
  const change = useAddressChange()
  return (
    <>
      <PageHead title="Privacy registers" />
      <Segments
        label="Register"
        choices={registers}
        chosen={register}
        onChoose={(id) => change({ register: id === 'breaches' ? undefined : id })}
      />
      {register === 'breaches' ? <Breaches /> : <ProcessingRegister />}
    </>
  )
}
