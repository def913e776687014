import type { Reference } from '@/components/text/reference';
import { Code } from './code';
import type { Field } from './list-fields';
import { Sentence } from './prose';
import { TypeName } from './type-name';

interface FieldListProps {
  fields: (Field & { place?: string })[];
  /** Whether a field is sent, and says so if it has to be; of an answer only what may be left out does. */
  sent: boolean;
  reference: Reference;
}

/** One row a field: its name and type, and what it is. */
export function FieldList({ fields, sent, reference }: FieldListProps) {
  return (
    <dl>
      {fields.map(({ name, place, required, description, schema }) => (
        <div
          key={name}
          className="gap-x-8 border-b border-line py-2.5 middle:grid middle:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <dt>
            <Code>{name}</Code>
            <span className="block text-small text-soft">
              <TypeName schema={schema} words={reference.types} />
              {place && `, ${place}`}
              {required ? sent && `, ${reference.required}` : `, ${reference.optional}`}
            </span>
          </dt>
          <dd>
            <Sentence>{description}</Sentence>
          </dd>
        </div>
      ))}
    </dl>
  );
}
