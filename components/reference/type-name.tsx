import type { Reference } from '@/components/text/reference';
import { linkLook } from '@/components/ui/text-link';
import type { Schema } from '@/lib/contract/openapi/document';
import { typeWords } from './type-words';

/** A type in words, its shapes as links to where they are told. */
export function TypeName({ schema, words }: { schema: Schema; words: Reference['types'] }) {
  return typeWords(schema, words).map((word) =>
    typeof word === 'string' ? (
      word
    ) : (
      <a key={word.shape} href={`#${word.shape}`} className={linkLook}>
        {word.shape}
      </a>
    ),
  );
}
