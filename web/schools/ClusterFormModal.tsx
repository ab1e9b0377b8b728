import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clusterForm, type ClusterForm } from '#contract/schools.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { addCluster, clustersQuery } from './schoolApi.ts'

const empty: Record<keyof ClusterForm, string> = { cluster_name: '' }

export function ClusterFormModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <FormModal
      title="Add New Cluster"
      initialValues={empty}
      schema={clusterForm}
      save={addCluster}
      onSaved={() => void client.invalidateQueries({ queryKey: clustersQuery.queryKey })}
      onClose={onClose}
    >
      {(form) => fieldsOf(form).cluster_name}
    </FormModal>
  )
}

const fieldsOf = (form: UseFormReturnType<typeof empty>): Record<keyof ClusterForm, ReactNode> => ({
  cluster_name: <TextInput label="Cluster" autoComplete="off" {...form.getInputProps('cluster_name')} />,
})
