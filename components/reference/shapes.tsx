import type { Reference } from '@/components/text/reference';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { FieldList } from './field-list';
import { listFields } from './list-fields';

/** Every shape by its name. */
export function Shapes({ document, reference }: { document: OpenApiDocument; reference: Reference }) {
  return Object.entries(document.components.schemas).map(([name, schema]) => (
    <div key={name} className="border-t border-edge pt-4 pb-12">
      <h3 id={name} className="scroll-mt-6 pb-1 text-lead font-medium">
        {name}
      </h3>
      <FieldList
        fields={listFields(schema)}
        sent={schema.additionalProperties === false}
        reference={reference}
      />
      {schema.additionalProperties === false && (
        <p className="pt-2 text-small text-soft">{reference.nothingMore}</p>
      )}
    </div>
  ));
}
